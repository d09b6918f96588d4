const vowel = /[aeiouy]/;

/** Verbs whose past hides the stem. */
const irregular = new Map(
  (
    'paid:pay sent:send lost:lose bought:buy sold:sell got:get gotten:get took:take taken:take gave:give given:give made:make broke:break broken:break ' +
    'stole:steal stolen:steal forgot:forget forgotten:forget found:find kept:keep left:leave went:go gone:go saw:see seen:see wrote:write written:write ' +
    'chose:choose chosen:choose spent:spend froze:freeze frozen:freeze came:come began:begin begun:begin became:become held:hold said:say told:tell ' +
    'thought:think brought:bring caught:catch built:build felt:feel heard:hear meant:mean met:meet ran:run sat:sit showed:show shown:show stood:stand ' +
    'woke:wake won:win drew:draw drawn:draw withdrew:withdraw withdrawn:withdraw fell:fall fallen:fall grew:grow grown:grow knew:know known:know ' +
    'threw:throw thrown:throw stuck:stick struck:strike taught:teach understood:understand were:be was:be been:be is:be are:be did:do done:do does:do had:have has:have ' +
    'children:child people:person men:man women:woman'
  )
    .split(' ')
    .map((pair): [string, string] => [pair.slice(0, pair.indexOf(':')), pair.slice(pair.indexOf(':') + 1)]),
);

const withoutPlural = (word: string): string => {
  if (word.endsWith('sses') || word.endsWith('xes') || word.endsWith('ches') || word.endsWith('shes'))
    return word.slice(0, -2);
  if (word.endsWith('ies') && word.length > 4) return `${word.slice(0, -3)}y`;
  return /[^sui]s$/.test(word) ? word.slice(0, -1) : word;
};

const withoutTense = (word: string): string => {
  const stem = word.endsWith('ing')
    ? word.slice(0, -3)
    : word.endsWith('ed') && !word.endsWith('eed')
      ? word.slice(0, -2)
      : word;
  if (stem === word || stem.length < 2 || !vowel.test(stem)) return word;
  return /([^aeiouylsz])\1$/.test(stem) ? stem.slice(0, -1) : stem;
};

const derivations =
  /(?:ational|isation|ization|ation|ator|fulness|ousness|iveness|ement|ment|ance|ence|able|ible|ness|ful|ity|ally|ly|er|or|ion|ive|ate|ise|ize|al)$/;

/**
 * Returns the stem of a lower-case English word without apostrophes: the same for plural, tenses and the common derivations
 * (verify, verified, verification), at least two letters long.
 */
export const stemEnglish = (word: string): string => {
  const regular = irregular.get(word);
  if (regular !== undefined) return stemEnglish(regular);
  if (word.length < 4) return word;
  let stem = withoutTense(withoutPlural(word));
  const derived = stem.replace(derivations, '');
  if (derived.length >= 4 && vowel.test(derived)) stem = derived;
  stem = stem.length > 3 ? stem.replace(/e$/, '') : stem;
  return stem.length > 3 ? stem.replace(/(?:ific|y)$/, 'i') : stem;
};

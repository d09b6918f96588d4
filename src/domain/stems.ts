/** Returns the stem of a lower-case word by its script: Cyrillic as Russian, Latin as English, any other unchanged. */
export const stemWord = (word: string): string => {
  if (/^[а-я]+$/.test(word)) return stemRussian(word);
  return /^[a-z]+$/.test(word) ? stemEnglish(word) : word;
};

const englishVowel = /[aeiouy]/;

/** Irregular forms and their base form. */
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
  if (stem === word || stem.length < 2 || !englishVowel.test(stem)) return word;
  return /([^aeiouylsz])\1$/.test(stem) ? stem.slice(0, -1) : stem;
};

const derivations =
  /(?:ational|isation|ization|ation|ator|fulness|ousness|iveness|ement|ment|ance|ence|able|ible|ness|ful|ity|ally|ly|er|or|ion|ive|ate|ise|ize|al)$/;

/**
 * Returns the stem of a lower-case English word without apostrophes, at least two letters long: the same for plural and tenses (verify, verifies,
 * verified) and for many derivations (connect, connection), but not for all of them (verify, verification).
 */
const stemEnglish = (word: string): string => {
  const base = irregular.get(word);
  if (base !== undefined) return stemEnglish(base);
  if (word.length < 4) return word;
  let stem = withoutTense(withoutPlural(word));
  const derived = stem.replace(derivations, '');
  if (derived.length >= 4 && englishVowel.test(derived)) stem = derived;
  stem = stem.length > 3 ? stem.replace(/e$/, '') : stem;
  return stem.length > 3 ? stem.replace(/(?:ific|y)$/, 'i') : stem;
};

const russianVowel = /[аеиоуыэюя]/;

/** Endings of nouns, adjectives, participles and verbs, declined and conjugated. */
const inflections = new Set(
  (
    'а я о е и ы у ю ь й ой ей ий ый ая яя ое ее ие ые ую юю ою ею ам ям ом ем им ым ах ях их ых ами ями ими ыми ого его ому ему ов ев ' +
    'ию ия ии ией ием иям иях иями ий ье ья ью ьи ьев ьям ьями ьях ет ит ют ят ут ат ешь ишь ете ите ем им ть ти чь л ла ло ли ал ала ало али ял яла яло яли ' +
    'ил ила ило или ел ела ело ели ыл ыла ыло ыли ать ять ить еть ыть уть ает яет еет ают яют еют аю яю ею аешь яешь аем яем аете яете ' +
    'ай яй айте яйте ите ьте ен ена ено ены ан ана ано аны ян яна яно яны ув ив ав яв вши ивши авши ув ующий ующая ующее ующие ующей ующих ующего ующим ' +
    'ащий ящий ящая ящее ящие ящих ящего ящей вший вшая вшее вшие вшего вшей вших ивший ившая ившее ившие авший авшая авшее авшие ' +
    'анный анная анное анные анного анной анных анную анным енный енная енное енные енного енной енных енную енным янный янная янное янные ' +
    'емый емая емое емые имый имая имое имые уемый ует уют уешь уем уете уй уйте ую овал овала овало овали овать ировать ировал ирует ' +
    'ение ения ению ением ений ениям ениями ениях ание ания анию анием аний аниям аниями аниях яние яния янию янием яний ' +
    'ывать ивать ывает ивает ывают ивают ывал ывала ывало ывали ивал ивала ивало ивали ываю иваю ываем иваем ывание ивание ывания ивания ываний иваний ыванию иванию ыванием иванием ' +
    'ость ости остью остей остям остями остях ства ство ству ством стве нул нула нуло нули нуть нет нут ну ул ула уло ули ного ной ном ную ными ных ный ная ное ные ным'
  ).split(' '),
);

const maxEnding = 7;
const minStem = 3;
/** A long ending is often part of the stem (отм-ена, зам-ена), so it must leave more letters. */
const minStemBeforeLongEnding = 4;

const withoutEnding = (word: string): string => {
  for (let length = Math.min(maxEnding, word.length - minStem); length > 0; length -= 1) {
    const cut = word.length - length;
    if (length > 2 && cut < minStemBeforeLongEnding) continue;
    if (inflections.has(word.slice(cut)) && russianVowel.test(word.slice(0, cut))) return word.slice(0, cut);
  }
  return word;
};

const withoutReflexive = (word: string): string => (/..(?:ся|сь)$/.test(word) ? word.slice(0, -2) : word);

/**
 * Returns the stem of a lower-case Russian word (ё written as е): the same for the forms of a verb, its reflexive and its verbal noun
 * (подключить, подключается, подключения), and at least three letters long.
 */
const stemRussian = (word: string): string => {
  if (word.length <= minStem) return word;
  const stem = withoutEnding(withoutReflexive(word));
  return stem.length > 5 ? stem.replace(/н{1,2}$/, '') : stem;
};

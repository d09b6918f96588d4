const list = (words: string): readonly string[] => words.split(' ');
const joined = (heads: string, tails: readonly string[]): readonly string[] =>
  list(heads).flatMap((head) => tails.map((tail) => head + tail));

const nominal = list(
  'а я о е и ы у ю ь й ом ем ой ей ою ею ам ям ами ями ах ях ов ев ию ия ии ие ием ий иям иями иях ью ени енем',
);
const adjectival = list('ый ий ая яя ое ее ые ие ого его ому ему ым им ую юю ых их ыми ими ой ом ем ей');
const verbal = [
  ...list('ть л ла ло ли ю ет ют ит ят ат ут ем им ете ите ешь ишь в вши йте й'),
  // Without "ал", which too many nouns end in: терминал is not a form of термин.
  ...list('ать ять ить еть уть ыть али яли ил ила ило или ели аю яю ую'),
  ...joined('а я е у', list('ет ют ем ете ешь йте')),
  ...joined('ыв ив', list('ать аю ает ают аем ал ала ало али')),
  ...joined('ов иров', list('ать ал ала ало али')),
  ...list('ан ана ано аны ен ена ено ены'),
  ...joined('ани ени яни овани ировани ывани ивани', list('е я ю и ем й ям ями ях')),
  ...joined('анн енн янн ованн ированн емый ющ ущ ащ ящ вш авш ивш', adjectival),
];

const shortEndings = new Set([...nominal, ...adjectival]);
const allEndings = new Set([...shortEndings, ...verbal]);
const longestEnding = Math.max(...[...allEndings].map(({ length }) => length));
const shortestStem = 3;
/** Longer for verbs: their endings are often part of a short stem. */
const shortestVerbStem = 4;

const fleeting = /^(.+[^аеиоуыэюяй])([ое])([^аеиоуыэюяйь])$/;

/** Variants of a stem with Russian vowel and consonant alternations undone: ошиб(о)к, пис(е)м, оформл → оформ, оплач → оплат, запущ → запуст. */
const alternations = (stem: string): readonly string[] => {
  const [, head, vowel, tail] = fleeting.exec(stem) ?? [];
  const short =
    head !== undefined && tail !== undefined ? [head + tail, ...(vowel === 'е' ? [`${head}ь${tail}`] : [])] : [];
  if (stem.length < 5) return short;
  const before = stem.slice(0, -1);
  if (/[бвмпф]л$/.test(stem)) return [...short, before];
  if (stem.endsWith('ч')) return [...short, `${before}т`, `${before}к`];
  if (stem.endsWith('щ')) return [...short, `${before}т`, `${before}ст`];
  return stem.endsWith('жд') ? [...short, `${stem.slice(0, -2)}д`] : short;
};

const russianStems = (word: string): readonly string[] => {
  const base = word.length > 5 ? word.replace(/(?:ся|сь)$/, '') : word;
  const stems = [word, base];
  for (let cut = base.length - 1; cut >= Math.max(shortestStem, base.length - longestEnding); cut -= 1) {
    const endings = cut >= shortestVerbStem ? allEndings : shortEndings;
    if (endings.has(base.slice(cut))) stems.push(base.slice(0, cut));
  }
  return stems.flatMap((stem) => [stem, ...alternations(stem)]).filter(({ length }) => length >= shortestStem);
};

const englishStems = (word: string): readonly string[] => {
  const stems = [word];
  const [, before, ending] = /^(.{3,}?)(s|es|ed|ing)$/.exec(word) ?? [];
  if (before !== undefined && ending !== undefined && !before.endsWith('s')) {
    stems.push(before);
    if (ending !== 's') stems.push(`${before}e`, before.replace(/([^aeiou])\1$/, '$1'));
    if (ending === 'es' || ending === 'ed') stems.push(before.replace(/i$/, 'y'));
  }
  return stems;
};

/** Normalises text for comparison: lower case, ё as е. */
export const plainWord = (word: string): string => word.toLowerCase().replaceAll('ё', 'е');

/**
 * The possible stems of a normalised word, including the word: two words that share one are treated as forms of the same word (ошибка and
 * ошибок, оплатить and оплачен, update and updating). Favours recall, as it is used for highlighting only.
 */
export const possibleStems = (word: string): readonly string[] => {
  if (word.length <= shortestStem) return [word];
  if (/^[а-я]+$/.test(word)) return russianStems(word);
  return /^[a-z]+$/.test(word) ? englishStems(word) : [word];
};

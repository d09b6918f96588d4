import { brandNames, everydayNames, furtherNames } from './lexicon.ts';

const letters: Readonly<Record<string, string>> = Object.fromEntries(
  'абвгдежзийклмнопрстуфхцчшщыэюя'
    .split('')
    .map((letter, at) => [
      letter,
      'a b v g d e zh z i i k l m n o p r s t u f h ts ch sh shch i e iu ia'.split(' ')[at] ?? '',
    ]),
);

/** Maps spellings of different conventions to one: Yuliya, Iuliia, Julia are iulia. */
const habits: readonly (readonly [RegExp, string])[] = [
  [/[yj]/g, 'i'],
  [/kh/g, 'h'],
  [/x/g, 'ks'],
  [/ph/g, 'f'],
  [/c(?!h)/g, 'k'],
  [/ndr?er$/, 'ndr'],
  [/s(?:h?ch)/g, 'sh'],
  [/io/g, 'e'],
  [/i+/g, 'i'],
  [/^ie/, 'e'],
];

const withoutHabits = (word: string): string =>
  habits.reduce((spelling, [pattern, spelled]) => spelling.replace(pattern, spelled), word);

const latinOf = (name: string): string => name.replace(/./g, (letter) => letters[letter] ?? '');

let table: ReadonlySet<string> | undefined;

const shortest = 3;
const longest = 20;

/** Derived on the first Latin word that could be a name: most texts have none. */
const firstNames = (): ReadonlySet<string> =>
  (table ??= new Set(
    [...everydayNames, ...furtherNames]
      .filter((name) => name.length >= shortest && !brandNames.has(name))
      .map((name) => withoutHabits(latinOf(name.replaceAll('ё', 'е')))),
  ));

const known = new Map<string, boolean>();
const knownLimit = 20_000;

/** Whether a lower-case Latin word is a usual spelling of a listed first name: Yuliya, Iuliia, Julia. */
export const isLatinFirstName = (word: string): boolean => {
  const cached = known.get(word);
  if (cached !== undefined) return cached;
  const isName = word.length >= shortest && word.length <= longest && firstNames().has(withoutHabits(word));
  if (known.size >= knownLimit) known.clear();
  known.set(word, isName);
  return isName;
};

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

const surname =
  /^[a-z]{2,}(?:[oe]v|[oe]va|[oe]ff|yov|yova|in|ina|yn|yna|[st]ky|[st]kiy|[st]kii|[st]ki|[st]kaya|[st]kaia|[st]kaja|[bdgklmnprstvz]ko|uk|ych|ich|yan|ian|dze|shvili|ykh|ikh|ets)$/;
const plainSurname =
  /^[a-z]{2,}(?:[dklmnprstvz]ov|[dklmnprstvz]ova|[a-z]ev|[a-z]eva|[kl]in|[kl]ina|[st]ky|[st]kiy|[st]kaya|[st]kaia|enko|dze|shvili)$/;

/** English words of the same endings. */
const others = new Set(
  'admin login plugin origin margin begin within domain main chain train again coin bitcoin berlin dublin china russian italian asian persian indian christian guardian kiev prev skin twin austin latin vitamin protein resin cabin certain captain joystick which rich sandwich munich zurich link checkin pumpkin napkin hulk silk truck track black trick quick stick task risk disk desk'.split(
    ' ',
  ),
);

/** Whether a lower-case Latin word has the ending of a Russian surname: Smirnova, Petrenko, Sarkisian. */
export const isLatinSurname = (word: string): boolean => word.length > 3 && surname.test(word) && !others.has(word);

/** Whether it has one that hardly any other word has. */
export const isPlainLatinSurname = (word: string): boolean => plainSurname.test(word) && isLatinSurname(word);

/** Whether a lower-case Latin word is built like a patronymic: Ivanovich, Petrovna. */
export const isLatinPatronymic = (word: string): boolean =>
  /^[a-z]{2,}(?:[eo]vich|[eo]vna|ichna|ilyich|ilich)$/.test(word);

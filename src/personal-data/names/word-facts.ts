import { cases, type Reading } from './dictionary.ts';
import { hashOf } from './hash.ts';
import { isCutName, isLatinFirstName, listsOf } from './lexicon.ts';
import { entryOf, type Entry } from './morphology.ts';
import { smallIntegers } from '../../platform/small-arrays.ts';

/** `contact` is a telephone or an e-mail address, `cut` whatever else was found before, `edge` the beginning or end of the text. */
export const kinds = ['edge', 'sign', 'word', 'latin', 'number', 'break', 'cut', 'contact'] as const;
export type Kind = (typeof kinds)[number];

/** What is known of a word, whatever stands beside it; the columns of `WordFacts.values`. */
export const wordColumns = [
  'word',
  'lemma',
  'shape',
  'end1',
  'end2',
  'end3',
  'end4',
  'end5',
  'start2',
  'start3',
  'start4',
  'kinds',
  'parts',
  'cases',
  'genders',
  'nameCases',
  'verb',
  'known',
] as const;
type WordColumn = (typeof wordColumns)[number];

/** How a word is written, for the style of its line; what is no word has no letters. */
type Letters = 'none' | 'lower' | 'upper' | 'mixed';

/** What is known of a word, each as the hash of a text; 0 where there is nothing to say. */
export type WordFacts = {
  readonly values: Int32Array;
  /** The lists and shapes of the lexicon that hold it: `list` in templates, which stands for each of them. */
  readonly lists: Int32Array;
  /** The cases it can have as a name and otherwise, as bits. */
  readonly nameCases: number;
  readonly commonCases: number;
  /** Whether it can be a finite verb, and may be part of a name. */
  readonly isVerb: boolean;
  readonly isCapitalised: boolean;
  readonly letters: Letters;
};

/** One letter for each kind of name that a reading can be; what is none of them is an everyday word. */
const nameKinds: readonly (readonly [grammeme: string, letter: string])[] = [
  ['listed', 'L'],
  ['Name', 'N'],
  ['Surn', 'S'],
  ['Patr', 'P'],
  ['Geox', 'G'],
  ['Orgn', 'O'],
  ['Trad', 'T'],
];
const personal = new Set(['L', 'N', 'S', 'P']);

const kindOf = ({ tag: { grammemes } }: Reading): string =>
  nameKinds.find(([grammeme]) => grammemes.has(grammeme))?.[1] ?? 'c';

const sorted = (values: Iterable<string>): string => [...new Set(values)].toSorted().join(' ');

const partOf = ({ tag: { grammemes } }: Reading): string => {
  const [part = ''] = grammemes;
  return part === 'NOUN' ? (grammemes.has('anim') ? 'person' : 'NOUN') : part;
};

const bitsOf = (readings: readonly Reading[]): number =>
  readings.reduce((bits, { tag: { form } }) => bits | (form === undefined ? 0 : 1 << (cases.indexOf(form) + 1)), 0);

const finite = ['VERB', 'PRED', 'PRTS'];
const verbGrammemes = ['masc', 'femn', 'neut', 'plur', 'sing', '1per', '2per', '3per', 'impr', 'past'];

/** What a verb says of who does it: gender and number in the past, else person and number. */
const verbForm = (verbs: readonly Reading[]): string =>
  sorted(verbs.map(({ tag: { grammemes } }) => verbGrammemes.filter((one) => grammemes.has(one)).join('.')));

/** `C` one capital and small letters, `I` a capital alone, `U` capitals, `l` small letters, `M` mixed; for each half of what a hyphen joins. */
const shapeOfLetters = (text: string): string =>
  text
    .split(/[-‐‑]/)
    .map((part) => {
      const lower = part.toLowerCase();
      if (part === lower) return part.length === 1 ? 'i' : 'l';
      if (part.length === 1) return 'I';
      if (part === part.toUpperCase()) return part.length > 4 ? 'U' : 'u';
      return part.slice(1) === lower.slice(1) ? 'C' : 'M';
    })
    .join('-');

const longestNumber = 5;

const lettersOf = (text: string): Letters => {
  if (text === text.toLowerCase()) return 'lower';
  return text === text.toUpperCase() ? 'upper' : 'mixed';
};

const factsFrom = (
  { text, kind }: Pick<Written, 'text' | 'kind'>,
  said: Partial<Record<WordColumn, string>>,
  rest: Pick<WordFacts, 'lists'> & Partial<WordFacts>,
): WordFacts => ({
  nameCases: 0,
  commonCases: 0,
  isVerb: false,
  isCapitalised: /^\p{Lu}/u.test(text),
  letters: kind === 'word' || kind === 'latin' ? lettersOf(text) : 'none',
  ...rest,
  values: valuesOf(said),
});

const valuesOf = (said: Partial<Record<WordColumn, string>>): Int32Array => {
  const values = smallIntegers(wordColumns.length);
  for (const [index, column] of wordColumns.entries()) values[index] = hashOf(said[column] ?? '');
  return values;
};

/** The beginnings and ends of a word that are shorter than the word. */
const piecesOf = (word: string): Partial<Record<WordColumn, string>> => {
  const pieces: Partial<Record<WordColumn, string>> = {};
  for (const length of [1, 2, 3, 4, 5] as const) if (length < word.length) pieces[`end${length}`] = word.slice(-length);
  for (const length of [2, 3, 4] as const) if (length < word.length) pieces[`start${length}`] = word.slice(0, length);
  return pieces;
};

/** The halves of a word that is known only by them: Анна-Луиза. */
const lastHalf = (entry: Entry): Entry =>
  entry.dict.length + entry.listed.length === 0 && entry.word.includes('-')
    ? entryOf(entry.word.slice(entry.word.lastIndexOf('-') + 1))
    : entry;

/** What is known of a Cyrillic word. */
const factsOfWord = (written: Written): WordFacts => {
  const { text, word } = written;
  const entry = lastHalf(entryOf(word));
  const readings = [...entry.dict, ...entry.listed];
  const names = readings.filter((reading) => personal.has(kindOf(reading)));
  const others = readings.filter((reading) => !personal.has(kindOf(reading)));
  const verbs = others.filter((reading) => finite.includes(partOf(reading)));
  const [first] = readings;
  const shape = shapeOfLetters(text);
  return factsFrom(
    written,
    {
      ...piecesOf(word),
      word,
      lemma: first?.lemma ?? word,
      shape,
      kinds: sorted([...readings.map(kindOf), ...(isCutName(word) ? ['cut'] : [])]),
      parts: sorted(others.map(partOf)),
      cases: sorted(others.map(({ tag: { form, grammemes } }) => (form ?? '') + (grammemes.has('plur') ? 's' : ''))),
      genders: sorted(names.map(({ tag: { gender, grammemes } }) => (grammemes.has('plur') ? 'plur' : (gender ?? '')))),
      nameCases: sorted(names.map(({ tag: { form } }) => form ?? '')),
      verb: verbForm(verbs),
      known: (readings.length > 0 ? 'known' : 'unknown') + (/ё/i.test(text) ? ' with ё' : ''),
    },
    {
      lists: listsOf(
        word,
        readings.map(({ lemma }) => lemma),
      ),
      nameCases: bitsOf(names),
      commonCases: bitsOf(others),
      isVerb: verbs.length > 0,
    },
  );
};

const none = new Int32Array(0);

/** A token as it is written, `word` being its letters in lower case with е for ё, if it is a Cyrillic word. */
export type Written = { readonly text: string; readonly kind: Kind; readonly word: string };

/** What is known of a token by its letters. */
export const factsOf = (written: Written): WordFacts => {
  const { text, kind } = written;
  if (kind === 'word') return factsOfWord(written);
  if (kind === 'latin') {
    const word = text.toLowerCase();
    const shape = `latin ${shapeOfLetters(text)}`;
    const known = isLatinFirstName(word) ? 'latin name' : 'latin';
    return factsFrom(written, { ...piecesOf(word), word, lemma: word, shape, known }, { lists: listsOf(word) });
  }
  if (kind === 'number') return factsOfNumber(written);
  return factsOfShape(written, kind === 'sign' ? text : `${kind} `);
};

const factsOfShape = (written: Written, shape: string): WordFacts =>
  factsFrom(written, { word: shape, lemma: shape, shape }, { lists: none });

/** By their lengths: of a number nothing else is known, and texts are full of numbers. */
const factsOfNumbers = new Map<number, WordFacts>();

const factsOfNumber = (written: Written): WordFacts => {
  const length = Math.min(written.text.length, longestNumber);
  const facts = factsOfNumbers.get(length) ?? factsOfShape(written, `number ${length}`);
  factsOfNumbers.set(length, facts);
  return facts;
};

import { isKnown } from './known-words.ts';
import { improbability } from './letter-pairs.ts';

const latinKeys = 'qwertyuiop[]asdfghjkl;\'zxcvbnm,.`{}:"<>~';
const russianKeys = 'йцукенгшщзхъфывапролджэячсмитьбюехъжэбюе';

const keyMap = (from: string, to: string): ReadonlyMap<string, string> => {
  const pairs = new Map<string, string>();
  for (let i = 0; i < from.length; i += 1) if (!pairs.has(from.charAt(i))) pairs.set(from.charAt(i), to.charAt(i));
  return pairs;
};

const toRussian = keyMap(latinKeys, russianKeys);
const toLatin = keyMap(russianKeys, latinKeys);

const typedWith = (keys: ReadonlyMap<string, string>, text: string): string => {
  let typed = '';
  for (const character of text) typed += keys.get(character) ?? character;
  return typed;
};

/** A word as typed in one layout; `cost` is its improbability in half bits, like that of the letter pairs. */
type Reading = { readonly word: string; readonly known: boolean; readonly cost: number };

// Improbability of a punctuation mark right before and right after a word; inside a word all but an apostrophe cost like a foreign letter.
const before: Readonly<Record<string, number>> = { '"': 6, "'": 14, '[': 12, '{': 12, '<': 12 };
const after: Readonly<Record<string, number>> = {
  '.': 12,
  ',': 10,
  ':': 8,
  '"': 6,

  "'": 10,
  ']': 12,
  '}': 12,
  '>': 12,
};
const unusualMark = 20;
const apostrophe = 6;
/** Reduction of the cost of a known word of at least three letters. */
const familiarity = 12;

const marksCost = (marks: string, costs: Readonly<Record<string, number>>): number =>
  Array.from(marks).reduce((sum, mark) => sum + (costs[mark] ?? unusualMark), 0);

const reading = (word: string, cost: number): Reading => {
  const known = isKnown(word);
  return { word, known, cost: cost - (known && word.length > 2 ? familiarity : 0) };
};

const edges = /^([^a-z]*)(.*?)([^a-z]*)$/s;

const englishReading = (keys: string): Reading => {
  const [, start = '', core = '', end = ''] = edges.exec(keys) ?? [];
  const word = core.replaceAll("'", '');
  const marks = marksCost(start, before) + marksCost(end, after) + apostrophe * (core.length - word.length);
  return reading(word, improbability(word, 'english') + marks);
};

const russianReading = (word: string, marks: number): Reading => reading(word, improbability(word, 'russian') + marks);

/** The keys of х, ъ, ж, э, б and ю are punctuation in the Latin layout: at the edges of a word they may be either. */
const russianReadings = (keys: string): readonly Reading[] => {
  const [, start = '', core = '', end = ''] = edges.exec(keys) ?? [];
  const starts = start === '' ? [''] : ['', start];
  const ends = end === '' ? [''] : ['', end];
  return starts.flatMap((lead) =>
    ends.map((trail) => {
      const marks = marksCost(start.slice(lead.length), before) + marksCost(end.slice(trail.length), after);
      return russianReading(typedWith(toRussian, lead + core + trail), marks);
    }),
  );
};

const likeliest = (readings: readonly Reading[]): Reading | undefined =>
  readings.reduce<Reading | undefined>(
    (best, one) => (best === undefined || one.cost < best.cost ? one : best),
    undefined,
  );

// Required difference of cost in favour of the other layout, by the length of its word from two letters on: short words prove little.
const russianProof = { known: [16, 4, 0, 0], unknown: [Infinity, 14, 8, 6] };
const englishProof = { known: [Infinity, 8, 6, 0], unknown: [Infinity, 20, 14, 12] };

/** Bonus of a known word if the layout of the whole text is in doubt. */
const trustInKnown = 20;

type Proof = typeof russianProof;

const proofNeeded = (asTyped: Reading, other: Reading, proof: Proof): number =>
  asTyped.known
    ? Infinity
    : ((other.known ? proof.known : proof.unknown)[Math.min(other.word.length, 5) - 2] ?? Infinity);

const chosen = (asTyped: Reading, other: Reading | undefined, proof: Proof | undefined): string | undefined => {
  if (other === undefined || asTyped.word === '' || other.word === '') return undefined;
  const needed =
    proof === undefined
      ? trustInKnown * (Number(asTyped.known) - Number(other.known))
      : proofNeeded(asTyped, other, proof);
  return asTyped.cost - other.cost > needed ? other.word : undefined;
};

/**
 * Returns the word for lower-case keys typed in the wrong layout (`ghbdtn` → `привет`, `руддщ` → `hello`); undefined if they are more
 * probable as typed. Decided by the letter pairs of both languages and known words from this word alone, so that it is the same in every
 * text. `suspect`: most words of the text are in the wrong layout, so that short words need no proof.
 */
export const retyped = (keys: string, suspect: boolean): string | undefined => {
  if (!/[а-я]/.test(keys)) {
    return chosen(englishReading(keys), likeliest(russianReadings(keys)), suspect ? undefined : russianProof);
  }
  const word = keys.replace(/^[^а-я]+|[^а-я]+$/g, '');
  if (!/^[а-я]+$/.test(word)) return undefined;
  return chosen(russianReading(word, 0), englishReading(typedWith(toLatin, word)), suspect ? undefined : englishProof);
};

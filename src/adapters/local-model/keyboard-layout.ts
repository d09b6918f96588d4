import { isCommon } from './common-words.ts';
import { surprise } from './letter-pairs.ts';

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

/** A word in one reading of its keys, and how surprising that reading is, in half bits. */
type Reading = { readonly word: string; readonly cost: number };

/** What a punctuation mark at the edge of a word costs, and an apostrophe inside. */
const markCost = 6;

const withoutApostrophes = (text: string): string => text.replaceAll("'", '');

const englishReading = (keys: string): Reading => {
  const core = keys.replace(/^[^a-z]+|[^a-z]+$/g, '');
  const word = withoutApostrophes(core);
  return { word, cost: surprise(word, 'english') + markCost * (keys.length - word.length) };
};

const russianReading = (typed: string): Reading => ({ word: typed, cost: surprise(typed, 'russian') });

/** The keys of х, ъ, ж, э, б and ю are punctuation in the Latin layout: at the edges either may be meant. */
const russianReadings = (keys: string): readonly Reading[] => {
  const cores = new Set([
    keys,
    keys.replace(/^[^a-z]+/, ''),
    keys.replace(/[^a-z]+$/, ''),
    keys.replace(/^[^a-z]+|[^a-z]+$/g, ''),
  ]);
  return [...cores].map((core) => {
    const reading = russianReading(typedWith(toRussian, core));
    return { word: reading.word, cost: reading.cost + markCost * (keys.length - core.length) };
  });
};

const cheapest = (readings: readonly Reading[]): Reading =>
  readings.reduce((best, reading) => (reading.cost < best.cost ? reading : best));

/** How much less surprising the other layout has to be, by the length of the word: short words and acronyms prove little. */
const proof = (length: number): number => (length <= 2 ? Infinity : length === 3 ? 14 : length === 4 ? 8 : 5);
const proofForCommon = 0;

const chosen = (asTyped: Reading, other: Reading): string | undefined => {
  if (isCommon(asTyped.word)) return undefined;
  const needed = isCommon(other.word) ? proofForCommon : proof(other.word.length);
  return asTyped.cost - other.cost > needed ? other.word : undefined;
};

/** Acronyms whose letters happen to make good Russian in the other layout. */
const acronyms = new Set('pdf nfc dns ghz'.split(' '));

/**
 * Returns the word meant by lower-case keys typed in a forgotten layout (`ghbdtn` → `привет`, `руддщ` → `hello`), or undefined where the
 * keys read better as they are. Decided by letter pairs of both languages from the word alone, so that every text reads it the same way.
 */
export const retyped = (keys: string): string | undefined => {
  if (/[а-я]/.test(keys)) {
    return /^[а-я]+$/.test(keys) ? chosen(russianReading(keys), englishReading(typedWith(toLatin, keys))) : undefined;
  }
  const asTyped = englishReading(keys);
  return asTyped.word === '' || acronyms.has(asTyped.word)
    ? undefined
    : chosen(asTyped, cheapest(russianReadings(keys)));
};

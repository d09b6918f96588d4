import { copyString } from '../platform/copy-string.ts';

/** Shorter words have too many similar words to be corrected. */
const minLetters = 7;
const maxLetters = 30;
/** Most words of a message have occurred in others. */
const maxCachedWords = 20_000;

/** The word without one of its letters, for each letter except the first and the last two, which carry the grammatical form. */
const withoutOneLetter = (word: string): string[] =>
  Array.from({ length: word.length - 3 }, (_, i) => word.slice(0, i + 1) + word.slice(i + 2));

/** Whether one inserted, missing, replaced or transposed letter is the only difference. */
const differsByOneTypo = (word: string, other: string): boolean => {
  const shorter = Math.min(word.length, other.length);
  let start = 0;
  while (start < shorter && word[start] === other[start]) start++;
  let end = 0;
  while (end < shorter - start && word.at(-1 - end) === other.at(-1 - end)) end++;
  const left = word.slice(start, word.length - end);
  const right = other.slice(start, other.length - end);
  return left.length + right.length <= 2 || (left.length === 2 && left === `${right.at(1)}${right.at(0)}`);
};

/**
 * Returns a function that corrects a word with one typo to the word of the vocabulary (of at least seven letters); other words are returned unchanged.
 * The first letter and the last three must be right, so that a grammatical form is never replaced by another.
 */
export const spellingCorrector = (vocabulary: ReadonlySet<string>): ((word: string) => string) => {
  const byKey = new Map<string, string[]>();
  for (const word of vocabulary) {
    if (!/^\p{L}+$/u.test(word) || word.length < minLetters) continue;
    for (const key of [word, ...withoutOneLetter(word)]) byKey.set(key, [...(byKey.get(key) ?? []), word]);
  }
  const corrected = (word: string): string | undefined =>
    [word, ...withoutOneLetter(word)]
      .flatMap((key) => byKey.get(key) ?? [])
      .find((known) => known.slice(-3) === word.slice(-3) && differsByOneTypo(word, known));
  let cache = new Map<string, string>();
  return (word) => {
    if (word.length < minLetters - 1 || word.length > maxLetters || vocabulary.has(word)) return word;
    const known = cache.get(word);
    if (known !== undefined) return known;
    const copy = copyString(word);
    const correct = corrected(copy) ?? copy;
    if (cache.size >= maxCachedWords) cache = new Map();
    cache.set(copy, correct);
    return correct;
  };
};

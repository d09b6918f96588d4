/** Shorter words have too many neighbours to be mended. */
const shortestMended = 7;

/** A word with each of its letters left out in turn, but for the first and the last two: they carry the meaning of the form. */
const withoutOneLetter = (word: string): string[] =>
  Array.from({ length: word.length - 3 }, (_, i) => word.slice(0, i + 1) + word.slice(i + 2));

/** Whether one letter too many, missing, wrong or two swapped neighbours tell the words apart. */
const isOneSlipAway = (word: string, other: string): boolean => {
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
 * Returns a function that gives, for a word that is not in the vocabulary, the word of at least seven letters that one
 * slip of the pen made it of, or else the word itself. First letter and ending must be right, so that no form becomes another.
 */
export const spellingCorrector = (vocabulary: ReadonlySet<string>): ((word: string) => string) => {
  const near = new Map<string, string[]>();
  for (const word of vocabulary) {
    if (!/^\p{L}+$/u.test(word) || word.length < shortestMended) continue;
    for (const key of [word, ...withoutOneLetter(word)]) near.set(key, [...(near.get(key) ?? []), word]);
  }
  const mended = (word: string): string | undefined =>
    [word, ...withoutOneLetter(word)]
      .flatMap((key) => near.get(key) ?? [])
      .find((known) => known.slice(-3) === word.slice(-3) && isOneSlipAway(word, known));
  return (word) =>
    vocabulary.has(word) || word.length < shortestMended - 1 || word.length > 30 ? word : (mended(word) ?? word);
};

/**
 * The pieces that the model knows, in the order of their UTF-16 code units, with their scores (logarithms of probability). `rowOf`: the row of a piece in the
 * table of vectors is its index here.
 */
export type Pieces = { readonly texts: readonly string[]; readonly scores: Float32Array };

/** Returns the first of the pieces from `low` to `high` whose code unit at `depth` is at least `code`; all have the same units before it. */
const firstFrom = (
  texts: readonly string[],
  [low, high]: readonly [number, number],
  { depth, code }: { readonly depth: number; readonly code: number },
): number => {
  let [from, to] = [low, high];
  while (from < to) {
    const middle = (from + to) >> 1;
    // The piece that ends here comes before those that go on.
    const unit = texts[middle]?.charCodeAt(depth) ?? Number.NaN;
    if (unit >= code) to = middle;
    else from = middle + 1;
  }
  return from;
};

type Range = readonly [number, number];

/** A number for the first one or two code units of a text. */
const keyOf = (text: string, start: number, length: number): number =>
  text.charCodeAt(start) + (length < 2 ? 0 : 0x10000 * (1 + text.charCodeAt(start + 1)));

/** Ranges of the pieces with the same first one or two code units: to search among all of them would be most of the work. */
const rangesOf = (texts: readonly string[]): ReadonlyMap<number, Range> => {
  const ranges = new Map<number, Range>();
  texts.forEach((text, piece) => {
    for (let length = Math.min(2, text.length); length > 0; length -= 1) {
      const key = keyOf(text, 0, length);
      ranges.set(key, [ranges.get(key)?.[0] ?? piece, piece + 1]);
    }
  });
  return ranges;
};

/** Returns a function to the pieces that start at an offset of a word, shortest first. */
export const pieceFinder = ({ texts }: Pieces): ((word: string, start: number) => readonly number[]) => {
  const ranges = rangesOf(texts);
  return (word, start) => {
    const found: number[] = [];
    const single = ranges.get(keyOf(word, start, 1));
    if (single && texts[single[0]]?.length === 1) found.push(single[0]);
    let range = start + 1 < word.length ? ranges.get(keyOf(word, start, 2)) : undefined;
    for (let depth = 2; range && range[0] < range[1]; depth += 1) {
      if (texts[range[0]]?.length === depth) found.push(range[0]);
      if (start + depth >= word.length) break;
      const code = word.charCodeAt(start + depth);
      const low = firstFrom(texts, range, { depth, code });
      range = [low, firstFrom(texts, [low, range[1]], { depth, code: code + 1 })];
    }
    return found;
  };
};

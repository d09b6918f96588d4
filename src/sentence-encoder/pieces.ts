/**
 * The pieces that the model knows, in the order of their UTF-16 code units, with their scores (logarithms of probability). `rowOf`: the row of a piece in the
 * table of vectors is its place here.
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

/** Returns a function to the pieces that start at a place of a word, shortest first. */
export const pieceFinder = ({ texts }: Pieces): ((word: string, start: number) => readonly number[]) => {
  const starts = new Map<number, readonly [number, number]>();
  for (let from = 0; from < texts.length;) {
    const code = texts[from]?.charCodeAt(0) ?? 0;
    const to = firstFrom(texts, [from, texts.length], { depth: 0, code: code + 1 });
    starts.set(code, [from, to]);
    from = to;
  }
  return (word, start) => {
    const found: number[] = [];
    let range = starts.get(word.charCodeAt(start));
    for (let depth = 1; range && range[0] < range[1]; depth += 1) {
      if (texts[range[0]]?.length === depth) found.push(range[0]);
      if (start + depth >= word.length) break;
      const code = word.charCodeAt(start + depth);
      const low = firstFrom(texts, range, { depth, code });
      range = [low, firstFrom(texts, [low, range[1]], { depth, code: code + 1 })];
    }
    return found;
  };
};

/** A run of words of a text: in both versions, in the earlier one only, or in the later one only. */
export type DiffPiece = { readonly kind: 'same' | 'removed' | 'added'; readonly text: string };

/** Longer differences are shown as a whole: the table of `longestCommon` has a cell for each pair of words. */
const maxCells = 4_000_000;
/** Words that are shown before and after a difference. */
const context = 4;

/** Words with the blanks after them. */
const wordsOf = (text: string): readonly string[] => text.match(/\S+\s*|^\s+/gu) ?? [];

const isSame = (one: string | undefined, other: string | undefined): boolean => one?.trimEnd() === other?.trimEnd();

/** By pairs of positions, the length of the longest common subsequence of what begins there. */
const longestCommon = (before: readonly string[], after: readonly string[]): ((i: number, j: number) => number) => {
  const width = after.length + 1;
  const lengths = new Uint32Array((before.length + 1) * width);
  const at = (i: number, j: number) => lengths[i * width + j] ?? 0;
  for (let i = before.length - 1; i >= 0; i -= 1)
    for (let j = after.length - 1; j >= 0; j -= 1)
      lengths[i * width + j] = isSame(before[i], after[j])
        ? at(i + 1, j + 1) + 1
        : Math.max(at(i + 1, j), at(i, j + 1));
  return at;
};

type Words = { readonly before: readonly string[]; readonly after: readonly string[] };

const differing = ({ before, after }: Words): readonly DiffPiece[] => {
  if (before.length * after.length > maxCells)
    return [
      { kind: 'removed', text: before.join('') },
      { kind: 'added', text: after.join('') },
    ];
  const common = longestCommon(before, after);
  const pieces: DiffPiece[] = [];
  let [i, j] = [0, 0];
  while (i < before.length || j < after.length) {
    if (i < before.length && j < after.length && isSame(before[i], after[j])) {
      pieces.push({ kind: 'same', text: after[j] ?? '' });
      [i, j] = [i + 1, j + 1];
    } else if (i < before.length && (j >= after.length || common(i + 1, j) >= common(i, j + 1))) {
      pieces.push({ kind: 'removed', text: before[i] ?? '' });
      i += 1;
    } else {
      pieces.push({ kind: 'added', text: after[j] ?? '' });
      j += 1;
    }
  }
  return pieces;
};

const joined = (pieces: readonly DiffPiece[]): readonly DiffPiece[] => {
  const runs: DiffPiece[] = [];
  for (const piece of pieces) {
    const last = runs.at(-1);
    if (last?.kind === piece.kind) runs[runs.length - 1] = { ...last, text: last.text + piece.text };
    else runs.push(piece);
  }
  return runs;
};

/** Compares two texts word by word; blanks do not count. */
export const wordDiff = (earlier: string, later: string): readonly DiffPiece[] => {
  const [before, after] = [wordsOf(earlier), wordsOf(later)];
  const shorter = Math.min(before.length, after.length);
  let start = 0;
  while (start < shorter && isSame(before[start], after[start])) start += 1;
  let end = 0;
  while (end < shorter - start && isSame(before.at(-1 - end), after.at(-1 - end))) end += 1;
  const middle = { before: before.slice(start, before.length - end), after: after.slice(start, after.length - end) };
  const same = (words: readonly string[]): DiffPiece => ({ kind: 'same', text: words.join('') });
  const all = [same(after.slice(0, start)), ...differing(middle), same(after.slice(after.length - end))];
  return joined(all.filter(({ text }) => text !== ''));
};

/** The same with long equal passages shortened to the words next to a difference. */
export const shortened = (pieces: readonly DiffPiece[]): readonly DiffPiece[] =>
  pieces.map((piece, index) => {
    const words = wordsOf(piece.text);
    const [isFirst, isLast] = [index === 0, index === pieces.length - 1];
    if (piece.kind !== 'same' || words.length <= (isFirst || isLast ? context : 2 * context)) return piece;
    const head = isFirst ? '' : words.slice(0, context).join('').trimEnd();
    const tail = isLast ? '' : words.slice(-context).join('');
    return { ...piece, text: `${head}…${isFirst || isLast ? '' : ' '}${tail}` };
  });

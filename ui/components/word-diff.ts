import { diffArrays } from 'diff';

/** A run of words of a text: in both versions, in the earlier one only, or in the later one only. */
export type DiffPiece = { readonly kind: 'same' | 'removed' | 'added'; readonly text: string };

/** Texts that differ in more words are shown as a whole: to compare them takes time by the square of their number. */
const mostEdits = 2_000;
/** Words that are shown before and after a difference. */
const context = 4;

/** Words with the blanks after them. */
const wordsOf = (text: string): readonly string[] => text.match(/\S+\s*|^\s+/gu) ?? [];

const isSame = (one: string, other: string): boolean => one.trimEnd() === other.trimEnd();

/** Compares two texts word by word; blanks do not count. */
export const wordDiff = (earlier: string, later: string): readonly DiffPiece[] => {
  const changes = diffArrays([...wordsOf(earlier)], [...wordsOf(later)], {
    comparator: isSame,
    maxEditLength: mostEdits,
  });
  const pieces: readonly DiffPiece[] = changes?.map(({ value, added, removed }) => ({
    kind: added ? 'added' : removed ? 'removed' : 'same',
    text: value.join(''),
  })) ?? [
    { kind: 'removed', text: earlier },
    { kind: 'added', text: later },
  ];
  return pieces.filter(({ text }) => text !== '');
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

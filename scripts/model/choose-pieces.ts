import { tokenizer } from '../../src/sentence-encoder/tokenizer.ts';
import type { NumberedPiece } from './sentence-piece-model.ts';
import { forEachWord } from './word-list.ts';

/** How many pieces are kept in all, and how many of those with digits. */
const kept = { all: 36_490, digits: 2_500 };

/** What SentencePiece subtracts from the least score for a character that no piece has. */
const unknownPenalty = 10;

/** Forms in which a word of the list, which has no capitals, stands in texts, and their shares: short ones are often abbreviations. */
const formsOf = (word: string): readonly (readonly [string, number])[] => {
  const capitals = word.length <= 4 ? 0.3 : 0.05;
  return [
    [word, 0.85 - capitals],
    [word.charAt(0).toUpperCase() + word.slice(1), 0.15],
    [word.toUpperCase(), capitals],
  ];
};
/** A share of words follows a bracket, quote or slash, and so has no blank before it. */
const afterMark = { mark: '(', share: 0.05 };

/** Latin words are a small part of the Russian list, but those that Russian texts have. */
const languages = { en: 1, ru: 4 };

/** The score of a character that no piece has. */
export const unknownScoreOf = (pieces: readonly NumberedPiece[]): number =>
  pieces.reduce((lowest, { score }) => Math.min(lowest, score), 0) - unknownPenalty;

/** Pieces in the order of their UTF-16 code units, as the tokenizer wants them. */
export const sorted = (pieces: readonly NumberedPiece[]): readonly NumberedPiece[] =>
  pieces.toSorted((one, other) => (one.text < other.text ? -1 : Number(one.text > other.text)));

/** How often each piece is expected in words of the lists. */
const countLatin = async (pieces: readonly NumberedPiece[], wordList: string): Promise<Float64Array> => {
  const counts = new Float64Array(pieces.length);
  const known = { texts: pieces.map(({ text }) => text), scores: Float32Array.from(pieces, ({ score }) => score) };
  const tokenize = tokenizer(known, unknownScoreOf(pieces));
  const count = (text: string, weight: number) => {
    for (const piece of tokenize(text)) if (piece >= 0) counts[piece] = (counts[piece] ?? 0) + weight;
  };
  for (const [language, factor] of Object.entries(languages)) {
    await forEachWord(wordList, language, (word, frequency) => {
      if (!/[a-z]/.test(word)) return;
      for (const [form, share] of formsOf(word)) {
        count(form, factor * frequency * share * (1 - afterMark.share));
        count(afterMark.mark + form, factor * frequency * share * afterMark.share);
      }
    });
  }
  return counts;
};

/** Cyrillic, marks and single letters, with which any other word is spelt. */
const isKept = (text: string): boolean =>
  /\p{Script=Cyrillic}|^\u2581?[\p{P}\p{S}\p{M}\p{Cf}\u2581]+$|^\p{Script=Latin}$/u.test(text);

/**
 * Returns the pieces that are kept, sorted: all with Cyrillic letters, marks and single letters, the most probable ones of digits, and of those with ASCII
 * letters the ones that are most frequent in the words of `wordList` (a wheel of wordfreq).
 */
export const choosePieces = async (
  pieces: readonly NumberedPiece[],
  wordList: string,
): Promise<readonly NumberedPiece[]> => {
  const all = sorted(pieces);
  const counts = await countLatin(all, wordList);
  const digits = all
    .filter(({ text }) => /[0-9]/.test(text) && !/\p{L}/u.test(text))
    .toSorted((one, other) => other.score - one.score || one.number - other.number)
    .slice(0, kept.digits);
  const chosen = new Set([...all.filter(({ text }) => isKept(text)), ...digits]);
  const latin = all
    .map((piece, at) => ({ piece, count: counts[at] ?? 0 }))
    .filter(({ piece }) => !chosen.has(piece) && /^\u2581?[!-~]*[A-Za-z][!-~]*$/.test(piece.text))
    .toSorted((one, other) => other.count - one.count || one.piece.number - other.piece.number);
  for (const { piece } of latin.slice(0, kept.all - chosen.size)) chosen.add(piece);
  return sorted([...chosen]);
};

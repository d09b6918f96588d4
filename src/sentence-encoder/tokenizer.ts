import { twoGenerationCache } from '../platform/two-generation-cache.ts';
import { wordsOf } from './normalise.ts';
import { pieceFinder, type Pieces } from './pieces.ts';

/** Marks the start of a word, and is a piece of its own where no longer one starts so. */
export const wordStart = '\u2581';

/** The best way to an offset of a word: its score, and the piece and the offset that it comes from. */
type Ways = { readonly scores: Float32Array; readonly pieces: Int32Array; readonly froms: Int32Array };

const newWays = (length: number): Ways => ({
  scores: new Float32Array(length),
  pieces: new Int32Array(length),
  froms: new Int32Array(length),
});

type Step = { readonly piece: number; readonly length: number; readonly score: number };

/** Takes a step from an offset if it makes the best way to where it leads; of two equal ones the first stays. */
const reach = ({ scores, pieces, froms }: Ways, from: number, { piece, length, score }: Step): void => {
  const end = from + length;
  const sum = Math.fround((scores[from] ?? 0) + score);
  if (sum <= (scores[end] ?? 0)) return;
  scores[end] = sum;
  pieces[end] = piece;
  froms[end] = from;
};

/** A piece that stands for one or several characters of which no piece is known. */
export const unknownPiece = -1;

/** Splits a run of 100 characters at a time, so that time and memory stay linear in its length. */
const longestWord = 100;

const chunksOf = (word: string): readonly string[] => {
  if (word.length < longestWord) return [wordStart + word];
  const characters = Array.from(word);
  const chunks: string[] = [];
  for (let from = 0; from < characters.length; from += longestWord) {
    chunks.push((from === 0 ? wordStart : '') + characters.slice(from, from + longestWord).join(''));
  }
  return chunks;
};

/** The pieces of the best way to the end of a word. */
const piecesOfWay = ({ pieces, froms }: Ways, end: number): Int32Array => {
  const way: number[] = [];
  for (let at = end; at > 0; at = froms[at] ?? 0) way.push(pieces[at] ?? unknownPiece);
  return Int32Array.from(way.reverse());
};

/** Appends pieces; unknown ones that follow one another become one. */
const append = (pieces: Int32Array, found: number[]): void => {
  for (const piece of pieces) if (piece !== unknownPiece || found.at(-1) !== unknownPiece) found.push(piece);
};

/** Cached chunks in each of two generations: nine of ten chunks of a help desk's texts, at some hundred bytes each. */
const maxCachedChunks = 8_000;

/**
 * Returns a function that splits a text into the most probable sequence of the model's pieces (the unigram model of SentencePiece, by Viterbi's algorithm in
 * float32 as there), at most `limit` of them. `unknownScore`: what a character costs that no piece has.
 */
export const tokenizer = (
  pieces: Pieces,
  unknownScore: number,
): ((text: string, limit?: number) => readonly number[]) => {
  const find = pieceFinder(pieces);
  const lengthOf = (piece: number): number => pieces.texts[piece]?.length ?? 0;
  // Used again for each word: in UTF-16 code units a chunk has at most twice its characters, and its start.
  const ways = newWays(2 * longestWord + 2);
  const bestOf = (word: string): Ways => {
    ways.scores.fill(-Infinity, 1, word.length + 1);
    for (let start = 0; start < word.length;) {
      const character = (word.codePointAt(start) ?? 0) > 0xffff ? 2 : 1;
      const known = find(word, start);
      for (const piece of known)
        reach(ways, start, { piece, length: lengthOf(piece), score: pieces.scores[piece] ?? 0 });
      const isKnown = known.some((piece) => lengthOf(piece) === character);
      if (!isKnown) reach(ways, start, { piece: unknownPiece, length: character, score: unknownScore });
      start += character;
    }
    return ways;
  };
  const piecesOf = twoGenerationCache(maxCachedChunks, (chunk: string) => piecesOfWay(bestOf(chunk), chunk.length));
  return (text, limit = Infinity) => {
    const found: number[] = [];
    for (const word of wordsOf(text)) {
      for (const chunk of chunksOf(word)) append(piecesOf(chunk), found);
      if (found.length >= limit) break;
    }
    return found.slice(0, limit);
  };
};

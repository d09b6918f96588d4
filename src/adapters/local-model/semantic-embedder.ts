import { sentenceEncoder } from '../../sentence-encoder/encoder.ts';
import { reducedWidth } from '../../sentence-encoder/network.ts';
import type { Embedder } from '../../ports/embedder.ts';
import { localModel, localSimilarityLevels } from './name.ts';
import { lexicalDimensions } from './slots.ts';
import { textVectors } from './text-vector.ts';
import { withoutMasks } from './tokens.ts';

/** The share of meaning in a cosine, the rest is words; chosen by `npm run bench:retrieval`. A query that turns on a word has less of it. */
const shares = { usual: 0.75, ofName: 0.4 };

/** A query of so few words, or with a code, is about a thing by its name. */
const fewWords = 3;
const leastCode = 3;

const isCode = (word: string): boolean =>
  /\p{N}/u.test(word) && (word.match(/[\p{L}\p{N}]/gu) ?? []).length >= leastCode;

/** Returns whether a query turns on a word: it has one to three words, or among them a code, a model or a number of three digits. */
export const turnsOnName = (query: string): boolean => {
  const words = query.match(/[^\s,;:!?()«»"]+/gu) ?? [];
  return words.length <= fewWords || words.some(isCode);
};

/** Russian words in capitals, of which the encoder knows few, in small letters. */
const withoutShouting = (text: string): string => text.replace(/[А-ЯЁ]{4,}/g, (word) => word.toLowerCase());

/** √share of meaning beside √(1 − share) of words: a unit vector, whose products are cosines. */
const beside = (meaning: Float32Array, words: Float32Array, share: number): Float32Array => {
  const vector = new Float32Array(meaning.length + words.length);
  const [ofMeaning, ofWords] = [Math.sqrt(share), Math.sqrt(1 - share)];
  for (let i = 0; i < meaning.length; i += 1) vector[i] = ofMeaning * (meaning[i] ?? 0);
  for (let i = 0; i < words.length; i += 1) vector[meaning.length + i] = ofWords * (words[i] ?? 0);
  return vector;
};

/**
 * Returns the embedder that finds by meaning, in this process: a vector of the sentence encoder (docs/sentence-encoder.md) beside a shorter one of the
 * words, as those of `local-1`. Tickets and queries use the same function but for the weights of both halves: a query equal to a ticket's search text has
 * the cosine 1, or .93 if it turns on a name. Throws ModelFileDamaged.
 */
export const semanticEmbedder = (): Embedder => {
  const read = textVectors(lexicalDimensions);
  const encode = sentenceEncoder();
  const vectorOf = (text: string, share: number): Float32Array => {
    const { vector, retyped = text } = read(text);
    return beside(encode(withoutShouting(withoutMasks(retyped))).reduced, vector, share);
  };
  return {
    model: localModel,
    similarityLevels: localSimilarityLevels,
    dimensions: () => reducedWidth + lexicalDimensions,
    batchSize: 100,
    embedTickets: async (texts, yieldIfDue) => {
      const vectors: Float32Array[] = [];
      for (const text of texts) {
        await yieldIfDue?.();
        vectors.push(vectorOf(text, shares.usual));
      }
      return vectors;
    },
    embedQuery: (text) => Promise.resolve(vectorOf(text, turnsOnName(text) ? shares.ofName : shares.usual)),
  };
};

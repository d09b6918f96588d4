import { lexicalModel, lexicalSimilarityLevels } from './name.ts';
import type { Embedder } from '../../ports/embedder.ts';
import { dimensions } from './slots.ts';
import { textVectors } from './text-vector.ts';

/**
 * Returns the lexical embedder that runs in this process: Russian and English, tolerant of endings, typos and the wrong keyboard layout.
 * Tickets and queries use the same function, so a query equal to a ticket's search text has cosine 1. Never throws.
 */
export const localEmbedder = (): Embedder => {
  const read = textVectors();
  const vectorOf = (text: string): Float32Array => read(text).vector;
  return {
    model: lexicalModel,
    dimensions: () => dimensions,
    similarityLevels: lexicalSimilarityLevels,
    batchSize: 100,
    embedTickets: async (texts, yieldIfDue) => {
      const vectors: Float32Array[] = [];
      for (const text of texts) {
        await yieldIfDue?.();
        vectors.push(vectorOf(text));
      }
      return vectors;
    },
    embedQuery: (text) => Promise.resolve(vectorOf(text)),
  };
};

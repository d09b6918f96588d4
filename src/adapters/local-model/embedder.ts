import { localModel } from './name.ts';
import type { Embedder } from '../../ports/embedder.ts';
import { dimensions } from './slots.ts';
import { textVectors } from './text-vector.ts';

/** Names the vectors, not the code: whatever changes a single one of them needs the next name, so that stored vectors are made anew. */
const model = localModel;

/**
 * Returns the lexical embedder that needs nothing but this process: Russian and English, tolerant of endings, typos and a forgotten keyboard
 * layout. Tickets and queries go through one function, so a query equal to a ticket's search text has the cosine 1. Never throws.
 */
export const localEmbedder = (): Embedder => {
  const vectorOf = textVectors();
  return {
    model,
    dimensions: () => dimensions,
    batchSize: 100,
    embedTickets: (texts) => Promise.resolve(texts.map(vectorOf)),
    embedQuery: (text) => Promise.resolve(vectorOf(text)),
  };
};

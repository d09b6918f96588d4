import { EmbeddingRefused } from '../../src/domain/errors.ts';
import type { Embedder } from '../../src/ports/embedder.ts';
import type { Hit, NearestQuery } from '../../src/ports/ticket-index.ts';

export const hit = (ticketId: string, revision = 1, score = 0.5): Hit => ({
  ...{ ticketId, score, revision },
  ...{ category: '', fullText: `Решение: ${ticketId}`, problemLengths: [], isFlagged: false },
});

/** A model that answers a question if its nearest ticket has one of these ids. */
export const answering = (...ids: readonly string[]): Embedder => ({
  ...{ model: 'test-2', dimensions: () => 2, batchSize: 1 },
  answerOdds: (_, [best]) => (best && ids.includes(best.ticketId) ? 1 : 0.99),
  embedTickets: (texts) => Promise.resolve(texts.map(() => Float32Array.of(1, 0))),
  embedQuery: (text) => {
    if (text === 'отказ') return Promise.reject(new EmbeddingRefused('Embedding gateway answered 400'));
    return Promise.resolve(Float32Array.of(1, 0));
  },
});

export const parts = (embedder: Embedder, found: readonly Hit[], queries: NearestQuery[] = []) => ({
  embedders: { configured: embedder, of: () => embedder, named: () => embedder },
  index: {
    snapshot: () =>
      Promise.resolve({
        model: { model: 'test-2', dimensions: 2 },
        nearest: (query: NearestQuery) => {
          queries.push(query);
          return Promise.resolve(found);
        },
      }),
  },
});

import { EmbeddingFailed, EmbeddingRefused } from '../../src/domain/errors.ts';
import type { Embedder } from '../../src/ports/embedder.ts';
import type { Embedders } from '../../src/ports/embedders.ts';

/** What a test embedder does with a batch before it embeds it. */
export type BeforeBatch = (texts: readonly string[], call: number) => void | Promise<void>;

/** A model of four dimensions in this process; `mood` may throw in its place. `batches` are the sizes of its requests. */
export const testEmbedders = (mood: BeforeBatch = () => undefined) => {
  const batches: number[] = [];
  const vectorOf = (text: string) => Float32Array.of(1, text.length, text.charCodeAt(0) || 1, 1);
  const embedder: Embedder = {
    model: 'test-4',
    dimensions: () => 4,
    batchSize: 100,
    embedTickets: async (texts) => {
      batches.push(texts.length);
      await mood(texts, batches.length);
      return texts.map(vectorOf);
    },
    embedQuery: (text) => Promise.resolve(vectorOf(text)),
  };
  const named = (model: string) => (model.startsWith('test-') ? { ...embedder, model } : undefined);
  const embedders: Embedders = {
    configured: embedder,
    of: ({ model }) => named(model),
    named,
  };
  return { embedders, batches };
};

/** The gateway refuses every batch with such a text in it. */
export const refusing =
  (word: string): BeforeBatch =>
  (texts) => {
    if (texts.some((text) => text.includes(word))) throw new EmbeddingRefused('Embedding gateway answered 400');
  };

/** The gateway does not answer calls with these numbers, counted from 1. */
export const failingAt =
  (isDown: (call: number) => boolean): BeforeBatch =>
  (_texts, call) => {
    if (isDown(call)) throw new EmbeddingFailed('Embedding gateway did not answer within 30 s');
  };

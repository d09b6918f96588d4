import { embedderInThread } from './embedder-in-thread.ts';
import { lexicalModel, lexicalSimilarityLevels } from './name.ts';
import type { Embedder } from '../../ports/embedder.ts';
import { dimensions } from './slots.ts';
import { textVectors } from './text-vector.ts';

/** Returns the lexical embedder that runs in this process: Russian and English, tolerant of endings, typos and the wrong keyboard layout. Never throws. */
export const localEmbedder = (): Embedder => {
  const read = textVectors();
  const model = {
    model: lexicalModel,
    dimensions: () => dimensions,
    similarityLevels: lexicalSimilarityLevels,
  };
  return embedderInThread(model, (text) => read(text).vector);
};

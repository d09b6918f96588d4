import { localEmbedder } from '../adapters/local-model/embedder.ts';
import { semanticEmbedder } from '../adapters/local-model/semantic-embedder.ts';
import type { Embedder } from '../ports/embedder.ts';
import type { Embedders } from '../ports/embedders.ts';
import { smallSizes } from '../sentence-encoder/encoder.ts';

/** Wraps each of the models. */
export type WrapModel = (embedder: Embedder) => Embedder;

/** The models of this process, each as `wrap` returns it. Throws ModelFileDamaged. */
export const localEmbedders = (wrap: WrapModel = (embedder) => embedder, semantic = semanticEmbedder()): Embedders => {
  const configured = wrap(semantic);
  const models = [configured, wrap(localEmbedder())];
  const named = (model: string) => models.find((each) => each.model === model);
  return { configured, of: ({ model }) => named(model), named };
};

/** The models of one of several upload helpers, with smaller caches. Throws ModelFileDamaged. */
export const helperEmbedders = (): Embedders => localEmbedders(undefined, semanticEmbedder(smallSizes));

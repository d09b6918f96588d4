import { Unavailable } from '../domain/errors.ts';
import type { EmbeddingModel } from '../domain/events.ts';
import type { Embedder } from './embedder.ts';

/** The embedders that can be called here. The model in use is a fact of the log; the configured one is only a wish once a model was chosen. */
export type Embedders = {
  readonly configured: Embedder;
  /** The embedder of a model, undefined where it cannot be called. */
  readonly of: (model: EmbeddingModel) => Embedder | undefined;
  /** The embedder of a model that somebody wants to change to, asked for vectors of so many dimensions where that is said; undefined where it cannot be called. */
  readonly named: (model: string, dimensions: number | undefined) => Embedder | undefined;
};

/** The embedder of the chosen model. Throws Unavailable, naming the model, where it cannot be called or makes vectors of another length. */
export const embedderOf = (embedders: Embedders, chosen: EmbeddingModel): Embedder => {
  const embedder = embedders.of(chosen);
  if (!embedder) {
    throw new Unavailable(`Tickets are embedded with the model ${chosen.model}, which is not configured here`);
  }
  const dimensions = embedder.dimensions();
  if (dimensions !== undefined) checkLength(chosen, dimensions);
  return embedder;
};

/** Vectors of another length cannot be compared with those that are stored. Throws Unavailable that names the model. */
export const checkLength = (chosen: EmbeddingModel, dimensions: number): void => {
  if (dimensions === chosen.dimensions) return;
  throw new Unavailable(
    `Tickets are embedded with ${chosen.dimensions} dimensions of ${chosen.model}, but it makes ${dimensions} now`,
  );
};

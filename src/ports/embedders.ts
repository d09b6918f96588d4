import { Unavailable } from '../domain/errors.ts';
import type { EmbeddingModel } from '../domain/events.ts';
import type { Embedder } from './embedder.ts';

/** The available embedders. Once the log has chosen a model, that one is used, not the configured one. */
export type Embedders = {
  readonly configured: Embedder;
  /** Returns the embedder of a model; undefined if it is not available. */
  readonly of: (model: EmbeddingModel) => Embedder | undefined;
  /** Returns the embedder of a model to change to, with vectors of `dimensions` or of the model's own length; undefined if it is not available. The bare name of the configured model means its configured prefixes. */
  readonly named: (model: string, dimensions: number | undefined) => Embedder | undefined;
};

/** Returns the embedder of the chosen model. Throws Unavailable with the model's name if it is not available or has another vector length. */
export const embedderOf = (embedders: Embedders, chosen: EmbeddingModel): Embedder => {
  const embedder = embedders.of(chosen);
  if (!embedder) {
    throw new Unavailable(`Tickets are embedded with the model ${chosen.model}, which is not configured here`);
  }
  const dimensions = embedder.dimensions();
  if (dimensions !== undefined) checkLength(chosen, dimensions);
  return embedder;
};

/** Throws Unavailable with the model's name if its vectors have another length than the stored ones. */
export const checkLength = (chosen: EmbeddingModel, dimensions: number): void => {
  if (dimensions === chosen.dimensions) return;
  throw new Unavailable(
    `Tickets are embedded with ${chosen.dimensions} dimensions of ${chosen.model}, but it makes ${dimensions} now`,
  );
};

import type { YieldIfDue } from '../concurrency/fair-time-slices.ts';
import { EmbeddingRefused, Unavailable } from '../domain/errors.ts';
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

/** The vector of a question that was asked some time ago; undefined if the model refuses its text for good. Throws EmbeddingFailed and Unavailable. */
export const queryVector = async (
  embedder: Embedder,
  model: EmbeddingModel,
  { question, yieldIfDue }: { readonly question: string; readonly yieldIfDue?: YieldIfDue },
): Promise<Float32Array | undefined> => {
  try {
    const vector = await embedder.embedQuery(question, undefined, yieldIfDue);
    checkLength(model, vector.length);
    return vector;
  } catch (error) {
    if (error instanceof EmbeddingRefused) return undefined;
    throw error;
  }
};

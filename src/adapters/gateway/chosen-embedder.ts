import type { EmbeddingModel } from '../../domain/events.ts';
import type { Embedder } from '../../ports/embedder.ts';
import { gatewayEmbedder, type GatewayEmbedderOptions } from './embedder.ts';

/**
 * Calls a model that was chosen once though another one is configured now. Nobody remembers whether it was asked for a length then, and
 * some models refuse the question: it is asked for one only where what it gives by itself has another.
 */
export const chosenEmbedder = (
  options: Omit<GatewayEmbedderOptions, 'model' | 'dimensions'>,
  { model, dimensions }: EmbeddingModel,
): Embedder => {
  const asItIs = gatewayEmbedder({ ...options, model, dimensions: undefined });
  const shortened = gatewayEmbedder({ ...options, model, dimensions });
  let fitting: Embedder | undefined;

  const call = async <Result>(
    ask: (embedder: Embedder) => Promise<Result>,
    lengthOf: (result: Result) => number | undefined,
  ): Promise<Result> => {
    if (fitting) return ask(fitting);
    const result = await ask(asItIs);
    const length = lengthOf(result);
    if (length === undefined) return result;
    fitting = length === dimensions ? asItIs : shortened;
    return fitting === asItIs ? result : ask(shortened);
  };

  return {
    model,
    dimensions: () => dimensions,
    batchSize: asItIs.batchSize,
    embedTickets: (texts) =>
      call(
        (embedder) => embedder.embedTickets(texts),
        (vectors) => vectors[0]?.length,
      ),
    embedQuery: (text) =>
      call(
        (embedder) => embedder.embedQuery(text),
        (vector) => vector.length,
      ),
  };
};

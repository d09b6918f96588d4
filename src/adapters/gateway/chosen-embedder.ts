import type { EmbeddingModel } from '../../domain/events.ts';
import type { Embedder } from '../../ports/embedder.ts';
import { gatewayEmbedder, type GatewayEmbedderOptions } from './embedder.ts';

/**
 * Returns an embedder for the model that the log has chosen while another one is configured. Whether it was asked for a length back then is
 * not recorded, and some models refuse that parameter: the length is requested only if the model's own differs from the chosen one.
 */
export const chosenEmbedder = (
  options: Omit<GatewayEmbedderOptions, 'model' | 'dimensions'>,
  { model, dimensions }: EmbeddingModel,
): Embedder => {
  const plain = gatewayEmbedder({ ...options, model, dimensions: undefined });
  const shortened = gatewayEmbedder({ ...options, model, dimensions });
  let selected: Embedder | undefined;

  const call = async <Result>(
    ask: (embedder: Embedder) => Promise<Result>,
    lengthOf: (result: Result) => number | undefined,
  ): Promise<Result> => {
    if (selected) return ask(selected);
    const result = await ask(plain);
    const length = lengthOf(result);
    if (length === undefined) return result;
    selected = length === dimensions ? plain : shortened;
    return selected === plain ? result : ask(shortened);
  };

  return {
    model,
    dimensions: () => dimensions,
    batchSize: plain.batchSize,
    embedTickets: (texts) =>
      call(
        (embedder) => embedder.embedTickets(texts),
        (vectors) => vectors[0]?.length,
      ),
    embedQuery: (text, onSent) =>
      call(
        (embedder) => embedder.embedQuery(text, onSent),
        (vector) => vector.length,
      ),
  };
};

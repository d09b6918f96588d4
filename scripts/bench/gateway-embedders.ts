import { unitVector } from '../../src/adapters/elasticsearch/ticket-document.ts';
import { embeddersOf } from '../../src/composition/models.ts';
import { parseConfig } from '../../src/config.ts';
import { readEnvironment } from '../../src/environment.ts';
import type { Embedder } from '../../src/ports/embedder.ts';

/** The embedding model of the gateway that the environment or `.env` configures, with its prefixes; none without GATEWAY_URL. Its vectors get length 1: not every gateway sends such. */
export const gatewayEmbedders = (): readonly (() => Embedder)[] => {
  const config = parseConfig(readEnvironment());
  return config.gateway ? [() => withUnitVectors(embeddersOf(config).configured)] : [];
};

const withUnitVectors = (embedder: Embedder): Embedder => ({
  ...embedder,
  embedTickets: async (texts) => (await embedder.embedTickets(texts)).map(unit),
  embedQuery: async (text) => unit(await embedder.embedQuery(text)),
});

const unit = (vector: Float32Array): Float32Array => Float32Array.from(unitVector(vector));

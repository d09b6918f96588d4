import type { EmbeddingModel } from '../../domain/events.ts';
import { prefixedModel } from '../../domain/model-identity.ts';
import type { Embedder } from '../../ports/embedder.ts';
import type { Embedders } from '../../ports/embedders.ts';
import { chosenEmbedder } from './chosen-embedder.ts';
import { gatewayEmbedder, type GatewayEmbedderOptions } from './embedder.ts';

/** Embedders of any model of a gateway; `options` are those of the configured model. */
export const gatewayEmbedders = (options: GatewayEmbedderOptions): Embedders => {
  const configured = gatewayEmbedder(options);
  const withoutLevels = { ...options, similarityLevels: undefined };
  const others = new Map<string, Embedder>();
  const other = (chosen: EmbeddingModel): Embedder => {
    const name = `${chosen.model} ${chosen.dimensions}`;
    const embedder = others.get(name) ?? chosenEmbedder(withoutLevels, chosen);
    others.set(name, embedder);
    return embedder;
  };
  return {
    configured,
    of: (chosen) => {
      const dimensions = configured.dimensions() ?? chosen.dimensions;
      return chosen.model === configured.model && chosen.dimensions === dimensions ? configured : other(chosen);
    },
    named: (model, dimensions) => {
      const isConfigured = model === prefixedModel(configured.model).name;
      return gatewayEmbedder({ ...withoutLevels, model: isConfigured ? configured.model : model, dimensions });
    },
  };
};

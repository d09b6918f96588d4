import { gatewayAnswers } from '../adapters/gateway/answers.ts';
import { chosenEmbedder } from '../adapters/gateway/chosen-embedder.ts';
import { gatewayEmbedder } from '../adapters/gateway/embedder.ts';
import { localEmbedder } from '../adapters/local-model/embedder.ts';
import { extractiveAnswers } from '../adapters/local-model/extractive-answers.ts';
import type { Config } from '../config.ts';
import type { EmbeddingModel } from '../domain/events.ts';
import type { AnswerWriter } from '../ports/answer-writer.ts';
import type { Embedder } from '../ports/embedder.ts';
import type { Embedders } from '../ports/embedders.ts';

/** The local model can always be called, any model of the gateway where one is configured: the one in use need not be the configured one. */
export const embeddersOf = ({ gateway }: Pick<Config, 'gateway'>): Embedders => {
  const local = localEmbedder();
  const isLocal = (model: string) => model.startsWith('local-');
  const localNamed = (model: string) => (model === local.model ? local : undefined);
  if (!gateway) return { configured: local, of: ({ model }) => localNamed(model), named: localNamed };
  const maxCharacters = gateway.embeddingMaxCharacters;
  const remote = gatewayEmbedder({
    gateway,
    model: gateway.embeddingModel,
    dimensions: gateway.embeddingDimensions,
    maxCharacters,
  });
  const others = new Map<string, Embedder>();
  const other = (chosen: EmbeddingModel): Embedder => {
    const name = `${chosen.model} ${chosen.dimensions}`;
    const embedder = others.get(name) ?? chosenEmbedder({ gateway, maxCharacters }, chosen);
    others.set(name, embedder);
    return embedder;
  };
  return {
    configured: remote,
    of: (chosen) => {
      if (isLocal(chosen.model)) return localNamed(chosen.model);
      const fits = chosen.model === remote.model && (remote.dimensions() ?? chosen.dimensions) === chosen.dimensions;
      return fits ? remote : other(chosen);
    },
    named: (model, dimensions) =>
      isLocal(model) ? localNamed(model) : gatewayEmbedder({ gateway, model, dimensions, maxCharacters }),
  };
};

export const answersOf = ({ gateway }: Pick<Config, 'gateway'>): AnswerWriter =>
  gateway ? gatewayAnswers({ gateway, model: gateway.chatModel }) : extractiveAnswers();

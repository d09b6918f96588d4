import { gatewayAnswers } from '../adapters/gateway/answers.ts';
import { gatewayEmbedders } from '../adapters/gateway/embedders.ts';
import { localEmbedder } from '../adapters/local-model/embedder.ts';
import { extractiveAnswers } from '../adapters/local-model/extractive-answers.ts';
import type { WatchCall } from '../adapters/gateway/post.ts';
import { semanticEmbedder } from '../adapters/local-model/semantic-embedder.ts';
import type { Config } from '../config.ts';
import type { AnswerWriter } from '../ports/answer-writer.ts';
import type { Embedders } from '../ports/embedders.ts';

/** The local models, and any model of the gateway if one is configured: the model in use may be another than the configured one. */
export const embeddersOf = ({ gateway: given }: Pick<Config, 'gateway'>, watch?: WatchCall): Embedders => {
  const local = localEmbedders();
  if (!given) return local;
  const gateway = { ...given, watch };
  const { embeddingModel: model, embeddingDimensions: dimensions, embeddingMaxCharacters: maxCharacters } = gateway;
  const { similarityLevels } = gateway;
  const remote = gatewayEmbedders({ gateway, model, dimensions, maxCharacters, similarityLevels });
  const embeddersFor = (name: string) => (name.startsWith('local-') ? local : remote);
  return {
    configured: remote.configured,
    of: (chosen) => embeddersFor(chosen.model).of(chosen),
    named: (name, length) => embeddersFor(name).named(name, length),
  };
};

const localEmbedders = (): Embedders => {
  const configured = localEmbedder();
  const models = [configured, semanticEmbedder()];
  const named = (model: string) => models.find((each) => each.model === model);
  return { configured, of: ({ model }) => named(model), named };
};

export const answersOf = ({ gateway }: Pick<Config, 'gateway'>, watch?: WatchCall): AnswerWriter =>
  gateway ? gatewayAnswers({ gateway: { ...gateway, watch }, model: gateway.chatModel }) : extractiveAnswers();

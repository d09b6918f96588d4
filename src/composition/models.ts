import { gatewayAnswers } from '../adapters/gateway/answers.ts';
import { gatewayEmbedders } from '../adapters/gateway/embedders.ts';
import { localEmbedder } from '../adapters/local-model/embedder.ts';
import { extractiveAnswers } from '../adapters/local-model/extractive-answers.ts';
import type { WatchCall } from '../adapters/gateway/post.ts';
import { semanticEmbedder } from '../adapters/local-model/semantic-embedder.ts';
import type { Config } from '../config.ts';
import type { AnswerWriter } from '../ports/answer-writer.ts';
import type { Embedders } from '../ports/embedders.ts';

/** The local models, and any model of the gateway if one is configured: the model in use may be another than the configured one. Throws ModelFileDamaged. */
export const embeddersOf = ({ gateway: given }: Pick<Config, 'gateway'>, watch?: WatchCall): Embedders => {
  if (!given) return localEmbedders();
  const gateway = { ...given, watch };
  const { embeddingModel: model, embeddingDimensions: dimensions, embeddingMaxCharacters: maxCharacters } = gateway;
  const { similarityLevels } = gateway;
  const remote = gatewayEmbedders({ gateway, model, dimensions, maxCharacters, similarityLevels });
  let local: Embedders | undefined;
  // Behind a gateway the file of the local model is read when a log was made with it.
  const embeddersFor = (name: string) => (name.startsWith('local-') ? (local ??= localEmbedders()) : remote);
  return {
    configured: remote.configured,
    of: (chosen) => embeddersFor(chosen.model).of(chosen),
    named: (name, length) => embeddersFor(name).named(name, length),
  };
};

const localEmbedders = (): Embedders => {
  const configured = semanticEmbedder();
  const models = [configured, localEmbedder()];
  const named = (model: string) => models.find((each) => each.model === model);
  return { configured, of: ({ model }) => named(model), named };
};

export const answersOf = ({ gateway }: Pick<Config, 'gateway'>, watch?: WatchCall): AnswerWriter =>
  gateway ? gatewayAnswers({ gateway: { ...gateway, watch }, model: gateway.chatModel }) : extractiveAnswers();

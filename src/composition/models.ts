import { gatewayAnswers } from '../adapters/gateway/answers.ts';
import { gatewayEmbedders } from '../adapters/gateway/embedders.ts';
import { extractiveAnswers } from '../adapters/local-model/extractive-answers.ts';
import type { WatchCall } from '../adapters/gateway/post.ts';
import type { Config } from '../config.ts';
import type { AnswerWriter } from '../ports/answer-writer.ts';
import type { Embedders } from '../ports/embedders.ts';
import { localEmbedders, type WrapModel } from './local-models.ts';

/**
 * The local models, each as `wrapLocal` returns it, and any model of the gateway if one is configured: the model in use may be another than the configured
 * one. Throws ModelFileDamaged.
 */
export const embeddersOf = (
  { gateway: given }: Pick<Config, 'gateway'>,
  watch?: WatchCall,
  wrapLocal?: WrapModel,
): Embedders => {
  if (!given) return localEmbedders(wrapLocal);
  const gateway = { ...given, watch };
  const { embeddingModel: model, embeddingDimensions: dimensions, embeddingMaxCharacters: maxCharacters } = gateway;
  const { similarityLevels } = gateway;
  const remote = gatewayEmbedders({ gateway, model, dimensions, maxCharacters, similarityLevels });
  let local: Embedders | undefined;
  // Behind a gateway the file of the local model is read when a log was made with it.
  const embeddersFor = (name: string) => (name.startsWith('local-') ? (local ??= localEmbedders(wrapLocal)) : remote);
  return {
    configured: remote.configured,
    of: (chosen) => embeddersFor(chosen.model).of(chosen),
    named: (name, length) => embeddersFor(name).named(name, length),
  };
};

export const answersOf = ({ gateway }: Pick<Config, 'gateway'>, watch?: WatchCall): AnswerWriter =>
  gateway ? gatewayAnswers({ gateway: { ...gateway, watch }, model: gateway.chatModel }) : extractiveAnswers();

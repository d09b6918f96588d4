import { gatewayAnswers } from '../adapters/gateway/answers.ts';
import { gatewayEmbedder } from '../adapters/gateway/embedder.ts';
import { localEmbedder } from '../adapters/local-model/embedder.ts';
import { extractiveAnswers } from '../adapters/local-model/extractive-answers.ts';
import type { Config } from '../config.ts';
import type { AnswerWriter } from '../ports/answer-writer.ts';
import type { Embedders } from '../ports/embedders.ts';

/** The local model can always be called, the gateway's where one is configured. */
export const embeddersOf = ({ gateway }: Pick<Config, 'gateway'>): Embedders => {
  const local = localEmbedder();
  if (!gateway) return { configured: local, of: (model) => (model === local.model ? local : undefined) };
  const remote = gatewayEmbedder({
    gateway,
    model: gateway.embeddingModel,
    dimensions: gateway.embeddingDimensions,
    maxCharacters: gateway.embeddingMaxCharacters,
  });
  return { configured: remote, of: (model) => [remote, local].find((embedder) => embedder.model === model) };
};

export const answersOf = ({ gateway }: Pick<Config, 'gateway'>): AnswerWriter =>
  gateway ? gatewayAnswers({ gateway, model: gateway.chatModel }) : extractiveAnswers();

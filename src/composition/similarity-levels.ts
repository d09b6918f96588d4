import { learntAnswers } from '../adapters/local-model/learnt-answers.ts';
import type { Config } from '../config.ts';
import type { SimilarityLevels } from '../ports/embedder.ts';

/** Returns the levels of an embedding model by its name, without opening it; undefined if nobody has measured them. */
export type LevelsOfModel = (model: string) => SimilarityLevels | undefined;

const learnt: Readonly<Record<string, { readonly similarityLevels: SimilarityLevels }>> = learntAnswers.models;

/** Those of the local models, and of the gateway's if the operator has set them. */
export const levelsOfModel =
  ({ gateway }: Pick<Config, 'gateway'>): LevelsOfModel =>
  (model) =>
    model === gateway?.embeddingModel ? gateway.similarityLevels : learnt[model]?.similarityLevels;

import type { AnswerSource } from '../../ports/answer-writer.ts';
import type { SimilarityLevels } from '../../ports/embedder.ts';
import { type AnswerProperties, answerProperties } from './answer-properties.ts';
import type { TextTokens } from './text-vector.ts';

/** A property in the decision: what it counts for each standard deviation above its mean. */
export type Share = { readonly mean: number; readonly deviation: number; readonly weight: number };

/** Weights fitted on questions and tickets: the log-odds that the nearest ticket answers are the constant plus the sum of the shares. */
export type AnswerWeights = {
  readonly constant: number;
  /** The logarithm of the odds from which on there is an answer. */
  readonly threshold: number;
  readonly shares: { readonly [Property in keyof AnswerProperties]: Share };
};

type LearntModel = {
  readonly similarityLevels: SimilarityLevels;
  readonly scoreNoise: number;
  readonly decision: AnswerWeights;
};

/** What was learnt for the models of this process. */
export type LearntAnswers = {
  /** SHA-256 of the lists, tickets and questions, from which it was learnt. */
  readonly lists: string;
  readonly models: Readonly<Record<'local-1' | 'local-2', LearntModel>>;
};

/** Returns the logarithm of the odds that the nearest ticket answers the question. */
export const logOdds = ({ constant, shares }: Omit<AnswerWeights, 'threshold'>, properties: AnswerProperties): number =>
  Object.entries(shares).reduce(
    (total, [name, { mean, deviation, weight }]) =>
      total + (weight * (properties[name as keyof AnswerProperties] - mean)) / deviation,
    constant,
  );

/**
 * Returns a function from a question and its sources, best first, to the odds that the nearest one answers it, as a multiple of those that an answer needs:
 * there is an answer from 1 on. 0 without a source, or if the question has no words.
 */
export const answerOdds =
  (weights: AnswerWeights, read: (text: string) => TextTokens) =>
  (question: string, sources: readonly AnswerSource[]): number => {
    const properties = answerProperties(read, question, sources);
    return properties ? Math.exp(logOdds(weights, properties) - weights.threshold) : 0;
  };

import { type AnswerWeights, logOdds, type Share } from '../../src/adapters/local-model/answer-odds.ts';
import type { AnswerProperties } from '../../src/adapters/local-model/answer-properties.ts';
import type { AnswerExample } from './examples.ts';
import { answerFigures, minMargin } from './figures.ts';

type Name = keyof AnswerProperties;
type Odds = Omit<AnswerWeights, 'threshold'>;

/** What a weight costs (the square of it, by half of this): large weights follow the chances of a list. */
const penalty = 3;
const steps = 3_000;
const decimals = 1_000;

const rounded = (value: number): number => Math.round(value * decimals) / decimals;

const mean = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length;

const spreadOf = (examples: readonly AnswerExample[], name: Name): Omit<Share, 'weight'> => {
  const values = examples.map(({ properties }) => properties[name]);
  const middle = mean(values);
  const deviation = Math.sqrt(mean(values.map((value) => (value - middle) ** 2)));
  return { mean: rounded(middle), deviation: rounded(deviation) || 1 };
};

const isAnswered = ({ found }: AnswerExample): boolean => found[0]?.isRight === true;

/** Returns a logistic regression of whether the nearest ticket answers, by gradient descent. The result is the same each time. */
const fit = (examples: readonly AnswerExample[]): Odds => {
  const names = Object.keys(examples[0]?.properties ?? {}) as Name[];
  const spreads = names.map((name) => spreadOf(examples, name));
  const rows = examples.map((example) => ({
    values: spreads.map((spread, i) => (example.properties[names[i] as Name] - spread.mean) / spread.deviation),
    target: Number(isAnswered(example)),
  }));
  const weights = names.map(() => 0);
  let constant = 0;
  for (let step = 0; step < steps; step += 1) {
    const slopes = weights.map((weight) => penalty * weight);
    let slope = 0;
    for (const { values, target } of rows) {
      const sum = values.reduce((total, value, i) => total + value * (weights[i] ?? 0), constant);
      const error = 1 / (1 + Math.exp(-sum)) - target;
      slope += error;
      values.forEach((value, i) => (slopes[i] = (slopes[i] ?? 0) + error * value));
    }
    constant -= slope / rows.length;
    slopes.forEach((each, i) => (weights[i] = (weights[i] ?? 0) - each / rows.length));
  }
  const shares = names.map((name, i) => [name, { ...spreads[i], weight: rounded(weights[i] ?? 0) }]);
  return { constant: rounded(constant), shares: Object.fromEntries(shares) as Odds['shares'] };
};

/** A question with the odds that its nearest ticket answers it, by what was learnt from the questions to other desks. */
export type ScoredExample = { readonly example: AnswerExample; readonly odds: number };

/** Returns all questions, each scored by what the other desks teach. */
export const crossValidated = (examples: readonly AnswerExample[]): readonly ScoredExample[] =>
  [...new Set(examples.map(({ desk }) => desk))].flatMap((desk) => {
    const odds = fit(examples.filter((example) => example.desk !== desk));
    return examples
      .filter((example) => example.desk === desk)
      .map((example) => ({ example, odds: logOdds(odds, example.properties) }));
  });

/** The threshold at which the goals are kept by most. */
const thresholdOf = (scored: readonly ScoredExample[]): number => {
  const all = scored.map(({ odds }) => odds).toSorted((a, b) => a - b);
  const thresholds = all.slice(1).map((odds, i) => rounded((odds + (all[i] ?? odds)) / 2));
  const rooms = thresholds.map((threshold) => minMargin(answerFigures(scored, threshold)));
  return thresholds[rooms.indexOf(Math.max(...rooms))] ?? 0;
};

/**
 * Returns the decision to answer: learnt from all questions, with the threshold that is best where each desk is scored
 * by the others.
 */
export const learnDecision = (examples: readonly AnswerExample[]): AnswerWeights => {
  const { constant, shares } = fit(examples);
  return { constant, threshold: thresholdOf(crossValidated(examples)), shares };
};

import { Chain, labels, type Transitions } from '../../src/personal-data/names/chain.ts';
import { seededRandom } from '../bench/seeded-random.ts';

/** A chain of tokens and what is to be learnt from it. */
export type Example = {
  /** Numbers of the features, those of token `at` from `starts[at]` to `starts[at + 1]`. */
  readonly features: Int32Array;
  readonly starts: Int32Array;
  /** The label of each token. */
  readonly truth: Uint8Array;
  /** Scores that the weights are added to, two a token. */
  readonly base?: Float64Array;
  /** How much it counts. */
  readonly share: number;
};

/** Two weights a feature, and the scores of labels in a row. */
export type Model = { readonly weights: Float32Array; readonly transitions: Transitions };

export type Settings = {
  /** How many features there are. */
  readonly count: number;
  readonly passes: number;
  readonly rate: number;
  /** The weights are the mean of so many runs, each in another order. */
  readonly runs: number;
  /** Transitions that are given and not learnt. */
  readonly transitions?: Transitions;
};

/** So much of the first rate is left at the end. */
const lastRate = 0.02;
/** A probability that is off by less teaches nothing. */
const minError = 0.001;

/** Returns the scores of a chain by a model, two a token. */
export const scoresOf = (
  { features, starts, truth, base }: Example,
  { weights }: Pick<Model, 'weights'>,
): Float64Array => {
  const scores = base ? base.slice() : new Float64Array(truth.length * 2);
  for (let at = 0; at < truth.length; at++) {
    let [begin, inside] = [0, 0];
    for (let number = starts[at] as number; number < (starts[at + 1] as number); number++) {
      const feature = (features[number] as number) * 2;
      begin += weights[feature] as number;
      inside += weights[feature + 1] as number;
    }
    scores[at * 2] = (scores[at * 2] as number) + begin;
    scores[at * 2 + 1] = (scores[at * 2 + 1] as number) + inside;
  }
  return scores;
};

/** Moves the weights of the features of a chain towards its labels. */
const learnWeights = (example: Example, weights: Float32Array, chain: Chain, step: number): void => {
  const { features, starts, truth } = example;
  for (let at = 0; at < truth.length; at++) {
    const begin = Number(truth[at] === 1) - (chain.probabilities[at * labels + 1] as number);
    const inside = Number(truth[at] === 2) - (chain.probabilities[at * labels + 2] as number);
    if (Math.abs(begin) < minError && Math.abs(inside) < minError) continue;
    for (let number = starts[at] as number; number < (starts[at + 1] as number); number++) {
      const feature = (features[number] as number) * 2;
      weights[feature] = (weights[feature] as number) + step * begin;
      weights[feature + 1] = (weights[feature + 1] as number) + step * inside;
    }
  }
};

const learnTransitions = ({ truth }: Example, transitions: Transitions, chain: Chain, step: number): void => {
  chain.addTransitions(truth.length, transitions, -step);
  for (let at = 0; at <= truth.length; at++) {
    const pair = (at > 0 ? (truth[at - 1] as number) : 0) * labels + (at < truth.length ? (truth[at] as number) : 0);
    transitions[pair] = (transitions[pair] as number) + step;
  }
};

const shuffle = (items: Example[], random: () => number): void => {
  for (let at = items.length - 1; at > 0; at--) {
    const other = Math.floor(random() * (at + 1));
    [items[at], items[other]] = [items[other] as Example, items[at] as Example];
  }
};

const runOnce = (
  examples: readonly Example[],
  { count, passes, rate, transitions: given }: Settings,
  seed: number,
): Model => {
  const random = seededRandom(seed);
  const weights = new Float32Array(count * 2);
  const transitions = given ? given.slice() : new Float64Array(labels * labels);
  const chain = new Chain(transitions);
  const order = [...examples];
  const total = passes * order.length;
  for (let pass = 0, done = 0; pass < passes; pass++) {
    shuffle(order, random);
    for (const example of order) {
      const step = rate * (1 - (1 - lastRate) * (done++ / total)) * example.share;
      if (!given) chain.use(transitions);
      chain.run(scoresOf(example, { weights }), 0, example.truth.length);
      learnWeights(example, weights, chain, step);
      if (!given) learnTransitions(example, transitions, chain, step);
    }
  }
  return { weights, transitions };
};

/** Learns a model by stochastic gradient descent; the result is the same each time. */
export const fit = (examples: readonly Example[], settings: Settings): Model => {
  const weights = new Float32Array(settings.count * 2);
  const transitions = new Float64Array(labels * labels);
  for (let run = 1; run <= settings.runs; run++) {
    const one = runOnce(examples, settings, run);
    one.weights.forEach((weight, at) => (weights[at] = (weights[at] as number) + weight / settings.runs));
    one.transitions.forEach((score, at) => (transitions[at] = (transitions[at] as number) + score / settings.runs));
  }
  return { weights, transitions };
};

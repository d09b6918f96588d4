import { Chain, labels, type Transitions } from '../../src/personal-data/names/chain.ts';
import { hashBits } from '../../src/personal-data/names/features.ts';
import { seededRandom } from '../bench/seeded-random.ts';

/** A chain of tokens and what is to be learnt from it. */
export type Example = {
  /** Of each token, by their hashes, or by numbers. */
  readonly features: readonly Int32Array[];
  /** The label of each token. */
  readonly truth: Uint8Array;
  /** Scores that the weights are added to, two a token. */
  readonly base?: Float64Array | undefined;
  /** How much it counts. */
  readonly share: number;
};

/** Features that are met so often at least are learnt. */
const minCount = 2;

/** Returns examples with features by numbers instead of their hashes, without rare ones, and the hash of each number. */
export const numberFeatures = (examples: readonly Example[]) => {
  const counts = new Uint8Array(2 ** hashBits);
  for (const { features } of examples)
    for (const ofToken of features)
      for (const hash of ofToken) counts[hash] = Math.min(minCount, (counts[hash] as number) + 1);
  const numbers = new Int32Array(2 ** hashBits);
  const hashes: number[] = [];
  for (const [hash, count] of counts.entries()) if (count >= minCount) numbers[hash] = hashes.push(hash) - 1;
  const numbered = (ofToken: Int32Array): Int32Array =>
    ofToken.filter((hash) => (counts[hash] as number) >= minCount).map((hash) => numbers[hash] as number);
  return { hashes, examples: examples.map((one): Example => ({ ...one, features: one.features.map(numbered) })) };
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

/** Returns the scores of a chain by weights, two a token. */
export const scoresOf = ({ features, base }: Example, weights: Float32Array): Float64Array => {
  const scores = base ? base.slice() : new Float64Array(features.length * 2);
  for (const [at, ofToken] of features.entries()) {
    let [begin, inside] = [0, 0];
    for (const feature of ofToken) {
      begin += weights[feature * 2] as number;
      inside += weights[feature * 2 + 1] as number;
    }
    scores[at * 2] = (scores[at * 2] as number) + begin;
    scores[at * 2 + 1] = (scores[at * 2 + 1] as number) + inside;
  }
  return scores;
};

/** Moves the weights of the features of a chain towards its labels. */
const learnWeights = ({ features, truth }: Example, weights: Float32Array, chain: Chain, step: number): void => {
  for (const [at, ofToken] of features.entries()) {
    const begin = Number(truth[at] === 1) - (chain.probabilities[at * labels + 1] as number);
    const inside = Number(truth[at] === 2) - (chain.probabilities[at * labels + 2] as number);
    if (Math.abs(begin) < minError && Math.abs(inside) < minError) continue;
    for (const feature of ofToken) {
      weights[feature * 2] = (weights[feature * 2] as number) + step * begin;
      weights[feature * 2 + 1] = (weights[feature * 2 + 1] as number) + step * inside;
    }
  }
};

/** Moves the transitions towards the labels of a chain. */
const learnTransitions = ({ truth }: Example, transitions: Transitions, chain: Chain, step: number): void => {
  chain.addTransitions(truth.length, transitions, -step);
  for (let at = 0; at <= truth.length; at++) {
    const pair = (truth[at - 1] ?? 0) * labels + (truth[at] ?? 0);
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
      chain.run(scoresOf(example, weights), 0, example.truth.length);
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

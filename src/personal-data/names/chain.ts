/** A token is outside a name, begins one or goes on with it. Scores are those of the last two against the first, which has none. */
export const labels = 3;
const [begin, inside] = [1, 2];

/** Scores of following tokens: `transitions[from * labels + to]`. */
export type Transitions = Float64Array;

/** Larger scores are certainty. */
const largest = 30;
const clipped = (score: number): number => Math.max(-largest, Math.min(largest, score));

/** Tokens of a chain at most; a longer one is cut. */
export const longestChain = 256;

/** What the chances of all labels are multiplied with, so that they add up to 1 and never vanish in a long chain. */
const normalise = (values: Float64Array, at: number): void => {
  const sum = (values[at] as number) + (values[at + begin] as number) + (values[at + inside] as number);
  for (let label = 0; label < labels; label++) values[at + label] = (values[at + label] as number) / sum;
};

/**
 * A linear-chain conditional random field over tokens between two that belong to no name. `run` computes the probabilities of the labels of each token,
 * forwards and backwards.
 */
export class Chain {
  readonly probabilities = new Float64Array(longestChain * labels);
  private readonly chances = new Float64Array(longestChain * labels);
  private readonly forward = new Float64Array((longestChain + 1) * labels);
  private readonly backward = new Float64Array((longestChain + 1) * labels);
  private readonly steps = new Float64Array(labels * labels);

  constructor(transitions: Transitions) {
    this.forward[0] = 1;
    this.use(transitions);
  }

  /** Takes other transitions; no name goes on that has not begun. */
  use(transitions: Transitions): void {
    for (let pair = 0; pair < transitions.length; pair++)
      this.steps[pair] = pair === inside ? 0 : Math.exp(clipped(transitions[pair] as number));
  }

  /** Takes the scores of the tokens from `from` to `to`, two a token. */
  run(scores: Float64Array, from: number, to: number): void {
    const { probabilities, chances, forward, backward, steps } = this;
    const count = to - from;
    for (let at = 0; at < count; at++) {
      chances[at * labels] = 1;
      for (let label = 1; label < labels; label++)
        chances[at * labels + label] = Math.exp(clipped(scores[(from + at) * 2 + label - 1] as number));
      for (let label = 0; label < labels; label++) {
        let sum = 0;
        for (let before = 0; before < labels; before++)
          sum += (forward[at * labels + before] as number) * (steps[before * labels + label] as number);
        forward[(at + 1) * labels + label] = sum * (chances[at * labels + label] as number);
      }
      normalise(forward, (at + 1) * labels);
    }
    for (let label = 0; label < labels; label++) backward[count * labels + label] = steps[label * labels] as number;
    for (let at = count - 1; at >= 0; at--) {
      const next = (at + 1) * labels;
      for (let label = 0; label < labels; label++)
        probabilities[at * labels + label] = (forward[next + label] as number) * (backward[next + label] as number);
      normalise(probabilities, at * labels);
      for (let before = 0; before < labels; before++) {
        let sum = 0;
        for (let label = 0; label < labels; label++)
          sum +=
            (steps[before * labels + label] as number) *
            (chances[at * labels + label] as number) *
            (backward[next + label] as number);
        backward[at * labels + before] = sum;
      }
      normalise(backward, at * labels);
    }
  }

  /** Adds the probabilities of each two labels in a row, from the token before a chain of so many to the one behind it. */
  addTransitions(count: number, into: Float64Array, share: number): void {
    const { chances, forward, backward, steps } = this;
    const pair = new Float64Array(labels * labels);
    for (let at = 0; at <= count; at++) {
      let sum = 0;
      for (let before = 0; before < labels; before++)
        for (let label = 0; label < labels; label++) {
          const chance =
            at === count
              ? Number(label === 0)
              : (chances[at * labels + label] as number) * (backward[(at + 1) * labels + label] as number);
          const both = (forward[at * labels + before] as number) * (steps[before * labels + label] as number) * chance;
          pair[before * labels + label] = both;
          sum += both;
        }
      for (let one = 0; one < pair.length; one++)
        into[one] = (into[one] as number) + (share * (pair[one] as number)) / sum;
    }
  }
}

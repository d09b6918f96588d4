import { seededRandom } from './seeded-random.ts';

/** What one way of a work was, and another right before or after it. */
export type Pair<Block> = { readonly one: Block; readonly other: Block };

export type PairedRatio = {
  /** one / other: the median of all pairs, so that what else the machine does in some of them counts little. */
  readonly ratio: number;
  /** The ratio of the two ways lies between them in 95 of 100 such measurements. */
  readonly interval: readonly [number, number];
};

const resamples = 1_000;

/** The ratio of a figure of both ways. The interval is that of a bootstrap of whole pairs, since the requests of one share what disturbs them. */
export const pairedRatio = <Block>(pairs: readonly Pair<Block>[], figure: (block: Block) => number): PairedRatio => {
  const ratios = pairs.map(({ one, other }) => figure(one) / figure(other));
  const random = seededRandom(pairs.length);
  const drawn = () => medianOf(ratios.map(() => ratios[Math.floor(random() * ratios.length)] ?? Number.NaN));
  const medians = Array.from({ length: resamples }, drawn).toSorted((a, b) => a - b);
  const at = (rank: number) => medians[Math.round(rank * (resamples - 1))] ?? Number.NaN;
  return { ratio: medianOf(ratios), interval: [at(0.025), at(0.975)] };
};

/** Of an even number the geometric mean of the two in the middle, so that the ratio turned round is the same. */
const medianOf = (ratios: readonly number[]): number => {
  const sorted = ratios.toSorted((a, b) => a - b);
  const [low, high] = [sorted[(sorted.length - 1) >> 1] ?? Number.NaN, sorted[sorted.length >> 1] ?? Number.NaN];
  return Math.sqrt(low * high);
};

import type { Transitions } from '../../src/personal-data/names/chain.ts';
import { type Head, sealOf } from '../../src/personal-data/names/weights.ts';

/** By the hash of a feature how much it speaks for the beginning of a name and for going on with one. */
export type Weights = ReadonlyMap<number, readonly [begin: number, inside: number]>;

/** The weights of both passes over a text, and a digest of what they were learnt from. */
export type Learnt = {
  readonly digest: string;
  readonly transitions: Transitions;
  readonly passes: readonly Weights[];
};

/** Weights are stored as whole numbers of so many steps at most on either side of 0. */
const largestCode = 127;
/** Of a pass so many features are kept, those of the largest weights: the file stays small, and of the rest each says next to nothing. */
const maxFeatures = 140_000;

const sizeOf = (pair: readonly number[]): number => Math.max(...pair.map(Math.abs));

/** Returns the bytes of the file (models/README.md). */
export const writeWeights = ({ digest, transitions, passes }: Learnt): Buffer => {
  const bytes: number[] = [];
  const heads = passes.map((weights) => {
    const sizes = [...weights.values()].map(sizeOf).toSorted((one, other) => other - one);
    const step = (sizes[0] ?? 0) / largestCode;
    const minSize = Math.max(step / 2, sizes[maxFeatures] ?? 0);
    const kept = [...weights].filter(([, pair]) => sizeOf(pair) > minSize);
    let last = 0;
    for (const [hash, pair] of kept.toSorted(([one], [other]) => one - other)) {
      let rest = hash - last;
      for (; rest >= 128; rest >>>= 7) bytes.push((rest & 127) | 128);
      bytes.push(rest, ...pair.map((weight) => Math.round(weight / step) & 255));
      last = hash;
    }
    return { step, count: kept.length };
  });
  const rounded = [...transitions].map((score) => Number(score.toFixed(3)));
  const head: Head = { digest, transitions: rounded, passes: heads };
  const sealed = Buffer.concat([Buffer.from(`${JSON.stringify(head)}\n`), Uint8Array.from(bytes)]);
  return Buffer.concat([Buffer.from(sealOf(sealed)), sealed]);
};

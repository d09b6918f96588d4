import type { QuantisedVectors } from './quantised-vectors.ts';

/** A query's unit vector, for its `count` nearest rows; `among`: the numbers of the rows that are looked at, all without it. */
export type ScanQuery = {
  readonly unit: Float32Array;
  readonly count: number;
  readonly among?: ReadonlySet<number> | undefined;
};

/** A query as vector-kernel.as reads it. */
export type PackedQuery = {
  /** Its address in the kernel's memory. */
  readonly address: number;
  /** Whether it can be compared with sketches. */
  readonly hasTable: boolean;
  /** The error bound of an estimate for a row, from the error of the row's codes. */
  readonly errorOf: (error: number) => number;
  /** Sets the lowest cosine of interest. */
  readonly setFloor: (floor: number) => void;
  /** Frees its memory. */
  readonly release: () => void;
};

/** Upper bound for the effect of float32 rounding on rotated vectors. */
const rotatedSlack = 1e-5;

/** The head of a query in vector-kernel.as, and offsets in it. */
const headBytes = 48;
const errorAt = 4;
const floorAt = 36;
const countAt = 44;

/** Seeds of a block at most, which are sorted by insertion. */
const maxSeeds = 128;

/**
 * Seeds per block for the first estimate of the k-th best score: few, since they are scattered in memory; one more than the block's share of k, as neighbours may be
 * in the same block. Among some of the rows, so many that k of all seeds are probably among these, or no row could be ruled out.
 */
const wantedOf = ({ count, among }: Pick<ScanQuery, 'count' | 'among'>, blocks: QuantisedVectors['blocks']): number => {
  const few = Math.min(count, Math.ceil(count / blocks.length) + 1);
  if (!among) return few;
  const rows = blocks.reduce((sum, block) => sum + block.count, 0);
  const perBlock = (2 * count * rows) / (Math.max(1, among.size) * blocks.length);
  return Math.min(Math.max(few, Math.ceil(perBlock)), maxSeeds);
};

/** Packs a query for a search among vectors, into the kernel's memory until it is released; with a table if they have sketches now. */
export const packQuery = (
  { kernel, geometry, blocks, direction }: QuantisedVectors,
  { unit, ...wanted }: ScanQuery,
): PackedQuery => {
  const { stride, size, dimensions } = geometry;
  const leftOut = direction();
  const floats = Math.max(stride, size);
  const bytes = headBytes + stride * 2 + size * 5 + floats * 4;
  const address = kernel.borrow(bytes);
  const vector = kernel.floats(kernel.unpacked(address, stride, size), floats);
  vector.set(unit);
  vector.fill(0, dimensions);
  kernel.pack(address, dimensions, stride, size, kernel.signs, leftOut ?? 0);
  kernel.numbers(address + countAt, 1)[0] = wantedOf(wanted, blocks);
  const [error = Number.NaN] = kernel.floats(address + errorAt, 1);
  return {
    address,
    hasTable: leftOut !== undefined,
    errorOf: (lost) => lost + (1 + lost) * error,
    setFloor: (floor) => kernel.floats(address + floorAt, 2).set([floor, floor - rotatedSlack]),
    release: () => kernel.give(address, bytes),
  };
};

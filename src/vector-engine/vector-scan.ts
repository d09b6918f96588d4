import { packQuery, type PackedQuery, type ScanQuery } from './packed-query.ts';
import type { QuantisedVectors } from './quantised-vectors.ts';
import { lengthOf } from './row-codes.ts';
import { maxTasks, type ScanTask, type ScanSteps } from './scan-pool.ts';
import { deletedRow, isInKernel, kernelAddressesOf, type VectorBlock } from './vector-blocks.ts';

/** A row that may be among the nearest: its cosine differs from `estimate` by at most `error`. */
export type Candidate = {
  readonly block: VectorBlock;
  readonly row: number;
  readonly estimate: number;
  readonly error: number;
};

/** Prepares a query vector (finite, not zero) for its `count` nearest rows of all, or among some. */
export const scanQuery = (vector: Float32Array, count: number, among?: ReadonlySet<number>): ScanQuery => {
  const length = lengthOf(vector);
  return { unit: vector.map((value) => value / length), count, among };
};

type Pass = {
  readonly query: PackedQuery;
  readonly among: ReadonlySet<number> | undefined;
  readonly near: Candidate[];
  /** The best lower bounds of cosines of distinct rows: the lowest of them bounds the k-th best score. */
  readonly reached: ReturnType<typeof bestOf>;
};

/**
 * Returns for each query the rows that can be among its nearest. Sketches rule out most rows, by a bound that fails once in 10⁹ rows
 * (docs/decisions/12-sketches.md); int8 products with the others, and with all rows that have no sketch, prove every other row worse than `count` of those
 * returned (Cauchy–Schwarz on the rounding errors). Several queries share one pass, because memory bandwidth limits it.
 */
export function* scan(
  vectors: QuantisedVectors,
  queries: readonly ScanQuery[],
): Generator<void, readonly (readonly Candidate[])[]> {
  const passes = queries.map((query): Pass => ({
    query: packQuery(vectors, query),
    among: query.among,
    near: [],
    reached: bestOf(query.count),
  }));
  try {
    for (const round of rounds(vectors, passes.length)) {
      scanRound(vectors, round, passes);
      yield;
    }
  } finally {
    for (const { query } of passes) query.release();
  }
  return passes.map(({ near }, i) => nearest(near, (queries[i] as ScanQuery).count));
}

/** The cost of a block without sketches, in blocks with them: some 0.2 ms. */
const unsketchedTasks = 8;

/** Divides the blocks into rounds of a millisecond or two. At most one of a round lies outside the memory of the kernel, which has room for one. */
function* rounds({ blocks }: QuantisedVectors, queries: number): Generator<readonly VectorBlock[]> {
  let round: VectorBlock[] = [];
  let tasks = 0;
  for (const block of blocks) {
    const added = queries * (block.sketched === block.count ? 1 : unsketchedTasks);
    const isFull = tasks + added > maxTasks || (!isInKernel(block) && !round.every(isInKernel));
    if (isFull && round.length > 0) {
      yield round;
      round = [];
      tasks = 0;
    }
    round.push(block);
    tasks += added;
  }
  if (round.length > 0) yield round;
}

/**
 * Adds the rows of some blocks that may be among the nearest. The first plane of the sketches bounds the scores of all rows; the best bounds give a floor for the k-th
 * best score, and only rows that can reach it are compared. Several queries process a block one after the other while it is in the processor's cache.
 */
const scanRound = ({ kernel, geometry }: QuantisedVectors, round: readonly VectorBlock[], passes: readonly Pass[]) => {
  const pairs = round.flatMap((block) => passes.map((pass) => ({ block, pass })));
  const tasks = pairs.map(({ block, pass: { query } }): ScanTask => {
    const rows = { block, from: 0, count: block.count };
    const addresses = kernelAddressesOf(kernel, geometry, rows, query.hasTable ? block.sketched : 0);
    const { codes, scales, errors, plane1, factors, seconds } = addresses;
    const { stride, size } = geometry;
    return { codes, scales, errors, rows: block.count, stride, size, plane1, factors, seconds, query: query.address };
  });
  const take = kernel.pool.begin({ tasks, maxRows: geometry.rows, isShared: passes.length === 1 });
  const words = kernel.memory.buffer.byteLength / 4;
  const [numbers, floats] = [kernel.numbers(0, words), kernel.floats(0, words)];
  const run = (step: keyof ScanSteps, onCandidate: (pass: Pass, candidate: Candidate) => void) =>
    take(step, (task, address, count) => {
      const { block, pass } = pairs[task] as (typeof pairs)[number];
      for (let at = address / 4; at < address / 4 + 2 * count; at += 2) {
        const row = numbers[at] as number;
        const number = block.numbers[row] as number;
        if (number === deletedRow || pass.among?.has(number) === false) continue;
        const error = pass.query.errorOf(block.errors[row] as number);
        onCandidate(pass, { block, row, estimate: floats[at + 1] as number, error });
      }
    });
  run('estimate', ({ reached }, { estimate, error }) => reached.add(estimate - error));
  for (const { query, reached } of passes) query.setFloor(reached.threshold());
  run('compare', ({ near }, candidate) => near.push(candidate));
};

/** The rows that are not proven worse than `count` others. */
const nearest = (near: readonly Candidate[], count: number): readonly Candidate[] => {
  const best = bestOf(count);
  for (const { estimate, error } of near) best.add(estimate - error);
  return near.filter((row) => canReach(row, best.threshold()));
};

/** Returns whether a row's cosine may be as high as `floor`. */
export const canReach = ({ estimate, error }: Candidate, floor: number): boolean => estimate + error >= floor;

/** Keeps the `count` highest values; `threshold` is the lowest of them, −∞ while there are fewer. */
export const bestOf = (count: number) => {
  const values: number[] = [];
  const threshold = () => values[count - 1] ?? -Infinity;
  return {
    threshold,
    add: (value: number) => {
      if (value <= threshold()) return;
      let rank = values.length;
      while (rank > 0 && (values[rank - 1] as number) < value) rank -= 1;
      values.splice(rank, 0, value);
      if (values.length > count) values.pop();
    },
  };
};

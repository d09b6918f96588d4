import { packQuery, type PackedQuery, type ScanQuery } from './packed-query.ts';
import type { QuantisedVectors } from './quantised-vectors.ts';
import { lengthOf } from './row-codes.ts';
import { mostTasks, type Steps } from './scan-team.ts';
import { deletedRow, isInKernel, placeOf, type Rows, sketchesOf, type VectorBlock } from './vector-blocks.ts';
import type { VectorKernel } from './vector-kernel.ts';

/** A row that may be among the nearest: its cosine differs from `estimate` by at most `error`. */
export type Candidate = {
  readonly block: VectorBlock;
  readonly row: number;
  readonly estimate: number;
  readonly error: number;
};

/** Prepares a query vector (finite, not zero) for its `count` nearest rows. */
export const scanQuery = (vector: Float32Array, count: number): ScanQuery => {
  const length = lengthOf(vector);
  return { unit: vector.map((value) => value / length), count };
};

type Pass = {
  readonly query: PackedQuery;
  readonly near: Candidate[];
  /** Values that the cosines of so many rows reach, each of another row. */
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

/** A block without sketches takes as long as so many with them: some 0.2 ms. */
const unsketchedTasks = 8;

/** Divides the blocks into rounds of a millisecond or two. At most one of a round lies outside the memory of the kernel, which has room for one. */
function* rounds({ blocks }: QuantisedVectors, queries: number): Generator<readonly VectorBlock[]> {
  let round: VectorBlock[] = [];
  let tasks = 0;
  for (const block of blocks) {
    const added = queries * (block.sketched === block.count ? 1 : unsketchedTasks);
    const isFull = tasks + added > mostTasks || (!isInKernel(block) && !round.every(isInKernel));
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

/** For each row its bound, and its product with the first plane. */
const boundBytes = 8;

/**
 * Adds the rows of some blocks that may be among the nearest. First all rows are bounded by the first plane of their sketches; the best of them tell how near the
 * nearest are, and then those that may be as near are compared. Several queries take turns at a block, which stays in the processor's cache.
 */
const scanRound = ({ kernel, geometry }: QuantisedVectors, round: readonly VectorBlock[], passes: readonly Pass[]) => {
  const { stride, size, rows } = geometry;
  const pairs = round.flatMap((block) => passes.map((pass) => ({ block, pass })));
  const bytes = rows * boundBytes;
  // A helper that is late may write the bounds of an earlier query when these are written.
  const bounds = kernel.room(kernel.team.isLate() ? 'other bounds' : 'bounds', mostTasks * bytes);
  const tasks = pairs.map(({ block, pass: { query } }, i) => ({
    ...{ stride, size, rows: block.count, address: query.address, bounds: bounds + i * bytes },
    ...placeOf(kernel, geometry, wholeOf(block)),
    ...sketchesOf(geometry, wholeOf(block), query.hasTable ? block.sketched : 0),
  }));
  const run = (step: keyof Steps, onCandidate: (pass: Pass, candidate: Candidate) => void) => {
    kernel.team.scan({ step, tasks, mostFound: rows, isShared: passes.length === 1 }, (task, address, count) => {
      const { block, pass } = pairs[task] as (typeof pairs)[number];
      for (const found of candidates(kernel, { block, address, count }, pass.query)) onCandidate(pass, found);
    });
  };
  run('estimate', ({ reached }, { estimate, error }) => reached.add(estimate - error));
  for (const { query, reached } of passes) query.setFloor(reached.least());
  run('compare', ({ near }, candidate) => near.push(candidate));
};

const wholeOf = (block: VectorBlock): Rows => ({ block, from: 0, count: block.count });

type Found = { readonly block: VectorBlock; readonly address: number; readonly count: number };

/** The rows that the kernel has found, without deleted ones. */
const candidates = (
  kernel: VectorKernel,
  { block, address, count }: Found,
  query: PackedQuery,
): readonly Candidate[] => {
  const rows: Candidate[] = [];
  const numbers = kernel.numbers(address, count * 2);
  const estimates = kernel.floats(address, count * 2);
  for (let i = 0; i < count; i += 1) {
    const row = numbers[2 * i] as number;
    if (block.numbers[row] === deletedRow) continue;
    const error = query.errorOf(block.errors[row] as number);
    rows.push({ block, row, estimate: estimates[2 * i + 1] as number, error });
  }
  return rows;
};

/** The rows that are not proven worse than `count` others. */
const nearest = (near: readonly Candidate[], count: number): readonly Candidate[] => {
  const best = bestOf(count);
  for (const { estimate, error } of near) best.add(estimate - error);
  return near.filter((row) => canReach(row, best.least()));
};

/** Returns whether a row's cosine may be as high as `floor`. */
export const canReach = ({ estimate, error }: Candidate, floor: number): boolean => estimate + error >= floor;

/** Keeps the `count` highest values; `least` is the lowest of them, −∞ while there are fewer. */
export const bestOf = (count: number) => {
  const values: number[] = [];
  const least = () => values[count - 1] ?? -Infinity;
  return {
    least,
    add: (value: number) => {
      if (value <= least()) return;
      let place = values.length;
      while (place > 0 && (values[place - 1] as number) < value) place -= 1;
      values.splice(place, 0, value);
      if (values.length > count) values.pop();
    },
  };
};

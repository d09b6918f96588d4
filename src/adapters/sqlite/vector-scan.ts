import { packQuery, type PackedQuery } from './packed-query.ts';
import type { QuantisedVectors } from './quantised-vectors.ts';
import { lengthOf } from './row-codes.ts';
import { leastShared, mostTasks } from './scan-team.ts';
import {
  deletedRow,
  isInKernel,
  placeOf,
  type Rows,
  rowsOfGroup,
  sketchesOf,
  type VectorBlock,
} from './vector-blocks.ts';

/** A query's unit vector, for its `count` nearest rows. */
export type ScanQuery = { readonly unit: Float32Array; readonly count: number };

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
  readonly best: ReturnType<typeof bestOf>;
};

/** Rows of the first comparison; each one after it has as many as all before, so that few rows are compared before it is known how near the nearest are. */
const firstRows = 64;

/**
 * Returns for each query the rows that can be among its nearest. Sketches rule out most rows, by a bound that fails once in 10⁹ rows
 * (docs/decisions/12-sketches.md); int8 products with the others, and with all rows that have no sketch, prove every other row worse than `count` of those
 * returned (Cauchy–Schwarz on the rounding errors). Several queries share one pass, because memory bandwidth limits it.
 */
export function* scan(
  vectors: QuantisedVectors,
  queries: readonly ScanQuery[],
): Generator<void, readonly (readonly Candidate[])[]> {
  const passes = queries.map(({ unit, count }): Pass => ({
    query: packQuery(vectors, unit),
    near: [],
    best: bestOf(count),
  }));
  try {
    for (const round of rounds(vectors, passes.length)) {
      for (const pass of passes) compare(vectors, round, pass);
      yield;
    }
  } finally {
    for (const { query } of passes) query.release();
  }
  return passes.map(({ near, best }) => near.filter((row) => canReach(row, best.least())));
}

/**
 * Divides the rows into rounds of at most a millisecond or two. Blocks without sketches come first: all of their rows are compared anyway, and tell how
 * near the nearest are. One query alone has several blocks a round, which several threads scan: fewer of those without sketches, which take some 0.3 ms each.
 */
function* rounds({ blocks }: QuantisedVectors, queries: number): Generator<readonly Rows[]> {
  let compared = firstRows;
  let round: Rows[] = [];
  for (const block of blocks.toSorted((a, b) => a.sketched - b.sketched)) {
    const { count } = block;
    for (let from = 0; from < count;) {
      const rows = { block, from, count: Math.min(count - from, Math.ceil(compared / rowsOfGroup) * rowsOfGroup) };
      round.push(rows);
      from += rows.count;
      const isShared = queries === 1 && rows.count === count && isInKernel(block);
      const most = block.sketched === count ? mostTasks : leastShared;
      if (isShared && round.length < Math.min(most, Math.floor(compared / count))) continue;
      compared += round.reduce((sum, one) => sum + one.count, 0);
      yield round;
      round = [];
    }
  }
  if (round.length > 0) yield round;
}

/** Adds the rows that may be among the nearest. */
const compare = ({ kernel, geometry }: QuantisedVectors, round: readonly Rows[], { query, near, best }: Pass) => {
  const worstError = Math.max(...round.map(({ block }) => block.worstError));
  const { stride, size } = geometry;
  const tasks = round.map((rows) => ({
    ...{ stride, size, rows: rows.count, address: query.address },
    ...placeOf(kernel, geometry, rows),
    ...sketchesOf(geometry, rows, query.hasTable ? rows.block.sketched : 0),
  }));
  query.setFloor(best.least(), worstError);
  kernel.team.scan(tasks, geometry.rows, (task, address, count) => {
    const { block, from } = round[task] as Rows;
    const numbers = kernel.numbers(address, count * 2);
    const estimates = kernel.floats(address, count * 2);
    for (let i = 0; i < count; i += 1) {
      const row = from + (numbers[2 * i] as number);
      if (block.numbers[row] === deletedRow) continue;
      const error = query.errorOf(block.errors[row] as number);
      const candidate = { block, row, estimate: estimates[2 * i + 1] as number, error };
      near.push(candidate);
      best.add(candidate.estimate - error);
    }
    // Helpers see it too.
    query.setFloor(best.least(), worstError);
  });
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

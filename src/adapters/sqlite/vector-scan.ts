import { packQuery, type PackedQuery } from './packed-query.ts';
import type { QuantisedVectors } from './quantised-vectors.ts';
import { lengthOf } from './row-codes.ts';
import { deletedRow, placeOf, type Rows, sketchesOf, type VectorBlock } from './vector-blocks.ts';

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
  let compared = firstRows;
  // Those without sketches first: all of their rows are compared anyway, and tell how near the nearest are.
  for (const block of vectors.blocks.toSorted((a, b) => a.sketched - b.sketched)) {
    const { count } = block;
    for (let from = 0; from < count;) {
      const rows = { block, from, count: Math.min(count - from, Math.ceil(compared / 32) * 32) };
      for (const pass of passes) compare(vectors, rows, pass);
      from += rows.count;
      compared += rows.count;
    }
    yield;
  }
  return passes.map(({ near, best }) => near.filter((row) => canReach(row, best.least())));
}

/** Adds the rows that may be among the nearest. */
const compare = ({ kernel, geometry }: QuantisedVectors, rows: Rows, { query, near, best }: Pass) => {
  const { block, from, count } = rows;
  const { codes, scales, errors } = placeOf(kernel, geometry, rows);
  const { plane1, plane2, factors } = sketchesOf(geometry, rows, query.hasTable ? block.sketched : 0);
  query.write(best.least(), block.worstError);
  const places = [codes, scales, errors, count, geometry.stride, plane1, plane2, factors, geometry.size];
  const found = kernel.scan(...places, query.address, query.found);
  const numbers = kernel.numbers(query.found, found * 2);
  const estimates = kernel.floats(query.found, found * 2);
  for (let i = 0; i < found; i += 1) {
    const row = from + (numbers[2 * i] as number);
    if (block.numbers[row] === deletedRow) continue;
    const error = query.errorOf(block.errors[row] as number);
    const candidate = { block, row, estimate: estimates[2 * i + 1] as number, error };
    near.push(candidate);
    best.add(candidate.estimate - error);
  }
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

import { exactSearch, MetricKind } from 'usearch';
import { deletedRow, lengthOf, quantise, type QuantisedBlock, type QuantisedVectors } from './quantised-vectors.ts';

/** A query's unit vector, as float32 and as int8 (`scale` × `codes`, up to an error vector of length `error`). */
export type ScanQuery = {
  readonly unit: Float32Array;
  readonly codes: Int8Array;
  readonly scale: number;
  readonly error: number;
  readonly count: number;
};

/** A row that may be among the nearest: its cosine differs from `estimate` by at most `error`. */
export type Candidate = {
  readonly block: QuantisedBlock;
  readonly row: number;
  readonly estimate: number;
  readonly error: number;
};

/** The best `taken` rows of a block by estimate; `last` is the worst of them, and `isComplete` if there are no other rows. */
type Ranked = {
  readonly block: QuantisedBlock;
  readonly candidates: readonly Candidate[];
  readonly last: Candidate | undefined;
  readonly taken: number;
  readonly isComplete: boolean;
};

/** Upper bound for the effect of float32 rounding, in products and scores, on a cosine. */
export const slack = 1e-6;

/** Prepares a query vector (finite, not zero) for its `count` nearest rows. */
export const scanQuery = (vector: Float32Array, count: number): ScanQuery => {
  const length = lengthOf(vector);
  const codes = new Int8Array(vector.length);
  return { unit: vector.map((value) => value / length), codes, ...quantise(vector, codes), count };
};

/**
 * Returns for each query the rows that can be among its nearest, by int8 products with all rows. The error bound (Cauchy–Schwarz on the
 * rounding errors) proves every other row worse than `count` of these. Several queries share one pass, because memory bandwidth limits it.
 */
export function* scan(
  vectors: QuantisedVectors,
  queries: readonly ScanQuery[],
): Generator<void, readonly (readonly Candidate[])[]> {
  const wanted = Math.max(...queries.map(({ count }) => count)) * 2 + 8;
  const passes = queries.map((query) => ({ query, ranked: [] as Ranked[], best: bestOf(query.count) }));
  for (const block of [...vectors.blocks]) {
    rank(block, queries, wanted).forEach((ranked, index) => {
      passes[index]?.ranked.push(ranked);
      for (const { estimate, error } of ranked.candidates) passes[index]?.best.add(estimate - error);
    });
    yield;
  }
  const found: (readonly Candidate[])[] = [];
  for (const { query, ranked, best } of passes) found.push(yield* reaching(ranked, query, best.least()));
  return found;
}

function* reaching(ranked: readonly Ranked[], query: ScanQuery, floor: number): Generator<void, readonly Candidate[]> {
  const found: Candidate[] = [];
  for (let next of ranked) {
    // If the last ranked row of a block may be among the nearest, so may rows after it.
    while (!next.isComplete && next.last && canReach(next.last, floor)) {
      next = rank(next.block, [query], next.taken * 4)[0] ?? next;
      yield;
    }
    for (const candidate of next.candidates) if (canReach(candidate, floor)) found.push(candidate);
  }
  return found;
}

const rank = (block: QuantisedBlock, queries: readonly ScanQuery[], wanted: number): readonly Ranked[] => {
  const dimensions = queries[0]?.codes.length ?? 0;
  const rows = Math.min(wanted, block.count);
  // usearch ignores the byte offset of a view: each block and query must have its own buffer.
  const codes = block.codes.subarray(0, block.count * dimensions);
  const { keys, distances } = exactSearch(codes, matrixOf(queries), dimensions, rows, MetricKind.IP, 1);
  return queries.map((query, index) => {
    const scale = block.scale * query.scale;
    const error = block.worstError + (1 + block.worstError) * query.error + 8 * scale + slack;
    const candidates: Candidate[] = [];
    let last: Candidate | undefined;
    for (let place = index * rows; place < (index + 1) * rows; place += 1) {
      const row = Number(keys[place]);
      last = { block, row, estimate: (1 - (distances[place] as number)) * scale, error };
      if (block.numbers[row] !== deletedRow) candidates.push(last);
    }
    return { block, candidates, last, taken: rows, isComplete: rows === block.count };
  });
};

const matrixOf = (queries: readonly ScanQuery[]): Int8Array => {
  const [first] = queries;
  if (first && queries.length === 1) return first.codes;
  const dimensions = first?.codes.length ?? 0;
  const matrix = new Int8Array(queries.length * dimensions);
  queries.forEach(({ codes }, index) => matrix.set(codes, index * dimensions));
  return matrix;
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

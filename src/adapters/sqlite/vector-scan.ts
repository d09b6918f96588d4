import { exactSearch, MetricKind } from 'usearch';
import { gone, lengthOf, quantise, type QuantisedBlock, type QuantisedVectors } from './quantised-vectors.ts';

/** A query made ready: its unit vector, and that in int8 (`scale` × `codes`, wrong by a vector of length `error`). */
export type ScanQuery = {
  readonly unit: Float32Array;
  readonly codes: Int8Array;
  readonly scale: number;
  readonly error: number;
  readonly count: number;
};

/** A row that may be among the best: its true cosine is at most `error` away from `estimate`. */
export type Candidate = {
  readonly block: QuantisedBlock;
  readonly row: number;
  readonly estimate: number;
  readonly error: number;
};

/** The best `taken` rows of a block by their estimates; `last` is the worst of them, `whole` where the block has no other. */
type Ranked = {
  readonly block: QuantisedBlock;
  readonly candidates: readonly Candidate[];
  readonly last: Candidate | undefined;
  readonly taken: number;
  readonly whole: boolean;
};

/** More than what rounding to float32, in the products and in the scores, can move a cosine. */
export const slack = 1e-6;

/** A query vector (finite, not zero) that asks for its `count` nearest. */
export const scanQuery = (vector: Float32Array, count: number): ScanQuery => {
  const length = lengthOf(vector);
  const codes = new Int8Array(vector.length);
  return { unit: vector.map((value) => value / length), codes, ...quantise(vector, codes), count };
};

/**
 * For each query the rows that can be among its nearest, by int8 products of all rows. The error bound (Cauchy–Schwarz on what rounding
 * lost) proves every other row worse than `count` of these. Several queries share one pass, since memory is what bounds its speed.
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
    // A block whose last ranked row may still be among the best can hide more of them.
    while (!next.whole && next.last && canReach(next.last, floor)) {
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
  // usearch reads from the start of a buffer, whatever the offset of its view: blocks and queries have buffers of their own.
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
      if (block.numbers[row] !== gone) candidates.push(last);
    }
    return { block, candidates, last, taken: rows, whole: rows === block.count };
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

/** Whether a row's true cosine may be as high as `floor`. */
export const canReach = ({ estimate, error }: Candidate, floor: number): boolean => estimate + error >= floor;

/** Keeps the `count` highest values; `least` is the lowest of them once there are as many. */
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

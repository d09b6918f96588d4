import { gone, lengthOf } from './quantised-vectors.ts';
import { bestOf, type Candidate, canReach, type ScanQuery, slack } from './vector-scan.ts';

/** A row of the database with its cosine to the query, rounded to float32 so that equal vectors have equal scores. */
export type Scored = { readonly number: number; readonly score: number };

/** Reads a row's float32 vector; undefined where the row is gone. */
type VectorOf = (number: number) => Float32Array | undefined;

/** Where more rows than these are too close to be told apart by their codes, the best of them by estimate are looked at: some 50 ms of work. */
const mostCompared = 8192;

/**
 * Of the rows that a scan found, those whose cosine is at least that of the `count`-th best: first by float products of the query with the
 * codes, then by the float32 vectors. Each step drops only what its error bound proves to be worse than `count` others, so the result is
 * that of an exact search. Undefined where a row was found gone: it is marked, search again.
 */
export function* nearestVectors(
  scanned: readonly Candidate[],
  query: ScanQuery,
  vectorOf: VectorOf,
): Generator<void, readonly Scored[] | undefined> {
  const closer = yield* refine(strongest(scanned, mostCompared), query);
  return yield* score(strongest(closer, mostCompared), query, vectorOf);
}

function* refine(candidates: readonly Candidate[], { unit, count }: ScanQuery): Generator<void, readonly Candidate[]> {
  const refined: Candidate[] = [];
  const best = bestOf(count);
  for (const candidate of candidates) {
    if (!canReach(candidate, best.least())) continue;
    if (refined.length % 256 === 255) yield;
    const { block, row } = candidate;
    const estimate = product(block.codes, row, unit) * block.scale;
    const error = (block.errors[row] as number) + slack;
    refined.push({ block, row, estimate, error });
    best.add(estimate - error);
  }
  return refined.filter((candidate) => canReach(candidate, best.least()));
}

function* score(
  candidates: readonly Candidate[],
  { unit, count }: ScanQuery,
  vectorOf: VectorOf,
): Generator<void, readonly Scored[] | undefined> {
  const length = lengthOf(unit);
  const scored: Scored[] = [];
  const best = bestOf(count);
  let someGone = false;
  for (const [index, candidate] of candidates.entries()) {
    if (index % 64 === 63) yield;
    if (!canReach(candidate, best.least())) continue;
    const { block, row } = candidate;
    const number = block.numbers[row] as number;
    const vector = number === gone ? undefined : vectorOf(number);
    if (vector) {
      const score = cosine(unit, vector, length);
      scored.push({ number, score });
      best.add(score);
    } else {
      block.numbers[row] = gone;
      someGone = true;
    }
  }
  return someGone ? undefined : scored.filter((found) => found.score >= best.least());
}

/** Best first, so that the first ones looked at rule out most of the others. */
const strongest = (candidates: readonly Candidate[], most: number): readonly Candidate[] =>
  candidates.toSorted((a, b) => b.estimate - a.estimate).slice(0, most);

const product = (codes: Int8Array, row: number, unit: Float32Array): number => {
  const start = row * unit.length;
  let sum = 0;
  for (let i = 0; i < unit.length; i += 1) sum += (codes[start + i] as number) * (unit[i] as number);
  return sum;
};

const cosine = (query: Float32Array, vector: Float32Array, queryLength: number): number => {
  let [product, squares] = [0, 0];
  for (let i = 0; i < query.length; i += 1) {
    const value = vector[i] as number;
    product += (query[i] as number) * value;
    squares += value * value;
  }
  return Math.fround(Math.max(-1, Math.min(1, product / (queryLength * Math.sqrt(squares)))));
};

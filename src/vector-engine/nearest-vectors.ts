import { lengthOf } from './row-codes.ts';
import type { ScanQuery } from './packed-query.ts';
import { deletedRow } from './vector-blocks.ts';
import { bestOf, type Candidate, canReach } from './vector-scan.ts';

/** A row of the database with its cosine to the query, rounded to float32 so that equal vectors have equal scores. */
export type Scored = { readonly number: number; readonly score: number };

/** Reads a row's float32 vector; undefined if the row has been deleted. */
type VectorOf = (number: number) => Float32Array | undefined;

/**
 * Returns the scanned rows whose cosine is at least that of the `count`-th best, all ties included: by the float32 vectors of those
 * whose error bound does not prove them worse than `count` others. Each row that the codes cannot rank costs some 10 µs; mostly these are a few dozen.
 * Returns undefined if a row was found deleted; it is marked, and the search must be repeated.
 */
export function* nearestVectors(
  scanned: readonly Candidate[],
  query: ScanQuery,
  vectorOf: VectorOf,
): Generator<void, readonly Scored[] | undefined> {
  const scores = bestScores(query);
  let foundDeleted = false;
  for (const [index, candidate] of bestFirst(scanned).entries()) {
    if (index % 64 === 63) yield;
    if (!canReach(candidate, scores.threshold())) continue;
    const { block, row } = candidate;
    const number = block.numbers[row] as number;
    const vector = number === deletedRow ? undefined : vectorOf(number);
    if (vector) scores.add(number, vector);
    else {
      block.numbers[row] = deletedRow;
      foundDeleted = true;
    }
  }
  return foundDeleted ? undefined : scores.best();
}

/** The same of few rows by their vectors alone, without a scan. Those that are found deleted leave the set. */
export function* nearestAmong(
  among: Set<number>,
  query: ScanQuery,
  vectorOf: VectorOf,
): Generator<void, readonly Scored[] | undefined> {
  const scores = bestScores(query);
  let looked = 0;
  let foundDeleted = false;
  for (const number of among) {
    if ((looked += 1) % 64 === 0) yield;
    const vector = vectorOf(number);
    if (vector) scores.add(number, vector);
    else {
      among.delete(number);
      foundDeleted = true;
    }
  }
  return foundDeleted ? undefined : scores.best();
}

/** Scores rows by their vectors, and keeps the `count` best with all ties. */
const bestScores = ({ unit, count }: Pick<ScanQuery, 'unit' | 'count'>) => {
  const length = lengthOf(unit);
  const scored: Scored[] = [];
  const { threshold, add } = bestOf(count);
  return {
    threshold,
    add: (number: number, vector: Float32Array): void => {
      const score = cosine(unit, vector, length);
      scored.push({ number, score });
      add(score);
    },
    best: (): readonly Scored[] => scored.filter(({ score }) => score >= threshold()),
  };
};

/**
 * Returns the `count` best of rows: by score, ties by ticket id, of which there may be many thousands. Ids are read only if there is a choice. Returns undefined if
 * a row was found deleted.
 */
export function* firstByTicketId(
  scored: readonly Scored[],
  count: number,
  ticketIdOf: (number: number) => string | undefined,
): Generator<void, readonly Scored[] | undefined> {
  if (scored.length <= count) return scored;
  const best: (Scored & { readonly ticketId: string })[] = [];
  for (const [index, row] of scored.entries()) {
    if (index % 64 === 63) yield;
    const ticketId = ticketIdOf(row.number);
    if (ticketId === undefined) return undefined;
    let rank = best.length;
    for (; rank > 0; rank -= 1) {
      const other = best[rank - 1];
      if (!other || other.score > row.score || (other.score === row.score && other.ticketId < ticketId)) break;
    }
    if (rank >= count) continue;
    best.splice(rank, 0, { ...row, ticketId });
    if (best.length > count) best.pop();
  }
  return best;
}

/** Best first, so that the first ones rule out most of the others. */
const bestFirst = (candidates: readonly Candidate[]): readonly Candidate[] =>
  candidates.toSorted((a, b) => b.estimate - a.estimate);

const cosine = (query: Float32Array, vector: Float32Array, queryLength: number): number => {
  let [product, squares] = [0, 0];
  for (let i = 0; i < query.length; i += 1) {
    const value = vector[i] as number;
    product += (query[i] as number) * value;
    squares += value * value;
  }
  return Math.fround(Math.max(-1, Math.min(1, product / (queryLength * Math.sqrt(squares)))));
};

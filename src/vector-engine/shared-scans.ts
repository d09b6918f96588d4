import type { ScanQuery } from './packed-query.ts';
import type { QuantisedVectors } from './quantised-vectors.ts';
import type { TimeSlice } from './time-slice.ts';
import { type Candidate, scan } from './vector-scan.ts';

type Waiting = {
  readonly query: ScanQuery;
  readonly resolve: (candidates: readonly Candidate[]) => void;
  readonly reject: (error: unknown) => void;
};

/** Scans the vectors of a collection for a query, like `scan`. */
export type SharedScans = (vectors: QuantisedVectors, query: ScanQuery) => Promise<readonly Candidate[]>;

/** Eight queries in one pass take as long as three passes. */
const maxQueriesPerPass = 8;

/** Queries that arrive while their collection is being scanned share the next pass. */
export const sharedScans = (inTimeSlices: TimeSlice): SharedScans => {
  const queues = new Map<QuantisedVectors, Waiting[]>();

  const pass = async (vectors: QuantisedVectors, sharing: readonly Waiting[]) => {
    try {
      const queries = sharing.map(({ query }) => query);
      const found = await inTimeSlices(scan(vectors, queries));
      sharing.forEach(({ resolve }, index) => resolve(found[index] ?? []));
    } catch (error) {
      for (const { reject } of sharing) reject(error);
    }
  };
  const passes = async (vectors: QuantisedVectors, queue: Waiting[]) => {
    while (queue.length > 0) await pass(vectors, queue.splice(0, maxQueriesPerPass));
    queues.delete(vectors);
  };

  return (vectors, query) =>
    new Promise((resolve, reject) => {
      const waiting = { query, resolve, reject };
      const queue = queues.get(vectors);
      if (queue) {
        queue.push(waiting);
        return;
      }
      const first = [waiting];
      queues.set(vectors, first);
      void passes(vectors, first);
    });
};

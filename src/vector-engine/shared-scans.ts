import type { RunSteps } from '../concurrency/steps.ts';
import type { ScanQuery } from './packed-query.ts';
import type { QuantisedVectors } from './quantised-vectors.ts';
import { type Candidate, scan } from './vector-scan.ts';

type Waiting = {
  readonly query: ScanQuery;
  readonly run: RunSteps;
  readonly resolve: (candidates: readonly Candidate[]) => void;
  readonly reject: (error: unknown) => void;
};

/** Scans the vectors of a collection for a query, like `scan`. A pass is run by the `run` of the query that has waited longest. */
export type SharedScans = (vectors: QuantisedVectors, query: ScanQuery, run: RunSteps) => Promise<readonly Candidate[]>;

/** Eight queries in one pass take as long as three passes. */
const maxQueriesPerPass = 8;

/** Queries that arrive while their collection is being scanned share the next pass. */
export const sharedScans = (): SharedScans => {
  const queues = new Map<QuantisedVectors, Waiting[]>();

  const pass = async (vectors: QuantisedVectors, sharing: readonly Waiting[], run: RunSteps) => {
    try {
      const queries = sharing.map(({ query }) => query);
      const found = await run(scan(vectors, queries));
      sharing.forEach(({ resolve }, index) => resolve(found[index] ?? []));
    } catch (error) {
      for (const { reject } of sharing) reject(error);
    }
  };
  const passes = async (vectors: QuantisedVectors, queue: Waiting[]) => {
    for (let first = queue[0]; first; first = queue[0])
      await pass(vectors, queue.splice(0, maxQueriesPerPass), first.run);
    queues.delete(vectors);
  };

  return (vectors, query, run) =>
    new Promise((resolve, reject) => {
      const waiting = { query, run, resolve, reject };
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

import { Unavailable } from '../domain/errors.ts';
import type { EmbeddingModel } from '../domain/events.ts';
import type { PreparedBatch } from './upload.ts';
import type { StoredBatch } from './store-batch.ts';

/** After so many batches in a row that failed by time-out, network or the gateway's fault, an upload stops. */
const failuresInARow = 3;
/** A gateway that refuses so many single tickets in a row refuses all of them. */
const refusalsInARow = 20;

const grouped = (count: number) => String(count).replace(/\B(?=(\d{3})+$)/g, ' ');

const nameOf = ({ model, dimensions }: EmbeddingModel) => `${model} ${dimensions}`;

/** Counts what becomes of an upload's tickets: each is stored, skipped, or failed, and what failed is told with its reason. */
export const uploadTally = (total: number) => {
  let stored = 0;
  let skipped = 0;
  let failures = 0;
  let refusals = 0;
  let reason = '';
  const positions: bigint[] = [];
  const recordsOf = new Map<string, string[]>();
  const note = (why: string) => {
    reason = why;
  };
  return {
    /** What a batch has decided without storing, and what an earlier run of the upload had. */
    prepared: ({
      skipped: some,
      seenPositions,
      alreadyProcessed,
    }: Pick<PreparedBatch, 'skipped' | 'seenPositions' | 'alreadyProcessed'>) => {
      stored += alreadyProcessed.stored;
      skipped += alreadyProcessed.skipped + some.length;
      // Only the highest matters for tickets that were there before; ours are kept, since a parked one must be told.
      const highest = seenPositions.reduce((max, position) => (position > max ? position : max), 0n);
      if (highest > 0n) positions.push(highest);
    },
    add: (batch: StoredBatch) => {
      stored += batch.stored.length;
      for (const { recordId, model, vector } of batch.stored) {
        const name = nameOf({ model, dimensions: vector.length });
        const records = recordsOf.get(name);
        if (records) records.push(recordId);
        else recordsOf.set(name, [recordId]);
      }
      skipped += batch.duplicates.length;
      positions.push(...batch.positions);
    },
    succeeded: () => {
      failures = 0;
      refusals = 0;
    },
    refused: (why: string) => {
      note(why);
      refusals += 1;
    },
    failed: (why: string) => {
      note(why);
      failures += 1;
    },
    hopeless: () => failures >= failuresInARow || refusals >= refusalsInARow,
    stored: () => stored,
    skipped: () => skipped,
    unfinished: () => total - stored - skipped,
    /** Records that were stored with the vector of another model than this one. */
    outdated: (model: EmbeddingModel): readonly string[] =>
      [...recordsOf].flatMap(([name, records]) => (name === nameOf(model) ? [] : records)),
    reembedded: (more: readonly bigint[]) => {
      positions.push(...more);
    },
    positions: (): readonly bigint[] => positions,
    incomplete: (why: string = reason) =>
      new Unavailable(
        `${grouped(stored)} of ${grouped(total)} tickets stored; ${why}; sending the same upload again stores the rest`,
      ),
  };
};

import { Unavailable } from '../domain/errors.ts';
import type { EmbeddingModel } from '../domain/events.ts';
import { grouped } from '../platform/grouped-digits.ts';
import type { PreparedBatch } from './upload.ts';
import type { StoredBatch } from './store-batch.ts';

/** Counts the tickets of an upload that were stored or skipped, and collects the positions of their events. */
export const uploadTally = (total: number) => {
  let stored = 0;
  let skipped = 0;
  const positions: bigint[] = [];
  const storedByModel = recordsByModel();
  return {
    prepared: (batch: Pick<PreparedBatch, 'skipped' | 'seenPositions' | 'alreadyProcessed'>) => {
      stored += batch.alreadyProcessed.stored;
      skipped += batch.alreadyProcessed.skipped + batch.skipped.length;
      // Of tickets that were stored before, the highest position is enough to wait for; those of our own events are all needed to count parked ones.
      const highest = batch.seenPositions.reduce((max, position) => (position > max ? position : max), 0n);
      if (highest > 0n) positions.push(highest);
    },
    add: (batch: StoredBatch) => {
      stored += batch.stored.length;
      skipped += batch.duplicates.length;
      storedByModel.add(batch.stored);
      positions.push(...batch.positions);
    },
    reembedded: (more: readonly bigint[]) => {
      positions.push(...more);
    },
    stored: () => stored,
    skipped: () => skipped,
    unfinished: () => total - stored - skipped,
    /** Ids of records that were stored with a vector of another model than this one. */
    outdated: storedByModel.except,
    positions: (): readonly bigint[] => positions,
    incomplete: (reason: string, cause?: Unavailable) =>
      new Unavailable(
        `${grouped(stored)} of ${grouped(total)} tickets stored; ${reason}; sending the same upload again stores the rest`,
        { cause },
      ),
  };
};

export type UploadTally = ReturnType<typeof uploadTally>;

/** A model is its name and its number of dimensions. */
const recordsByModel = () => {
  const records = new Map<string, string[]>();
  const keyOf = ({ model, dimensions }: EmbeddingModel) => `${model} ${dimensions}`;
  return {
    add: (stored: StoredBatch['stored']) => {
      for (const { recordId, model, vector } of stored) {
        const key = keyOf({ model, dimensions: vector.length });
        const ofModel = records.get(key);
        if (ofModel) ofModel.push(recordId);
        else records.set(key, [recordId]);
      }
    },
    except: (model: EmbeddingModel): readonly string[] =>
      [...records].flatMap(([key, ids]) => (key === keyOf(model) ? [] : ids)),
  };
};

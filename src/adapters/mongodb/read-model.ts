import type { Db } from 'mongodb';
import { readModelOn } from '../../ports/generation-store.ts';
import type { Checkpoint, Generation, Orphan, Parked, ReadModel } from '../../ports/read-model.ts';
import { limitTime } from './connection.ts';
import {
  checkpointsIn,
  type ModelVersion,
  mongoGenerations,
  type Overlap,
  parkedIn,
  retireOlderVersions,
} from './generations.ts';
import { insertNew, mapRefusals } from './writes.ts';

/** The documents of one generation. Every operation may be repeated, also by a process that is behind. */
export type OpenDocuments<Change> = {
  /** Creates the indexes that are missing. */
  readonly prepare: () => Promise<void>;
  readonly apply: (changes: readonly Change[]) => Promise<void>;
  readonly ids: (after: string | undefined) => Promise<readonly string[]>;
  readonly orphans: (limit: number) => Promise<readonly Orphan[]>;
  readonly remove: (orphans: readonly Orphan[]) => Promise<void>;
  readonly markPurged: () => Promise<void>;
};

/** A read model's documents. A generation's name is the prefix of the names of its collections. */
export type Documents<Change> = ModelVersion & {
  readonly open: (db: Db, generation: string) => OpenDocuments<Change>;
};

const anHour: Overlap = { lasts: 3_600_000, now: Date.now };

/**
 * A read model on MongoDB, without transactions and safe for several processes: the data are written before the checkpoint, each with a guard, so
 * that a repeat, a crash between the two and a process that is behind change nothing.
 */
export const mongoReadModel = <Change>(
  db: Db,
  documents: Documents<Change>,
  overlap: Overlap = anHour,
): ReadModel<Change> => {
  const model = readModelOn<Change>({
    ...mongoGenerations(db, documents),
    open: async (name) => {
      const opened = documents.open(db, name);
      await opened.prepare();
      await parkedIn(db).createIndexes([{ key: { copy: 1, position: 1 } }]);
      return openGeneration(db, name, opened);
    },
  });
  return {
    ...model,
    dropUnused: async (signal) => {
      await retireOlderVersions(db, documents, overlap);
      return model.dropUnused(signal);
    },
  };
};

const openGeneration = <Change>(db: Db, name: string, documents: OpenDocuments<Change>): Generation<Change> => {
  const parked = parkedIn(db);
  return {
    name,
    checkpoint: limitTime(async () => {
      const found = await checkpointsIn(db).findOne({ _id: name });
      return found ? { logId: found.log_id, position: found.position } : undefined;
    }),
    apply: limitTime(async (changes: readonly Change[], checkpoint: Checkpoint) => {
      await mapRefusals(() => documents.apply(changes));
      await moveCheckpoint(db, name, checkpoint);
    }),
    park: limitTime(async ({ position, errorClass }: Parked, checkpoint: Checkpoint) => {
      await insertNew(parked, [{ _id: `${name}/${position}`, copy: name, position, error_class: errorClass }]);
      await moveCheckpoint(db, name, checkpoint);
    }),
    parked: limitTime(async () => {
      const found = await parked.find({ copy: name }).sort({ position: 1 }).toArray();
      return found.map(({ position, error_class: errorClass }) => ({ position, errorClass }));
    }),
    ids: limitTime(documents.ids),
    orphans: limitTime(documents.orphans),
    remove: limitTime(documents.remove),
    markPurged: limitTime(documents.markPurged),
    // Readers see whatever most members have stored.
    refresh: () => Promise.resolve(),
  };
};

/** The checkpoint never moves backwards: a lower position comes from a process that is behind. */
const moveCheckpoint = async (db: Db, generation: string, { logId, position }: Checkpoint): Promise<void> => {
  const checkpoints = checkpointsIn(db);
  const forward = async () => {
    const filter = { _id: generation, position: { $lt: position } };
    return (await checkpoints.updateOne(filter, { $set: { log_id: logId, position } })).matchedCount === 1;
  };
  if (await forward()) return;
  const inserted = await insertNew(checkpoints, [{ _id: generation, log_id: logId, position }]);
  // Another process inserted it meanwhile, perhaps with a lower position.
  if (inserted === 0) await forward();
};

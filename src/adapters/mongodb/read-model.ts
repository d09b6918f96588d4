import type { Db } from 'mongodb';
import { readModelOn } from '../../ports/generation-store.ts';
import {
  type Advance,
  type Counts,
  type Generation,
  emptyPosition,
  type Orphan,
  type Parked,
  type ReadModel,
  requireCheckpoint,
} from '../../ports/read-model.ts';
import { limitTime } from './connection.ts';
import {
  checkpointsIn,
  type ModelVersion,
  mongoGenerations,
  type Overlap,
  parkedIn,
  retireOlderVersions,
} from './generations.ts';
import { createIndexes } from './indexes.ts';
import { insertNew, mapRefusals } from './writes.ts';

/** The documents of one generation. Every operation may be repeated, also by a process that is behind. */
export type OpenDocuments<Change> = {
  /** Creates the indexes that are missing. */
  readonly prepare: () => Promise<void>;
  readonly apply: (changes: readonly Change[]) => Promise<void>;
  readonly ids: (after: string | undefined) => Promise<readonly string[]>;
  /** Absent where nothing is counted. */
  readonly counts?: (after: string | undefined) => Promise<readonly Counts[]>;
  readonly orphans: (limit: number) => Promise<readonly Orphan[]>;
  readonly remove: (orphans: readonly Orphan[]) => Promise<void>;
  readonly markPurged: () => Promise<void>;
};

/** A read model's documents. A generation's name is the prefix of the names of its collections. */
export type Documents<Change> = ModelVersion & {
  readonly open: (db: Db, generation: string) => OpenDocuments<Change>;
};

const anHour: Overlap = { durationMs: 3_600_000, now: Date.now };

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
      await createIndexes(parkedIn(db), [{ key: { copy: 1, position: 1 } }]);
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
  const checkpoint = checkpointOf(db, name);
  const advance = async (to: Advance, work: () => Promise<unknown>) => {
    requireCheckpoint((await checkpoint.read())?.position, to);
    await work();
    await checkpoint.move(to);
  };
  return {
    name,
    checkpoint: limitTime(async () => {
      const found = await checkpoint.read();
      return found ? { logId: found.log_id, position: found.position } : undefined;
    }),
    apply: limitTime((changes: readonly Change[], to: Advance) =>
      advance(to, () => mapRefusals(() => documents.apply(changes))),
    ),
    park: limitTime(({ position, errorClass }: Parked, to: Advance) =>
      advance(to, () =>
        insertNew(parked, [{ _id: `${name}/${position}`, copy: name, position, error_class: errorClass }]),
      ),
    ),
    parked: limitTime(async () => {
      const found = await parked.find({ copy: name }).sort({ position: 1 }).toArray();
      return found.map(({ position, error_class: errorClass }) => ({ position, errorClass }));
    }),
    ids: limitTime(documents.ids),
    counts: limitTime(documents.counts ?? (() => Promise.resolve([]))),
    orphans: limitTime(documents.orphans),
    remove: limitTime(documents.remove),
    markPurged: limitTime(documents.markPurged),
    // Reads have majority read concern, so there is nothing to refresh.
    refresh: () => Promise.resolve(),
  };
};

/**
 * The checkpoint of a generation. It never moves backwards, for a lower position comes from a process that is behind, and never across a gap: before each
 * batch and after it, it must be at what the batch builds on or later.
 */
const checkpointOf = (db: Db, generation: string) => {
  const checkpoints = checkpointsIn(db);
  const read = () => checkpoints.findOne({ _id: generation });
  return {
    read,
    move: async (to: Advance): Promise<void> => {
      const { logId: log_id, position, after = emptyPosition } = to;
      const isBefore = { _id: generation, position: { $gte: after, $lt: position } };
      for (;;) {
        if ((await checkpoints.updateOne(isBefore, { $set: { log_id, position } })).matchedCount === 1) return;
        const held = (await read())?.position;
        if (held !== undefined && held >= position) return;
        requireCheckpoint(held, to);
        if (held === undefined) await insertNew(checkpoints, [{ _id: generation, log_id, position }]);
      }
    },
  };
};

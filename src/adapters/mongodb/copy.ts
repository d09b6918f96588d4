import type { Collection, Db } from 'mongodb';
import { withTimeout } from '../../concurrency/timeout.ts';
import type { Checkpoint, Orphan, Parked, Generation } from '../../ports/read-model.ts';
import { refusing } from './content-refused.ts';
import type { ModelName } from './copies.ts';
import { insertNew } from './insert-new.ts';

/** The documents of one copy. Whatever is done to them may be done again, by somebody who is behind as well. */
export type OpenDocuments<Change> = {
  /** Makes the indexes, where they are missing. */
  readonly prepare: () => Promise<void>;
  readonly apply: (changes: readonly Change[]) => Promise<void>;
  readonly ids: (after: string | undefined) => Promise<readonly string[]>;
  readonly orphans: (limit: number) => Promise<readonly Orphan[]>;
  readonly remove: (orphans: readonly Orphan[]) => Promise<void>;
  readonly markPurged: () => Promise<void>;
};

/** A read model's documents. `copy` is the prefix of the name of every collection of one copy, so that two copies can stand side by side. */
export type Documents<Change> = ModelName & { readonly open: (db: Db, copy: string) => OpenDocuments<Change> };

type StoredCheckpoint = { readonly _id: string; readonly log_id: string; readonly position: bigint };
type StoredParked = {
  readonly _id: string;
  readonly copy: string;
  readonly position: bigint;
  readonly error_class: string;
};

export const checkpointsIn = (db: Db): Collection<StoredCheckpoint> => db.collection<StoredCheckpoint>('checkpoints');
export const parkedIn = (db: Db): Collection<StoredParked> => db.collection<StoredParked>('parked');

/**
 * Milliseconds for one batch, or one page: several commands, each of which may take a third of it. The driver has a limit for each of its steps but
 * one: it waits without end for the drain of a socket whose other end has gone, as happens when a server is killed at the wrong moment.
 */
const patience = 60_000;

/** Work that fails when it takes too long. Whoever asked does it again: nothing is harmed where what was given up is done after all. */
export const bounded = <Args extends readonly unknown[], Result>(work: (...args: Args) => Promise<Result>) => {
  return (...args: Args): Promise<Result> =>
    withTimeout(work(...args), patience, () => new Error('MongoDB did not answer in time'));
};

/** One copy with its checkpoint in the same database, which moves after the data and never backwards. */
export const openCopy = <Change>(db: Db, name: string, documents: OpenDocuments<Change>): Generation<Change> => {
  const { ids, orphans, remove, markPurged: settle } = documents;
  const [checkpoints, parked] = [checkpointsIn(db), parkedIn(db)];

  const move = async ({ logId, position }: Checkpoint) => {
    const forward = async () =>
      (await checkpoints.updateOne({ _id: name, position: { $lt: position } }, { $set: { log_id: logId, position } }))
        .matchedCount;
    if ((await forward()) === 1) return;
    const first = await insertNew(checkpoints, [{ _id: name, log_id: logId, position }]);
    // Another made the first one meanwhile, perhaps for a lower position.
    if (first === 0) await forward();
  };

  return {
    name,
    checkpoint: bounded(async () => {
      const found = await checkpoints.findOne({ _id: name });
      return found ? { logId: found.log_id, position: found.position } : undefined;
    }),
    apply: bounded(async (changes: readonly Change[], checkpoint: Checkpoint) => {
      await refusing(() => documents.apply(changes));
      await move(checkpoint);
    }),
    park: bounded(async ({ position, errorClass }: Parked, checkpoint: Checkpoint) => {
      await insertNew(parked, [{ _id: `${name}/${position}`, copy: name, position, error_class: errorClass }]);
      await move(checkpoint);
    }),
    parked: bounded(async () => {
      const found = await parked.find({ copy: name }).sort({ position: 1 }).toArray();
      return found.map(({ position, error_class: errorClass }) => ({ position, errorClass }));
    }),
    ...{ ids: bounded(ids), orphans: bounded(orphans), remove: bounded(remove), markPurged: bounded(settle) },
    // Readers see whatever most members have stored.
    refresh: () => Promise.resolve(),
  };
};

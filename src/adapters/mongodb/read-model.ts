import type { Db } from 'mongodb';
import type { ReadModel, Generation } from '../../ports/read-model.ts';
import { changeCopies, copiesIn, type Copies, withNew } from './copies.ts';
import { bounded, type Documents, openCopy, parkedIn } from './copy.ts';
import { dropUnnamed } from './drop-unnamed.ts';

/** How long an older version stays once this one has caught up, in milliseconds: instances of the older release may still read it. */
export type Overlap = { readonly lasts: number; readonly now: () => number };

const anHour: Overlap = { lasts: 3_600_000, now: Date.now };

/**
 * A read model on MongoDB, without transactions and safe for several processes: data and then the checkpoint, each guarded so that a repeat,
 * a crash between the two, and somebody who comes late change nothing.
 */
export const mongoReadModel = <Change>(
  db: Db,
  documents: Documents<Change>,
  overlap: Overlap = anHour,
): ReadModel<Change> => {
  const open = openingCopies(db, documents);
  const change = bounded((step: (copies: Copies) => Copies) => changeCopies(db, documents, step));
  /** The copy of that use, made where there is none. */
  const copyFor = async (use: 'current' | 'unfinished') => {
    const copies = await change((before) => (before[use] === undefined ? withNew(before, use) : before));
    return open.copy(String(copies[use]));
  };

  return {
    current: () => copyFor('current'),
    building: () => copyFor('unfinished'),
    promote: async (old) => {
      await change((before) => {
        if (before.unfinished === undefined) throw new Error(`No replacement of ${documents.name} to activate`);
        const kept = old === 'keep' ? before.current : before.kept;
        return { ...before, current: before.unfinished, unfinished: undefined, kept };
      });
    },
    abortBuild: async () => {
      await change((before) => (before.unfinished === undefined ? before : { ...before, unfinished: undefined }));
    },
    retained: async () => {
      const { kept } = await change((before) => before);
      return kept === undefined ? undefined : open.copy(kept);
    },
    dropRetained: async () => {
      await change((before) => (before.kept === undefined ? before : { ...before, kept: undefined }));
    },
    dropUnused: async (signal) => {
      const { caught_up: since = overlap.now() } = await change((before) =>
        before.caught_up === undefined ? { ...before, caught_up: overlap.now() } : before,
      );
      if (overlap.now() - since >= overlap.lasts) await giveUpOlder(db, documents);
      for (const name of await dropUnnamed(db, documents, signal)) open.forget(name);
    },
  };
};

/** Opens every copy once, and makes its indexes then. */
const openingCopies = <Change>(db: Db, documents: Documents<Change>) => {
  const opened = new Map<string, Promise<Generation<Change>>>();
  const prepare = async (name: string) => {
    const copy = documents.open(db, name);
    await copy.prepare();
    await parkedIn(db).createIndexes([{ key: { copy: 1, position: 1 } }]);
    return openCopy(db, name, copy);
  };
  return {
    copy: (name: string): Promise<Generation<Change>> => {
      const known = opened.get(name);
      if (known) return known;
      const copy = prepare(name);
      opened.set(name, copy);
      // MongoDB was away: whoever asks next tries again.
      copy.catch(() => opened.delete(name));
      return copy;
    },
    forget: (name: string): void => {
      opened.delete(name);
    },
  };
};

/** Takes the use from every copy of older versions. Their documents stay, so that the numbers that were used are not used again. */
const giveUpOlder = async (db: Db, { name, version }: Documents<never>): Promise<void> => {
  for (const older of await copiesIn(db)
    .find({ model: name, version: { $lt: version } })
    .toArray()) {
    await changeCopies(db, { name, version: older.version }, (before) => {
      const { _id, model, revision, number, current, unfinished, kept } = before;
      if ((current ?? unfinished ?? kept) === undefined) return before;
      return { _id, model, version: before.version, revision, number };
    });
  }
};

import type { Collection, Db } from 'mongodb';

/** A collection's document with `purged` is a tombstone. */
type Tombstone = { readonly _id: string; readonly purged?: boolean };

/** The tombstone of a deleted collection, kept for ever. */
export type StoredTombstone = { readonly _id: string; readonly position: bigint; readonly purged: boolean };

/** Names of MongoDB collections: that of the tombstones, and that of the documents that deleted collections leave to the purge. */
type Names = { readonly tombstones: string; readonly content: string };

/** Those of some collections that are deleted. What looks at a page asks for its collections: a tombstone stays for ever, so that all of them may be very many. */
export const deletedAmong = async (
  tombstones: Collection<StoredTombstone>,
  collectionIds: Iterable<string>,
): Promise<ReadonlySet<string>> => {
  const ids = [...new Set(collectionIds)];
  if (ids.length === 0) return new Set();
  const found = tombstones.find({ _id: { $in: ids } }, { projection: { _id: 1 } });
  return new Set((await found.toArray()).map(({ _id }) => _id));
};

/** The tombstones of deleted collections in one generation, by collection id. */
export const tombstonesIn = (db: Db, names: Names) => {
  const tombstones = db.collection<Tombstone>(names.tombstones);
  const content = db.collection<{ readonly collection_id: string }>(names.content);

  const unpurged = async (): Promise<readonly string[]> => {
    const found = await tombstones.find({ purged: false }, { projection: { _id: 1 } }).toArray();
    return found.map(({ _id }) => _id);
  };
  const mark = async (ids: readonly string[], purged: boolean) => {
    if (ids.length === 0) return;
    await tombstones.updateMany({ _id: { $in: ids }, purged: { $exists: true } }, { $set: { purged } });
  };
  const withContent = async (ids: readonly string[]): Promise<ReadonlySet<string>> =>
    new Set(ids.length === 0 ? [] : await content.distinct('collection_id', { collection_id: { $in: ids } }));

  return {
    unpurged,
    /** Marks deleted collections for another purge if something was written into them after it. */
    reopen: (ids: readonly string[]): Promise<void> => mark(ids, false),
    /** Marks the deleted collections without content as purged. */
    markPurged: async (): Promise<void> => {
      const ids = await unpurged();
      const filled = await withContent(ids);
      const empty = ids.filter((id) => !filled.has(id));
      await mark(empty, true);
      // A late write may have come between the two steps.
      await mark([...(await withContent(empty))], false);
    },
  };
};

import type { Db } from 'mongodb';
import type { CollectionChange } from '../../ports/collections.ts';
import { collectionIds } from './collection-ids.ts';
import { collectionPurge } from './collection-purge.ts';
import type { Documents, OpenDocuments } from './copy.ts';
import { insertNew } from './insert-new.ts';
import { buried, collectionsOf, live, ticketKey, ticketsOf } from './stored-collection.ts';

/**
 * Collections with their tombstones and counts, and one small document a stored ticket. A ticket below a tombstone still gets its document,
 * so that the purge finds the stream to erase, and makes the tombstone unpurged again.
 */
export const collectionDocuments: Documents<CollectionChange> = {
  name: 'collections',
  version: 1,
  open: (db, copy) => ({
    prepare: async () => {
      await collectionsOf(db, copy).createIndexes([
        { key: { user_id: 1, created_at: 1, _id: 1 } },
        { key: { purged: 1 }, sparse: true },
      ]);
      await ticketsOf(db, copy).createIndexes([{ key: { collection_id: 1, _id: 1 } }]);
    },
    apply: applying(db, copy),
    ids: collectionIds(db, copy),
    ...collectionPurge(db, copy),
  }),
};

type Kind<Type extends CollectionChange['type']> = Extract<CollectionChange, { readonly type: Type }>;

/** Creations, then deletions, then tickets: in whatever order a batch has them, it ends the same. */
const applying = (db: Db, copy: string): OpenDocuments<CollectionChange>['apply'] => {
  const collections = collectionsOf(db, copy);

  const create = async (creations: readonly Kind<'put'>[]) => {
    const created = creations.map(({ collection: { id: _id, userId, name, createdAt }, position }) => {
      const told = { user_id: userId, name, created_at: createdAt };
      return { _id, ...told, ticket_count: 0, position };
    });
    await insertNew(collections, created);
  };

  const bury = async (deletions: readonly Kind<'delete'>[]) => {
    if (deletions.length === 0) return;
    const tombstone = (position: bigint) => ({ ticket_count: 0, deleted: position, purged: false });
    // One whose creation was refused has no document yet.
    await insertNew(
      collections,
      deletions.map(({ collectionId: _id, position }) => ({ _id, position, ...tombstone(position) })),
    );
    const updates = deletions.map(({ collectionId: _id, position }) => ({
      updateOne: { filter: { _id, ...live }, update: { $set: tombstone(position) } },
    }));
    await collections.bulkWrite(updates, { ordered: false });
  };

  const store = storing(db, copy);
  return async (changes) => {
    await create(changes.filter((change) => change.type === 'put'));
    await bury(changes.filter((change) => change.type === 'delete'));
    await store(changes.filter((change) => change.type === 'ticket'));
  };
};

/** Tickets, and the counts of the collections that they touch. */
const storing = (db: Db, copy: string) => {
  const [collections, tickets] = [collectionsOf(db, copy), ticketsOf(db, copy)];

  /** A live collection only grows, so that the highest count is the right one: whoever counted earlier and writes later changes nothing. */
  const count = async (ids: readonly string[]) => {
    const counted = tickets.aggregate<{ readonly _id: string; readonly count: number }>([
      { $match: { collection_id: { $in: ids } } },
      { $group: { _id: '$collection_id', count: { $sum: 1 } } },
    ]);
    const updates = (await counted.toArray()).map(({ _id, count: found }) => ({
      updateOne: { filter: { _id, ...live }, update: { $max: { ticket_count: found } } },
    }));
    if (updates.length > 0) await collections.bulkWrite(updates, { ordered: false });
  };

  return async (changes: readonly Kind<'ticket'>[]) => {
    const touched = [...new Set(changes.map(({ collectionId }) => collectionId))];
    if (touched.length === 0) return;
    const known = await collections.find({ _id: { $in: touched } }, { projection: { _id: 1 } }).toArray();
    const ids = new Set(known.map(({ _id }) => _id));
    // A ticket's event never comes before its collection's; without one there is nothing to hang it on.
    const rows = changes
      .filter(({ collectionId }) => ids.has(collectionId))
      .map(({ collectionId, recordId, position }) => {
        const _id = ticketKey(collectionId, recordId);
        return { _id, collection_id: collectionId, position };
      });
    await insertNew(tickets, rows);
    // After the tickets: a deletion, or the end of a purge, may have come from another process meanwhile.
    await collections.updateMany({ _id: { $in: [...ids] }, ...buried }, { $set: { purged: false } });
    await count([...ids]);
  };
};

import type { Db } from 'mongodb';
import type { CollectionChange } from '../../ports/collections.ts';
import { collectionsModel, collectionsOf, keyParts, live, ticketKey, ticketsOf } from './collections.ts';
import type { Documents, OpenDocuments } from './read-model.ts';
import { tombstonesIn } from './tombstones.ts';
import { insertNew } from './writes.ts';

/**
 * Collections with their tombstones and counts, and one small document a stored ticket. A ticket of a deleted collection still gets its document,
 * so that the purge finds the stream to erase.
 */
export const collectionDocuments: Documents<CollectionChange> = {
  ...collectionsModel,
  open: (db, generation) => ({
    prepare: async () => {
      await collectionsOf(db, generation).createIndexes([
        { key: { user_id: 1, created_at: 1, _id: 1 } },
        { key: { purged: 1 }, sparse: true },
      ]);
      await ticketsOf(db, generation).createIndexes([{ key: { collection_id: 1, _id: 1 } }]);
    },
    apply: applying(db, generation),
    ids: collectionIds(db, generation),
    ...purging(db, generation),
  }),
};

type Change<Type extends CollectionChange['type']> = Extract<CollectionChange, { readonly type: Type }>;

/** Creations, then deletions, then tickets: the result does not depend on their order in the batch. */
const applying = (db: Db, generation: string): OpenDocuments<CollectionChange>['apply'] => {
  const storeTickets = storingTickets(db, generation);
  return async (changes) => {
    await createCollections(
      db,
      generation,
      changes.filter((change) => change.type === 'put'),
    );
    await deleteCollections(
      db,
      generation,
      changes.filter((change) => change.type === 'delete'),
    );
    await storeTickets(changes.filter((change) => change.type === 'ticket'));
  };
};

const createCollections = async (db: Db, generation: string, creations: readonly Change<'put'>[]): Promise<void> => {
  const documents = creations.map(({ collection: { id, userId, name, createdAt }, position }) => ({
    _id: id,
    user_id: userId,
    name,
    created_at: createdAt,
    ticket_count: 0,
    bytes: 0,
    position,
  }));
  await insertNew(collectionsOf(db, generation), documents);
};

const deleteCollections = async (db: Db, generation: string, deletions: readonly Change<'delete'>[]): Promise<void> => {
  if (deletions.length === 0) return;
  const collections = collectionsOf(db, generation);
  const tombstone = (position: bigint) => ({ ticket_count: 0, bytes: 0, deleted: position, purged: false });
  // A collection whose creation was refused has no document yet.
  await insertNew(
    collections,
    deletions.map(({ collectionId: _id, position }) => ({ _id, position, ...tombstone(position) })),
  );
  const updates = deletions.map(({ collectionId: _id, position }) => ({
    updateOne: { filter: { _id, ...live }, update: { $set: tombstone(position) } },
  }));
  await collections.bulkWrite(updates, { ordered: false });
};

/** Stores tickets and counts those of the collections that they belong to. */
const storingTickets = (db: Db, generation: string) => {
  const [collections, tickets] = [collectionsOf(db, generation), ticketsOf(db, generation)];
  const tombstones = tombstonesOf(db, generation);

  /** Live collections only grow, so that $max keeps the right sums whichever of two processes writes last. */
  const count = async (ids: readonly string[]) => {
    const counted = tickets.aggregate<{ readonly _id: string; readonly count: number; readonly bytes: number }>([
      { $match: { collection_id: { $in: ids } } },
      { $group: { _id: '$collection_id', count: { $sum: 1 }, bytes: { $sum: '$bytes' } } },
    ]);
    const updates = (await counted.toArray()).map(({ _id, count: found, bytes }) => ({
      updateOne: { filter: { _id, ...live }, update: { $max: { ticket_count: found, bytes } } },
    }));
    if (updates.length > 0) await collections.bulkWrite(updates, { ordered: false });
  };

  return async (changes: readonly Change<'ticket'>[]) => {
    const touched = [...new Set(changes.map(({ collectionId }) => collectionId))];
    if (touched.length === 0) return;
    const known = await collections.find({ _id: { $in: touched } }, { projection: { _id: 1 } }).toArray();
    const ids = new Set(known.map(({ _id }) => _id));
    // A ticket's event follows its collection's; without that the ticket is dropped.
    const rows = changes
      .filter(({ collectionId }) => ids.has(collectionId))
      .map(({ collectionId, recordId, bytes, position }) => {
        const _id = ticketKey(collectionId, recordId);
        return { _id, collection_id: collectionId, bytes, position };
      });
    await insertNew(tickets, rows);
    // After the tickets: another process may have deleted or purged the collection meanwhile.
    await tombstones.reopen([...ids]);
    await count([...ids]);
  };
};

const tombstonesOf = (db: Db, generation: string) =>
  tombstonesIn(db, { tombstones: `${generation}_collections`, content: `${generation}_tickets` });

const purging = (
  db: Db,
  generation: string,
): Pick<OpenDocuments<CollectionChange>, 'orphans' | 'remove' | 'markPurged'> => {
  const tickets = ticketsOf(db, generation);
  const { unpurged, markPurged } = tombstonesOf(db, generation);
  return {
    orphans: async (limit) => {
      const ids = await unpurged();
      if (ids.length === 0) return [];
      const found = tickets.find({ collection_id: { $in: ids } }, { projection: { _id: 1 } }).limit(limit);
      return (await found.toArray()).map(({ _id }) => keyParts(_id));
    },
    remove: async (orphans) => {
      const keys = orphans.map(({ collectionId, recordId }) => ticketKey(collectionId, recordId));
      await tickets.deleteMany({ _id: { $in: keys } });
    },
    markPurged,
  };
};

const pageSize = 1000;

/** Greater than every id in a collection, and less than the next collection's. */
const endOf = (collectionId: string) => `${collectionId}/~`;

/** Pages over the live collections and their tickets in text order; a page has as many small collections as fill it. */
const collectionIds = (db: Db, generation: string): OpenDocuments<CollectionChange>['ids'] => {
  const tickets = ticketsOf(db, generation);
  return async (after = '') => {
    for (let from = after; ;) {
      const collectionsOfPage = await someCollections(db, generation, from);
      const last = collectionsOfPage.at(-1);
      if (last === undefined) return [];
      const below = tickets.find(
        { collection_id: { $in: collectionsOfPage }, _id: { $gt: from } },
        { projection: { _id: 1 }, batchSize: pageSize },
      );
      const found = await below.sort({ collection_id: 1, _id: 1 }).limit(pageSize).toArray();
      const rows = found.map(({ _id }) => _id);
      // After a full page there may be more rows, which belong before the collections that follow.
      const end = rows.length === pageSize ? (rows.at(-1) ?? from) : endOf(last);
      const ids = [...collectionsOfPage.filter((id) => id > from && id <= end), ...rows].toSorted();
      if (ids.length > 0) return ids.slice(0, pageSize);
      from = endOf(last);
    }
  };
};

/** Collections from the one that an id belongs to: as many as fill a page by their counts. */
const someCollections = async (db: Db, generation: string, from: string): Promise<readonly string[]> => {
  const found = collectionsOf(db, generation).find(
    { _id: { $gte: keyParts(from).collectionId }, ...live },
    { projection: { ticket_count: 1 } },
  );
  const taken: string[] = [];
  let expected = 0;
  for (const { _id, ticket_count: count } of await found.sort({ _id: 1 }).limit(pageSize).toArray()) {
    if (expected >= pageSize) break;
    if (endOf(_id) <= from) continue;
    taken.push(_id);
    expected += 1 + count;
  }
  return taken;
};

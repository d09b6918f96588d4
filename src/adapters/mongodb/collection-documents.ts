import type { AnyBulkWriteOperation, Db } from 'mongodb';
import type { CollectionChange } from '../../ports/collections.ts';
import {
  collectionsModel,
  collectionsOf,
  keyParts,
  live,
  notErased,
  type StoredCollection,
  ticketKey,
  ticketsOf,
} from './collections.ts';
import { collectionCounts, ticketsInOrder } from './collection-counts.ts';
import { countEvents } from './event-bytes.ts';
import { erasureIndexes, erasuresOf, isErasureChange, writeErasures } from './erasure-documents.ts';
import { createIndexes } from './indexes.ts';
import type { Documents, OpenDocuments } from './read-model.ts';
import { changedTickets, collectionTombstones, isTicketChange, notAfter, ticketWrites } from './collection-tickets.ts';
import { insertNew } from './writes.ts';

/**
 * Collections with their tombstones and counts, and one small document a ticket. A ticket of a deleted collection still gets its document,
 * so that the purge finds the stream to erase. Erasures stay.
 */
export const collectionDocuments: Documents<CollectionChange> = {
  ...collectionsModel,
  open: (db, generation) => ({
    prepare: async () => {
      await createIndexes(collectionsOf(db, generation), [
        { key: { user_id: 1, created_at: 1, _id: 1 } },
        { key: { former_user_id: 1 }, sparse: true },
        { key: { purged: 1 }, sparse: true },
      ]);
      await createIndexes(ticketsOf(db, generation), [{ key: ticketsInOrder }, { key: changedTickets }]);
      await createIndexes(erasuresOf(db, generation), erasureIndexes);
    },
    apply: applying(db, generation),
    ids: collectionIds(db, generation),
    counts: collectionCounts(db, generation),
    ...purging(db, generation),
  }),
};

type Change<Type extends CollectionChange['type']> = Extract<CollectionChange, { readonly type: Type }>;

/** Creations, then settings, deletions and tickets: the result does not depend on the order of these kinds in the batch. */
const applying = (db: Db, generation: string): OpenDocuments<CollectionChange>['apply'] => {
  const changeTickets = ticketWrites(db, generation);
  return async (changes) => {
    await createCollections(
      db,
      generation,
      changes.filter((change) => change.type === 'put'),
    );
    await configureCollections(
      db,
      generation,
      changes.filter((change) => change.type === 'configure'),
    );
    await advanceSyncs(
      db,
      generation,
      changes.filter((change) => change.type === 'advance sync'),
    );
    await deleteCollections(
      db,
      generation,
      changes.filter((change) => change.type === 'delete'),
    );
    await countEvents(
      db,
      generation,
      changes.filter((change) => change.type === 'count event'),
    );
    await changeTickets(changes.filter(isTicketChange));
    await writeErasures(db, generation, changes.filter(isErasureChange));
    await forgetTenants(
      db,
      generation,
      changes.filter((change) => change.type === 'forget tenant'),
    );
  };
};

const createCollections = async (db: Db, generation: string, creations: readonly Change<'put'>[]): Promise<void> => {
  const documents = creations.map(({ collection: { id, userId, name, createdAt }, position }) => ({
    _id: id,
    user_id: userId,
    name,
    created_at: createdAt,
    ticket_count: 0,
    withdrawn: 0,
    bytes: 0,
    counted: 0n,
    position,
  }));
  await insertNew(collectionsOf(db, generation), documents);
};

const configureCollections = async (
  db: Db,
  generation: string,
  settings: readonly Change<'configure'>[],
): Promise<void> => {
  if (settings.length === 0) return;
  const updates = settings.map(({ collectionId: _id, settings: { name, ticketUrl, notNames }, position }) => {
    const changed = {
      ...(name !== undefined && { name }),
      ...(ticketUrl !== undefined && { ticket_url: ticketUrl }),
      ...(notNames !== undefined && { not_names: notNames }),
    };
    const filter = { _id, configured: notAfter(position) };
    return { updateOne: { filter, update: { $set: { ...changed, configured: position } } } };
  });
  await collectionsOf(db, generation).bulkWrite(updates);
};

const advanceSyncs = async (db: Db, generation: string, advances: readonly Change<'advance sync'>[]): Promise<void> => {
  if (advances.length === 0) return;
  const updates = advances.map(({ collectionId: _id, source, cursor, at, position }) => {
    const field = `sync_cursors.${source}`;
    const update = cursor === null ? { $unset: { [field]: true } } : { $set: { [field]: { cursor, at } } };
    const filter = { _id, ...live, synced: notAfter(position) };
    return { updateOne: { filter, update: { ...update, $max: { synced: position } } } };
  });
  await collectionsOf(db, generation).bulkWrite(updates as AnyBulkWriteOperation<StoredCollection>[]);
};

const deleteCollections = async (db: Db, generation: string, deletions: readonly Change<'delete'>[]): Promise<void> => {
  if (deletions.length === 0) return;
  const collections = collectionsOf(db, generation);
  const tombstone = (position: bigint) => ({
    ...{ ticket_count: 0, withdrawn: 0, bytes: 0, counted: position },
    ...{ deleted: position, purged: false, sync_cursors: {} },
  });
  // A collection whose creation was refused has no document yet.
  await insertNew(
    collections,
    deletions.map(({ collectionId: _id, position }) => ({ _id, position, ...tombstone(position) })),
  );
  const updates = deletions.map(({ collectionId: _id, position }) => ({
    updateOne: {
      filter: { _id, ...live },
      update: { $set: tombstone(position), $rename: { user_id: 'former_user_id' } },
    },
  }));
  await collections.bulkWrite(updates, { ordered: false });
};

const forgetTenants = async (db: Db, generation: string, erased: readonly Change<'forget tenant'>[]): Promise<void> => {
  if (erased.length === 0) return;
  const tenants = erased.map(({ tenantId }) => tenantId);
  const update = { $unset: { name: '', ticket_url: '', not_names: '', sync_cursors: '' } } as const;
  await collectionsOf(db, generation).updateMany({ former_user_id: { $in: tenants } }, update);
  await erasuresOf(db, generation).deleteMany({ tenant_id: { $in: tenants } });
};

const purging = (
  db: Db,
  generation: string,
): Pick<OpenDocuments<CollectionChange>, 'orphans' | 'remove' | 'markPurged'> => {
  const tickets = ticketsOf(db, generation);
  const { unpurged, markPurged } = collectionTombstones(db, generation);
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
        { collection_id: { $in: collectionsOfPage }, _id: { $gt: from }, ...notErased },
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
    { projection: { ticket_count: 1, withdrawn: 1 } },
  );
  const taken: string[] = [];
  let expected = 0;
  for (const { _id, ticket_count: active, withdrawn } of await found.sort({ _id: 1 }).limit(pageSize).toArray()) {
    if (expected >= pageSize) break;
    if (endOf(_id) <= from) continue;
    taken.push(_id);
    expected += 1 + active + withdrawn;
  }
  return taken;
};

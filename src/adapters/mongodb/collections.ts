import type { Db } from 'mongodb';
import type { Collection, Collections } from '../../ports/collections.ts';
import { collectionDocuments } from './collection-documents.ts';
import { currentCopy } from './current-copy.ts';
import { collectionsOf, keyParts, live, type StoredCollection, ticketKey, ticketsOf } from './stored-collection.ts';

/** Reads collections from whichever copy is current; a deleted one does not exist. */
export const mongoCollections = (db: Db): Collections => {
  const read = currentCopy(db, collectionDocuments);
  return {
    byId: (id) =>
      read(async (copy) => {
        const found = await collectionsOf(db, copy).findOne({ _id: id, ...live });
        return found ? collectionOf(found) : undefined;
      }),
    ofUser: async (userId) => {
      const found = await read(async (copy) => {
        const cursor = collectionsOf(db, copy).find({ user_id: userId, ...live });
        const all = await cursor.sort({ created_at: 1, _id: 1 }).toArray();
        return all.length > 0 ? all.map(collectionOf) : undefined;
      });
      return found ?? [];
    },
    stored: async (collectionId, recordIds) => {
      const keys = recordIds.map((recordId) => ticketKey(collectionId, recordId));
      const found = await read(async (copy) => {
        const [exists, rows] = await Promise.all([
          collectionsOf(db, copy).findOne({ _id: collectionId, ...live }, { projection: { _id: 1 } }),
          ticketsOf(db, copy)
            .find({ _id: { $in: keys } })
            .toArray(),
        ]);
        return exists && rows.length > 0 ? rows : undefined;
      });
      return new Map(found?.map(({ _id, position }) => [keyParts(_id).recordId, position]));
    },
  };
};

const collectionOf = (stored: StoredCollection): Collection => ({
  id: stored._id,
  userId: stored.user_id ?? '',
  name: stored.name ?? '',
  ticketCount: stored.ticket_count,
  createdAt: stored.created_at ?? '',
});

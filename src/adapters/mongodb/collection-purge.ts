import type { Db } from 'mongodb';
import type { CollectionChange } from '../../ports/collections.ts';
import type { OpenDocuments } from './copy.ts';
import { settlePurge } from './settle-purge.ts';
import { buried, collectionsOf, keyParts, ticketKey, ticketsOf } from './stored-collection.ts';

/** What hangs below tombstones, and how it goes. */
export const collectionPurge = (
  db: Db,
  copy: string,
): Pick<OpenDocuments<CollectionChange>, 'orphans' | 'remove' | 'markPurged'> => {
  const [collections, tickets] = [collectionsOf(db, copy), ticketsOf(db, copy)];
  const unpurged = async () => {
    const found = await collections.find({ purged: false }, { projection: { _id: 1 } }).toArray();
    return found.map(({ _id }) => _id);
  };
  const mark = async (ids: readonly string[], purged: boolean) => {
    if (ids.length > 0) await collections.updateMany({ _id: { $in: ids }, ...buried }, { $set: { purged } });
  };
  const filled = async (ids: readonly string[]) =>
    new Set(ids.length === 0 ? [] : await tickets.distinct('collection_id', { collection_id: { $in: ids } }));

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
    markPurged: () => settlePurge({ unpurged, filled, mark }),
  };
};

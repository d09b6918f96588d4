import type { Db } from 'mongodb';
import type { CollectionChange } from '../../ports/collections.ts';
import type { OpenDocuments } from './copy.ts';
import { collectionsOf, keyParts, live, ticketsOf } from './stored-collection.ts';

const pageSize = 1000;

/** Greater than every id in a collection, and less than the next collection's. */
const endOf = (collectionId: string) => `${collectionId}/~`;

/** Pages over the live collections and their tickets, in the order of their text; a page takes as many small collections as fill it. */
export const collectionIds = (db: Db, copy: string): OpenDocuments<CollectionChange>['ids'] => {
  const [collections, tickets] = [collectionsOf(db, copy), ticketsOf(db, copy)];

  /** The collections from the one that an id belongs to, as many as their counts say that a page holds. */
  const some = async (from: string): Promise<readonly string[]> => {
    const found = collections.find(
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

  return async (after = '') => {
    for (let from = after; ;) {
      const homes = await some(from);
      const last = homes.at(-1);
      if (last === undefined) return [];
      const below = tickets.find(
        { collection_id: { $in: homes }, _id: { $gt: from } },
        { projection: { _id: 1 }, batchSize: pageSize },
      );
      const found = await below.sort({ collection_id: 1, _id: 1 }).limit(pageSize).toArray();
      const rows = found.map(({ _id }) => _id);
      // Beyond the last row of a full page there may be others that were not read.
      const end = rows.length === pageSize ? (rows.at(-1) ?? from) : endOf(last);
      const ids = [...homes.filter((id) => id > from && id <= end), ...rows].toSorted();
      if (ids.length > 0) return ids.slice(0, pageSize);
      from = endOf(last);
    }
  };
};

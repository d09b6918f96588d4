import type { Db } from 'mongodb';
import type { CollectionChange } from '../../ports/collections.ts';
import { collectionsOf, live } from './collections.ts';
import { countReceipts, type ReceiptEvent } from './receipt-bytes.ts';

type CountedEvent = Extract<CollectionChange, { readonly type: 'count event' }>;

/** Adds events of uploads to their collections, and those of erasures to their users. In the order of the log: the position of the last one that is counted keeps a repeat from counting twice. */
export const countEvents = async (db: Db, generation: string, counted: readonly CountedEvent[]): Promise<void> => {
  const { ofUploads = [], receipts = [] } = Object.groupBy(counted, (change) =>
    change.outlives ? 'receipts' : 'ofUploads',
  );
  await countReceipts(db, generation, await withUsers(db, generation, receipts));
  if (ofUploads.length === 0) return;
  const updates = ofUploads.map(({ collectionId: _id, bytes, position }) => ({
    updateOne: {
      filter: { _id, ...live, events_counted: { $not: { $gte: position } } },
      update: { $inc: { event_bytes: bytes }, $set: { events_counted: position } },
    },
  }));
  await collectionsOf(db, generation).bulkWrite(updates, { ordered: true });
};

/** With the users of their collections; without those of unknown ones. */
const withUsers = async (
  db: Db,
  generation: string,
  counted: readonly CountedEvent[],
): Promise<readonly ReceiptEvent[]> => {
  if (counted.length === 0) return [];
  const ids = [...new Set(counted.map(({ collectionId }) => collectionId))];
  const projection = { user_id: 1, former_user_id: 1 };
  const found = await collectionsOf(db, generation)
    .find({ _id: { $in: ids } }, { projection })
    .toArray();
  const users = new Map(found.map((one) => [one._id, one.user_id ?? one.former_user_id]));
  return counted.flatMap(({ collectionId, bytes, position }) => {
    const userId = users.get(collectionId);
    return userId === undefined ? [] : [{ userId, bytes, position }];
  });
};

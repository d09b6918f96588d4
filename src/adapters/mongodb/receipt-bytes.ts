import type { Collection, Db } from 'mongodb';
import { insertNew } from './writes.ts';

/**
 * What the receipts of a user occupy, those of deleted collections included, up to the event at `counted`; its id is the user's. A sum beyond 32 bits is
 * read as a bigint.
 */
type StoredBytes = { readonly _id: string; readonly bytes: number | bigint; readonly counted: bigint };

const receiptsOf = (db: Db, generation: string): Collection<StoredBytes> =>
  db.collection<StoredBytes>(`${generation}_receipts`);

/** An event of an erasure. */
export type ReceiptEvent = { readonly userId: string; readonly bytes: number; readonly position: bigint };

/** Counts events, which come in the order of the log: the position of the last one that is counted keeps a repeat from counting twice. */
export const countReceipts = async (db: Db, generation: string, events: readonly ReceiptEvent[]): Promise<void> => {
  if (events.length === 0) return;
  const receipts = receiptsOf(db, generation);
  const users = [...new Set(events.map(({ userId }) => userId))];
  await insertNew(
    receipts,
    users.map((_id) => ({ _id, bytes: 0, counted: -1n })),
  );
  const updates = events.map(({ userId: _id, bytes, position }) => ({
    updateOne: {
      filter: { _id, counted: { $lt: position } },
      update: { $inc: { bytes }, $set: { counted: position } },
    },
  }));
  await receipts.bulkWrite(updates, { ordered: true });
};

/** Reads one document, however many collections the user has had; undefined for a user without receipts. */
export const receiptBytes = async (db: Db, generation: string, userId: string): Promise<number | undefined> => {
  const found = await receiptsOf(db, generation).findOne({ _id: userId });
  return found ? Number(found.bytes) : undefined;
};

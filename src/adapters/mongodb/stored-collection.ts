import type { Collection, Db } from 'mongodb';

/** A collection, or its tombstone: `deleted` is the position of the deletion, kept for ever, and a tombstone alone has `purged`. */
export type StoredCollection = {
  readonly _id: string;
  readonly user_id?: string;
  readonly name?: string;
  readonly created_at?: string;
  readonly ticket_count: number;
  readonly position: bigint;
  readonly deleted?: bigint;
  readonly purged?: boolean;
};

/** That a ticket is stored in a collection; its id is `<collection id>/<record id>`. */
export type StoredTicket = { readonly _id: string; readonly collection_id: string; readonly position: bigint };

export const collectionsOf = (db: Db, copy: string): Collection<StoredCollection> =>
  db.collection<StoredCollection>(`${copy}_collections`);

export const ticketsOf = (db: Db, copy: string): Collection<StoredTicket> =>
  db.collection<StoredTicket>(`${copy}_tickets`);

export const ticketKey = (collectionId: string, recordId: string): string => `${collectionId}/${recordId}`;

/** What `ticketKey` put together; a collection's own id has no record. */
export const keyParts = (key: string): { readonly collectionId: string; readonly recordId: string } => {
  const [collectionId = '', recordId = ''] = key.split('/');
  return { collectionId, recordId };
};

/** What tells a collection from a tombstone. */
export const live = { deleted: { $exists: false } } as const;
export const buried = { deleted: { $exists: true } } as const;

import type { Collection as DocumentCollection, Db, Filter } from 'mongodb';
import type { StoredAmount, Usage } from '../../domain/quotas.ts';
import type { SyncCursors } from '../../domain/sync-cursor.ts';
import type { Collection, Collections, TicketState, WholeCollection } from '../../ports/collections.ts';
import { currentGeneration, type ReadCurrent } from './current-generation.ts';
import type { ModelVersion } from './generations.ts';
import { receiptBytes } from './receipt-bytes.ts';

export const collectionsModel = { name: 'collections', version: 12 } as const satisfies ModelVersion;

/** A collection, or its tombstone: `deleted` is the position of the deletion, kept for ever, and only a tombstone has `purged`. */
export type StoredCollection = {
  readonly _id: string;
  /** Of a live one: those of a user are found without its tombstones, which may be very many. */
  readonly user_id?: string;
  /** Of a tombstone. */
  readonly former_user_id?: string;
  readonly name?: string;
  readonly created_at?: string;
  readonly ticket_url?: string | null;
  readonly not_names?: readonly string[];
  readonly sync_cursors?: SyncCursors;
  /** Position of the newest settings. */
  readonly configured?: bigint;
  /** Position of the newest cursor. */
  readonly synced?: bigint;
  /** Of active tickets. */
  readonly ticket_count: number;
  readonly withdrawn: number;
  /** Of the tickets. */
  readonly bytes: number;
  /** Of the events of uploads, up to the one at `events_counted`. */
  readonly event_bytes?: number;
  readonly events_counted?: bigint;
  /** The counts hold what the events up to this position have made of its tickets. */
  readonly counted: bigint;
  readonly position: bigint;
  readonly deleted?: bigint;
  readonly purged?: boolean;
};

/** That a collection has or had a ticket; its id is `<collection id>/<record id>`. */
export type StoredTicket = {
  readonly _id: string;
  readonly collection_id: string;
  readonly state: TicketState;
  readonly bytes: number;
  /** Those of `bytes` that the next texts replace. */
  readonly present_bytes?: number;
  readonly position: bigint;
  /** What each event has made of it, oldest first: it is counted by the difference. Absent if it was never more than a tombstone. */
  readonly versions?: readonly TicketVersion[];
};

export type TicketVersion = Pick<StoredTicket, 'state' | 'bytes' | 'position'>;

export const collectionsOf = (db: Db, generation: string): DocumentCollection<StoredCollection> =>
  db.collection<StoredCollection>(`${generation}_collections`);

export const ticketsOf = (db: Db, generation: string): DocumentCollection<StoredTicket> =>
  db.collection<StoredTicket>(`${generation}_tickets`);

export const ticketKey = (collectionId: string, recordId: string): string => `${collectionId}/${recordId}`;

/** The parts of a `ticketKey`; a collection's own id has no record. */
export const keyParts = (key: string): { readonly collectionId: string; readonly recordId: string } => {
  const [collectionId = '', recordId = ''] = key.split('/');
  return { collectionId, recordId };
};

/** The filter that excludes erased tickets. */
export const notErased = { state: { $ne: 'erased' as const } };

/** The filter that excludes tombstones. */
export const live = { deleted: { $exists: false } } as const;

/** Reads collections from the current generation; a deleted one does not exist. */
export const mongoCollections = (db: Db): Collections => {
  const read = currentGeneration(db, collectionsModel);
  const list = listed(db, read);
  return {
    byId: (id) =>
      read(async (generation) => {
        const found = await collectionsOf(db, generation).findOne({ _id: id, ...live });
        return found ? wholeCollectionOf(found) : undefined;
      }),
    ofUser: (userId) => list({ user_id: userId }),
    pageOfUser: (userId, { after, limit }) => list({ user_id: userId, ...(after && behind(after)) }, limit),
    namedOfUser: (userId, ids) => list({ _id: { $in: [...ids] }, user_id: userId }),
    usage: async (userId) => {
      const found = await read((generation) => usageOf(db, generation, userId));
      return found ?? { tickets: 0, bytes: 0, collections: 0 };
    },
    known: async (collectionId, recordIds) => {
      const keys = recordIds.map((recordId) => ticketKey(collectionId, recordId));
      const found = await read(async (generation) => {
        const [exists, rows] = await Promise.all([
          collectionsOf(db, generation).findOne({ _id: collectionId, ...live }, { projection: { _id: 1 } }),
          ticketsOf(db, generation)
            .find({ _id: { $in: keys } })
            .toArray(),
        ]);
        return exists && rows.length > 0 ? rows : undefined;
      });
      return new Map(found?.map(({ _id, state, position }) => [keyParts(_id).recordId, { state, position }]));
    },
  };
};

/** Reads those that a filter finds, oldest first; all without a limit. */
const listed =
  (db: Db, read: ReadCurrent) =>
  async (filter: Filter<StoredCollection>, limit = 0): Promise<readonly Collection[]> => {
    const found = await read(async (generation) => {
      const projection = { not_names: 0, sync_cursors: 0 } as const;
      const cursor = collectionsOf(db, generation).find(filter, { projection, limit });
      const all = await cursor.sort({ created_at: 1, _id: 1 }).toArray();
      return all.length > 0 ? all.map(collectionOf) : undefined;
    });
    return found ?? [];
  };

/** The filter of those that lists have behind one; the first bound is that of the index. */
const behind = ({ createdAt, id }: Pick<Collection, 'createdAt' | 'id'>): Filter<StoredCollection> => ({
  created_at: { $gte: createdAt },
  $or: [{ created_at: { $gt: createdAt } }, { _id: { $gt: id } }],
});

/** A sum beyond 32 bits is read as a bigint. */
type Sums = Readonly<Record<keyof StoredAmount, number | bigint>> & Pick<Usage, 'collections'>;

/** Undefined for a user without collections and receipts. */
const usageOf = async (db: Db, generation: string, userId: string): Promise<Usage | undefined> => {
  const [[sum], receipts] = await Promise.all([
    collectionsOf(db, generation)
      .aggregate<Sums>([
        { $match: { user_id: userId } },
        {
          $group: {
            _id: null,
            collections: { $sum: 1 },
            tickets: { $sum: { $add: ['$ticket_count', '$withdrawn'] } },
            bytes: { $sum: { $add: ['$bytes', { $ifNull: ['$event_bytes', 0] }] } },
          },
        },
      ])
      .toArray(),
    receiptBytes(db, generation, userId),
  ]);
  if (!sum && receipts === undefined) return undefined;
  return {
    tickets: Number(sum?.tickets ?? 0),
    bytes: Number(sum?.bytes ?? 0) + (receipts ?? 0),
    collections: sum?.collections ?? 0,
  };
};

const wholeCollectionOf = (stored: StoredCollection): WholeCollection => ({
  ...collectionOf(stored),
  notNames: stored.not_names ?? [],
  syncCursors: stored.sync_cursors ?? {},
});

const collectionOf = (stored: StoredCollection): Collection => ({
  id: stored._id,
  userId: stored.user_id ?? '',
  name: stored.name ?? '',
  ticketCount: stored.ticket_count,
  createdAt: stored.created_at ?? '',
  ticketUrl: stored.ticket_url ?? null,
});

import type { AnyBulkWriteOperation, Db } from 'mongodb';
import type { CollectionChange } from '../../ports/collections.ts';
import {
  collectionsOf,
  live,
  notErased,
  type StoredTicket,
  ticketKey,
  ticketsOf,
  type TicketVersion,
} from './collections.ts';
import { advanceCounts, type CountPositions, distinctById } from './counts.ts';
import { tombstonesIn } from './tombstones.ts';
import { insertNew } from './writes.ts';

/** The changes of a collection's tickets. */
export type TicketChange = Extract<CollectionChange, { readonly type: 'ticket' | 'change ticket' | 'erase tickets' }>;

export const isTicketChange = (change: CollectionChange): change is TicketChange =>
  change.type === 'ticket' || change.type === 'change ticket' || change.type === 'erase tickets';

/** The condition of a write that must not replace what a later event has written. */
export const notAfter = (position: bigint) => ({ $not: { $gt: position } });

export const collectionTombstones = (db: Db, generation: string) =>
  tombstonesIn(db, { tombstones: `${generation}_collections`, content: `${generation}_tickets` });

/** Writes the tickets of collections and counts those of the collections that they belong to. */
export const ticketWrites = (db: Db, generation: string) => {
  const tombstones = collectionTombstones(db, generation);
  return async (changes: readonly TicketChange[]): Promise<void> => {
    const touched = [...new Set(changes.map(({ collectionId }) => collectionId))];
    if (touched.length === 0) return;
    const known = await collectionsOf(db, generation)
      .find({ _id: { $in: touched } }, { projection: { _id: 1 } })
      .toArray();
    const ids = new Set(known.map(({ _id }) => _id));
    // A ticket's event follows its collection's; without that the ticket is dropped.
    await writeTickets(
      db,
      generation,
      changes.filter(({ collectionId }) => ids.has(collectionId)),
    );
    // After the tickets: another process may have deleted or purged the collection meanwhile.
    await tombstones.reopen([...ids]);
    await count(db, generation, { ids: [...ids], last: changes.at(-1)?.position ?? 0n });
  };
};

/** New tickets first: what changes a ticket follows its creation. */
const writeTickets = async (db: Db, generation: string, changes: readonly TicketChange[]): Promise<void> => {
  const tickets = ticketsOf(db, generation);
  await insertNew(tickets, changes.flatMap(documentsOf));
  const updates = changes.flatMap(updatesOf);
  if (updates.length > 0) await tickets.bulkWrite(updates);
};

/** The documents that a change adds unless they exist. */
const documentsOf = (change: TicketChange): readonly StoredTicket[] => {
  const { collectionId, position } = change;
  const document = (
    record: string,
    content: Pick<StoredTicket, 'state' | 'bytes' | 'present_bytes' | 'versions'>,
  ): StoredTicket => ({
    _id: ticketKey(collectionId, record),
    collection_id: collectionId,
    ...content,
    position,
  });
  if (change.type === 'ticket') {
    const { logged, present: present_bytes } = change.bytes;
    const version = { state: 'active', bytes: logged + present_bytes } as const;
    return [document(change.recordId, { ...version, present_bytes, versions: [{ ...version, position }] })];
  }
  if (change.type === 'change ticket') return [];
  return change.recordIds.map((record) => document(record, { state: 'erased', bytes: 0 }));
};

/** Versions kept of a ticket: more than two processes can add with a batch each. Older ones are included in the counts. */
const maxVersions = 2_500;

type VersionChange = {
  readonly state?: TicketVersion['state'];
  readonly bytes: unknown;
  readonly present_bytes?: number;
};

const newVersion = ({ present_bytes, ...change }: VersionChange, position: bigint) => {
  const version = { state: '$state', ...change, position };
  const versions = { $slice: [{ $concatArrays: ['$versions', [version]] }, -maxVersions] };
  return [{ $set: { ...change, ...(present_bytes !== undefined && { present_bytes }), position, versions } }];
};

/** The bytes after an event: its own, and those of new texts in place of those before. */
const bytesAfter = (change: Extract<TicketChange, { readonly type: 'change ticket' }>['change']): VersionChange => {
  const { logged, present, state } = change;
  const stated = state === undefined ? {} : { state };
  if (present === undefined) return { ...stated, bytes: { $add: ['$bytes', logged] } };
  const earlier = { $subtract: ['$bytes', { $ifNull: ['$present_bytes', 0] }] };
  return { ...stated, bytes: { $add: [earlier, logged + present] }, present_bytes: present };
};

const updatesOf = (change: TicketChange): readonly AnyBulkWriteOperation<StoredTicket>[] => {
  const { collectionId, position } = change;
  if (change.type === 'erase tickets') {
    const keys = change.recordIds.map((record) => ticketKey(collectionId, record));
    const filter = { _id: { $in: keys }, ...notErased };
    return [{ updateMany: { filter, update: newVersion({ state: 'erased', bytes: 0, present_bytes: 0 }, position) } }];
  }
  if (change.type === 'ticket') return [];
  const filter = { _id: ticketKey(collectionId, change.recordId), position: { $lt: position }, ...notErased };
  return [{ updateOne: { filter, update: newVersion(bytesAfter(change.change), position) } }];
};

/** What a version of a ticket adds to the counts of its collection. */
const countsOf = (version: TicketVersion | undefined) => ({
  ticket_count: Number(version?.state === 'active'),
  withdrawn: Number(version?.state === 'withdrawn' || version?.state === 'undone'),
  bytes: version?.bytes ?? 0,
});

type Counts = ReturnType<typeof countsOf>;

type Batch = { readonly ids: readonly string[]; readonly last: bigint };

/** The index by which a collection's tickets are found that have changed since a position. */
export const changedTickets = { collection_id: 1, position: 1 } as const;

/** Counts the tickets of collections up to the last event of a batch. */
const count = async (db: Db, generation: string, { ids, last }: Batch): Promise<void> => {
  const deltasSince = async (counted: CountPositions) => {
    const differences = new Map<string, Counts>();
    const since = [...counted].map(([id, position]) => ({ collection_id: id, position: { $gt: position } }));
    const changed = ticketsOf(db, generation)
      .find({ $or: since }, { projection: { collection_id: 1, versions: 1 } })
      .hint(changedTickets);
    for await (const { collection_id: id, versions = [] } of distinctById(changed)) {
      const versionAt = (position: bigint) => versions.findLast((version) => version.position <= position);
      const before = countsOf(versionAt(counted.get(id) ?? last));
      const after = countsOf(versionAt(last));
      const { ticket_count: active, withdrawn, bytes } = differences.get(id) ?? countsOf(undefined);
      differences.set(id, {
        ticket_count: active + after.ticket_count - before.ticket_count,
        withdrawn: withdrawn + after.withdrawn - before.withdrawn,
        bytes: bytes + after.bytes - before.bytes,
      });
    }
    return differences;
  };
  await advanceCounts({
    rows: collectionsOf(db, generation),
    filter: live,
    ids,
    position: last,
    deltasSince,
  });
};

import type { AnyBulkWriteOperation, Db } from 'mongodb';
import { streamOf } from '../../domain/streams.ts';
import type { CollectionChange } from '../../ports/collections.ts';
import { collectionsOf, live, notErased, type StoredTicket, ticketKey, ticketsOf } from './collections.ts';
import { tombstonesIn } from './tombstones.ts';
import { insertNew } from './writes.ts';

/** The changes of a collection's tickets. */
export type TicketChange = Exclude<CollectionChange, { readonly type: 'put' | 'configure' | 'delete' }>;

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
    const position = changes.reduce((highest, change) => (change.position > highest ? change.position : highest), 0n);
    await count(db, generation, { ids: [...ids], position });
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
  const document = (record: string, content: Pick<StoredTicket, 'state' | 'bytes' | 'erasure'>): StoredTicket => ({
    _id: ticketKey(collectionId, record),
    collection_id: collectionId,
    ...content,
    position,
  });
  const erased = { state: 'erased', bytes: 0 } as const;
  if (change.type === 'ticket') return [document(change.recordId, { state: 'active', bytes: change.bytes })];
  if (change.type === 'erase tickets') return change.recordIds.map((record) => document(record, erased));
  if (change.type !== 'add erasure') return [];
  const { id, requestedAt: requested_at, tickets, firstTicketId: first_ticket } = change.erasure;
  const erasure = { id, requested_at, tickets, first_ticket, proven: {} };
  return [document(streamOf.erasure(collectionId, id), { ...erased, erasure })];
};

const updatesOf = (change: TicketChange): readonly AnyBulkWriteOperation<StoredTicket>[] => {
  const { collectionId, position } = change;
  if (change.type === 'erase tickets') {
    const keys = change.recordIds.map((record) => ticketKey(collectionId, record));
    const update = { $set: { state: 'erased' as const, bytes: 0, position } };
    return [{ updateMany: { filter: { _id: { $in: keys } }, update } }];
  }
  if (change.type === 'change ticket') {
    const filter = { _id: ticketKey(collectionId, change.recordId), position: { $lt: position }, ...notErased };
    return [{ updateOne: { filter, update: { $set: { ...change.change, position } } } }];
  }
  if (change.type !== 'prove step') return [];
  const _id = ticketKey(collectionId, streamOf.erasure(collectionId, change.erasureId));
  return [{ updateOne: { filter: { _id }, update: { $set: { [`erasure.proven.${change.step}`]: true as const } } } }];
};

type Counted = { readonly _id: string; readonly active: number; readonly withdrawn: number; readonly bytes: number };

const whereState = (state: 'active' | 'withdrawn') => ({ $sum: { $cond: [{ $eq: ['$state', state] }, 1, 0] } });

/** Of two processes that count at the same time, one of them behind, the counts of the later batch stay. */
const count = async (
  db: Db,
  generation: string,
  { ids, position }: { readonly ids: readonly string[]; readonly position: bigint },
): Promise<void> => {
  const counted = ticketsOf(db, generation).aggregate<Counted>([
    { $match: { collection_id: { $in: ids } } },
    {
      $group: {
        _id: '$collection_id',
        active: whereState('active'),
        withdrawn: whereState('withdrawn'),
        bytes: { $sum: '$bytes' },
      },
    },
  ]);
  const updates = (await counted.toArray()).map(({ _id, active, withdrawn, bytes }) => ({
    updateOne: {
      filter: { _id, ...live, counted: notAfter(position) },
      update: { $set: { ticket_count: active, withdrawn, bytes, counted: position } },
    },
  }));
  if (updates.length > 0) await collectionsOf(db, generation).bulkWrite(updates, { ordered: false });
};

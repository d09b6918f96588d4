import test from 'ava';
import { exampleUpload, skipped } from '../support/upload-events.ts';
import { collectionsProjection } from '../../projections/collections.ts';
import { collectionTables } from '../../src/adapters/sqlite/rows/collection-tables.ts';
import { sqliteCollections } from '../../src/adapters/sqlite/rows/collections.ts';
import { dataEventBytes, ticketBytes, ticketChangeBytes, uploadEventBytes } from '../../src/domain/stored-bytes.ts';
import type { TicketStored } from '../../src/domain/ticket-events.ts';
import { recordId } from '../../src/domain/ticket-record.ts';
import { exampleCollection } from '../support/collection-events.ts';
import { ticketChanged, ticketCorrected, ticketStored, erasureProven, erasureRequested } from '../support/events.ts';
import { projectionSpecification } from '../support/projection-specification.ts';
import { recorded } from '../support/recorded-events.ts';

const [live, deleted] = [exampleCollection(), exampleCollection()];
const { collectionId, tenantId } = live;

const spec = projectionSpecification(collectionsProjection, {
  tables: collectionTables,
  read: async (database) => {
    const collections = sqliteCollections(database);
    return [await collections.ofUser(tenantId), await collections.ofUser(deleted.tenantId)];
  },
});

const bytesOf = (data: TicketStored['data']) => ticketBytes(data, data.vector.values.length);

test('a created collection is put with the time of its event', (t) => {
  const collection = { id: collectionId, userId: tenantId, name: 'Support', createdAt: '2026-01-02T03:04:05.000Z' };
  spec(t)
    .when(...recorded([live.created]))
    .then({ type: 'put', collection, position: 1n });
});

test('a deletion and a stored ticket name their collection and position, a ticket also the bytes that it occupies', (t) => {
  const bytes = bytesOf(ticketStored({ tenantId, collectionId, ticketId: '7' }).data);
  spec(t)
    .when(...recorded([live.ticket('7'), live.deleted]))
    .then(
      { type: 'ticket', collectionId, recordId: recordId(tenantId, '7'), bytes, position: 1n },
      { type: 'delete', collectionId, position: 2n },
    );
});

test('a re-embedded ticket is a ticket of its collection, so that a late one of a deleted collection is purged', (t) => {
  const { data } = ticketStored({ tenantId, collectionId, ticketId: '7' });
  spec(t)
    .when(...recorded([{ type: 'TicketReembedded', data }]))
    .then(
      { type: 'ticket', collectionId, recordId: data.recordId, bytes: bytesOf(data), position: 1n },
      { type: 'change ticket', collectionId, recordId: data.recordId, change: bytesOf(data), position: 1n },
    );
});

test('a correction changes the bytes of a ticket, a withdrawal and a restoration its state, an erasure removes it', (t) => {
  const data = ticketCorrected({ tenantId, collectionId, ticketId: '7' }, 2, 'Короче').data;
  const named = ticketChanged('TicketWithdrawn', { tenantId, collectionId, ticketId: '7' }).data;
  const erased = erasureRequested({ tenantId, collectionId, ticketIds: ['7'] }, 'e');
  const proven = erasureProven(erased, 'index');
  const change = { type: 'change ticket', collectionId, recordId: data.recordId } as const;
  spec(t)
    .when(
      ...recorded([
        { type: 'TicketCorrected', data },
        { type: 'TicketWithdrawn', data: named },
        { type: 'TicketRestored', data: named },
        erased,
        proven,
      ]),
    )
    .then(
      { ...change, change: bytesOf(data), position: 1n },
      { ...change, change: { state: 'withdrawn', logged: ticketChangeBytes }, position: 2n },
      { ...change, change: { state: 'active', logged: ticketChangeBytes }, position: 3n },
      { type: 'erase tickets', collectionId, recordIds: [data.recordId], position: 4n },
      {
        type: 'add erasure',
        collectionId,
        erasure: {
          ...{ id: 'e', tenantId, collectionName: 'Support', requestedAt: '2026-01-02T03:04:05.000Z' },
          ...{ tickets: 1, firstTicketId: '7' },
        },
        position: 4n,
      },
      { type: 'count event', collectionId, bytes: dataEventBytes(erased.data), outlives: true, position: 4n },
      { type: 'prove step', collectionId, erasureId: 'e', step: 'index', position: 5n },
      { type: 'count event', collectionId, bytes: dataEventBytes(proven.data), outlives: true, position: 5n },
    );
});

test('each event of an upload adds its bytes to the collection, with the tickets that it lists, the name of its file and its reason', (t) => {
  const upload = exampleUpload({ ...live, collectionId, tenantId });
  spec(t)
    .when(...recorded([upload.started, upload.progressed(1, [skipped(1), skipped(2)]), upload.interrupted(2)]))
    .then(
      { type: 'count event', collectionId, bytes: uploadEventBytes([], 'май.csv'), position: 1n },
      { type: 'count event', collectionId, bytes: uploadEventBytes([skipped(1), skipped(2)]), position: 2n },
      { type: 'count event', collectionId, bytes: uploadEventBytes([], 'The service ended'), position: 3n },
    );
  t.is(uploadEventBytes([], 'я'.repeat(100)) - uploadEventBytes(), 404);
});

test('settings name what was changed', (t) => {
  const owner = { collectionId, userId: tenantId };
  spec(t)
    .when(...recorded([{ type: 'CollectionConfigured', data: { ...owner, ticketUrl: null } }]))
    .then({ type: 'configure', collectionId, settings: { ticketUrl: null }, position: 1n });
});

test('events of collections that are applied twice give the same', async (t) => {
  const withdrawn = ticketChanged('TicketWithdrawn', { tenantId, collectionId, ticketId: '1' });
  const facts = [live.created, ...live.tickets(3), withdrawn, deleted.created, ...deleted.tickets(2), deleted.deleted];
  await spec(t)
    .when(...recorded(facts))
    .thenTwiceGivesTheSame();
});

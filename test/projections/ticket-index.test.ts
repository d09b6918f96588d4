import test from 'ava';
import { ticketIndexProjection } from '../../projections/ticket-index.ts';
import { ticketIndexTables } from '../../src/adapters/sqlite/tickets/ticket-index-tables.ts';
import { vectorCache } from '../../src/vector-engine/vector-cache.ts';
import { sqliteTicketIndex } from '../../src/adapters/sqlite/vectors/vector-search.ts';
import type { Fact, Metadata, RecordedEvent } from '../../src/domain/events.ts';
import type { TicketCorrected } from '../../src/domain/ticket-events.ts';
import { exampleCollection } from '../support/collection-events.ts';
import { ticketChanged, ticketStored } from '../support/events.ts';
import { projectionSpecification } from '../support/projection-specification.ts';
import { recorded } from '../support/recorded-events.ts';

const [live, deleted] = [exampleCollection(), exampleCollection()];
const { collectionId, tenantId } = live;

const spec = projectionSpecification(ticketIndexProjection, {
  tables: ticketIndexTables,
  read: async (database) => {
    const snapshot = await sqliteTicketIndex(database, { generation: 'one', cache: vectorCache() }).snapshot();
    return snapshot?.nearest({ tenantId, collectionId, vector: Float32Array.of(1, 0, 0, 0), count: 20 });
  },
});

const at = '2026-01-02T03:04:05.000Z';
const chosen: Fact = { type: 'EmbeddingModelChosen', data: { model: 'test-4', dimensions: 4 } };

test('the model that was chosen is that of the index', (t) => {
  spec(t)
    .when(...recorded([chosen]))
    .then({ type: 'choose model', model: { model: 'test-4', dimensions: 4 }, position: 1n });
});

test('the prefixes of the chosen model are part of its name in the index', (t) => {
  const prefixes = { query: 'query: ', ticket: 'passage: ' };
  spec(t)
    .when(...recorded([{ type: 'EmbeddingModelChosen', data: { model: 'e5', dimensions: 4, prefixes } }]))
    .then({ type: 'choose model', model: { model: 'e5 ["query: ","passage: "]', dimensions: 4 }, position: 1n });
});

test('a stored, corrected or re-embedded ticket is put with the vector of its event', (t) => {
  const { data } = ticketStored({ tenantId, collectionId, ticketId: '0' });
  const { vector, ...ticket } = data;
  const put = { type: 'put', ticket, model: vector.model, vector: Float32Array.of(1, 0, 0, 0) } as const;
  spec(t)
    .when(
      ...recorded([
        { type: 'TicketStored', data },
        { type: 'TicketReembedded', data },
        { type: 'TicketCorrected', data: { ...data, revision: 2 } },
      ]),
    )
    .then(
      { ...put, put: { reason: 'stored', at, uploadId: null }, position: 1n },
      { ...put, put: { reason: 'reembedded', at }, position: 2n },
      { ...put, put: { reason: 'corrected', at, revision: 2, updatedBy: null }, position: 3n },
    );
});

test('a correction by an upload, and one that puts its text back, name it', (t) => {
  const { data } = ticketStored({ tenantId, collectionId, ticketId: '0' });
  const fact = { type: 'TicketCorrected', data: { ...data, revision: 2 } } as const;
  const by = (metadata: Partial<Metadata>) => {
    const [event] = recorded([fact]) as readonly RecordedEvent<typeof fact>[];
    const [change] = event
      ? (ticketIndexProjection.on.TicketCorrected?.({ ...event, metadata: { ...event.metadata, ...metadata } }) ?? [])
      : [];
    return change?.type === 'put' && change.put.reason === 'corrected' ? change.put.updatedBy : undefined;
  };
  t.is(by({ uploadId: 'up', place: 3 }), 'up');
  t.is(by({ restored: { uploadId: 'up', place: 3 } }), 'up');
  t.is(by({ commandId: 'undo' }), null);
});

test('a text that an undo has put back as it was stored is no correction', (t) => {
  const { data } = ticketStored({ tenantId, collectionId, ticketId: '0' });
  const [event] = recorded([{ type: 'TicketCorrected', data: { ...data, revision: 3 } }]);
  const putBack = { ...event, metadata: { at, commandId: 'undo', restored: null } } as RecordedEvent<TicketCorrected>;
  t.like(ticketIndexProjection.on.TicketCorrected?.(putBack)[0], {
    put: { reason: 'corrected', revision: 3, updatedBy: null, isAsStored: true },
  });
});

test('a withdrawal and a restoration change the state of a ticket', (t) => {
  const ticket = ticketChanged('TicketWithdrawn', { tenantId, collectionId, ticketId: '0' }).data;
  const facts: readonly Fact[] = [
    { type: 'TicketWithdrawn', data: ticket },
    { type: 'TicketRestored', data: ticket },
  ];
  spec(t)
    .when(...recorded(facts))
    .then(
      { type: 'change state', ticket, state: 'withdrawn', at, position: 1n },
      { type: 'change state', ticket, state: 'active', at, position: 2n },
    );
});

test('a deleted collection is deleted from the index', (t) => {
  spec(t)
    .when(...recorded([live.deleted]))
    .then({ type: 'delete collection', collectionId, position: 1n });
});

test('events of the ticket index that are applied twice give the same', async (t) => {
  const facts = [chosen, ...live.tickets(3), ...deleted.tickets(2), deleted.deleted];
  await spec(t)
    .when(...recorded(facts))
    .thenTwiceGivesTheSame();
});

import test from 'ava';
import { ticketIndexProjection } from '../../projections/ticket-index.ts';
import { ticketIndexTables } from '../../src/adapters/sqlite/ticket-index-tables.ts';
import { sqliteTicketIndex } from '../../src/adapters/sqlite/vector-search.ts';
import type { Fact } from '../../src/domain/events.ts';
import { exampleCollection } from '../support/collection-events.ts';
import { ticketStored } from '../support/events.ts';
import { projectionSpecification } from '../support/projection-specification.ts';
import { recorded } from '../support/recorded-events.ts';

const [live, deleted] = [exampleCollection(), exampleCollection()];
const { collectionId, tenantId } = live;

const spec = projectionSpecification(ticketIndexProjection, {
  tables: ticketIndexTables,
  read: async (database) => {
    const snapshot = await sqliteTicketIndex(database).snapshot();
    return snapshot?.nearest({ tenantId, collectionId, vector: Float32Array.of(1, 0, 0, 0), count: 20 });
  },
});

const chosen: Fact = { type: 'EmbeddingModelChosen', data: { model: 'test-4', dimensions: 4 } };

test('the model that was chosen is that of the index', (t) => {
  spec(t)
    .when(...recorded([chosen]))
    .then({ type: 'choose model', model: { model: 'test-4', dimensions: 4 }, position: 1n });
});

test('a stored or re-embedded ticket is put with the vector of its event', (t) => {
  const { data } = ticketStored({ tenantId, collectionId, ticketId: '0' });
  const { vector, ...ticket } = data;
  const put = { type: 'put', ticket, model: vector.model, vector: Float32Array.of(1, 0, 0, 0) } as const;
  spec(t)
    .when(
      ...recorded([
        { type: 'TicketStored', data },
        { type: 'TicketReembedded', data },
      ]),
    )
    .then({ ...put, position: 1n }, { ...put, position: 2n });
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

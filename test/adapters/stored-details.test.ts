import test from 'ava';
import { rolesDocument } from '../../src/adapters/elasticsearch/generations.ts';
import { ticketIndexTables } from '../../src/adapters/sqlite/tickets/ticket-index-tables.ts';
import { details } from '../../src/domain/ticket-fields.ts';

test('both stores have a version of their rows for these details: with others both are raised', (t) => {
  const sqlite = ticketIndexTables.version;
  const elasticsearch = rolesDocument('any')._id;
  const stored = { details: details.map(({ name }) => name), sqlite, elasticsearch };
  t.deepEqual(stored, {
    details: ['category', 'client', 'resolved_at', 'url'],
    sqlite: 14,
    elasticsearch: 'tickets-11',
  });
});

import test from 'ava';
import { openDatabase } from '../../../src/adapters/sqlite/database.ts';
import { createTables } from '../../../src/adapters/sqlite/read-model.ts';
import { collectionTables } from '../../../src/adapters/sqlite/rows/collection-tables.ts';
import { namedQuery, pageQuery, sqliteCollections, userQuery } from '../../../src/adapters/sqlite/rows/collections.ts';
import { usageQuery } from '../../../src/adapters/sqlite/rows/usage.ts';
import { recordId } from '../../../src/domain/ticket-record.ts';
import type { CollectionChange } from '../../../src/ports/collections.ts';
import { at, uuidOf } from '../../support/indexed-tickets.ts';

const userId = uuidOf('user');

const openTables = () => {
  const database = openDatabase(':memory:', 'normal');
  createTables(database, collectionTables);
  return { database, ...collectionTables.open(database) };
};

test('usage and the list of collections read no rows of deleted ones, of which an account may have any number', (t) => {
  const { database } = openTables();
  const planOf = (query: string) =>
    database
      .prepare(`EXPLAIN QUERY PLAN ${query}`)
      .all()
      .map(({ detail }) => detail);
  t.deepEqual(planOf(usageQuery), ['SEARCH usage USING PRIMARY KEY (user_id=?)']);
  t.deepEqual(planOf(userQuery), ['SEARCH collections USING INDEX collections_of_user (user_id=?)']);
  t.deepEqual(planOf(pageQuery), [
    'SEARCH collections USING INDEX collections_of_user (user_id=? AND (created_at,id)>(?,?))',
  ]);
  t.is(planOf(namedQuery)[0], 'SEARCH collections USING INDEX sqlite_autoindex_collections_1 (id=?)');
  t.like(database.prepare(`SELECT sql FROM sqlite_schema WHERE name = 'collections_of_user'`).get(), {
    sql: 'CREATE INDEX collections_of_user ON collections (user_id, created_at, id) WHERE deleted IS NULL',
  });
  database.close();
});

test('the usage of a user is the sum over the rows of its collections, in whichever order events come', async (t) => {
  const { database, apply } = openTables();
  const collections = sqliteCollections(database);
  const [first, second] = [uuidOf('first'), uuidOf('second')];
  const record = (name: string) => recordId(userId, name);
  const created = (collectionId: string, position: bigint): CollectionChange => ({
    type: 'put',
    collection: { id: collectionId, userId, name: 'К', createdAt: at },
    position,
  });
  const ticket = (collectionId: string, name: string, position: bigint): CollectionChange => ({
    ...{ type: 'ticket', collectionId, recordId: record(name), bytes: { logged: 5, present: 7 }, position },
  });
  const count = (collectionId: string, bytes: number, position: bigint, outlives?: true): CollectionChange => ({
    ...{ type: 'count event', collectionId, bytes, position },
    ...(outlives && { outlives }),
  });
  const state = (name: string, to: 'active' | 'withdrawn', position: bigint): CollectionChange => ({
    ...{ type: 'change ticket', collectionId: first, recordId: record(name), position },
    change: { logged: 3, present: 2, state: to },
  });
  const deleted = (collectionId: string, position: bigint): CollectionChange => ({
    ...{ type: 'delete', collectionId, position },
  });
  const changes: readonly CollectionChange[] = [
    ...[created(first, 1n), ticket(first, 'a', 2n), ticket(first, 'b', 3n), count(first, 11, 4n)],
    ...[state('a', 'withdrawn', 5n), state('a', 'active', 6n), count(first, 13, 7n, true)],
    { type: 'erase tickets', collectionId: first, recordIds: [record('b')], position: 8n },
    // A tombstone that comes before its collection.
    ...[deleted(second, 10n), count(second, 17, 11n, true), created(second, 9n), ticket(second, 'c', 12n)],
    ...[deleted(first, 13n), count(first, 19, 14n, true), count(first, 23, 15n)],
    { type: 'forget tenant', tenantId: userId },
  ];
  const sum = database.prepare(
    `SELECT count(*) FILTER (WHERE deleted IS NULL) AS collections, coalesce(sum(ticket_count + withdrawn), 0) AS tickets, coalesce(sum(bytes + event_bytes + erasure_bytes), 0) AS bytes FROM collections WHERE user_id = ?`,
  );
  for (const change of changes) {
    apply([change]);
    t.deepEqual(await collections.usage(userId), { ...sum.get(userId) } as never, change.type);
    apply([change]);
    t.deepEqual(await collections.usage(userId), { ...sum.get(userId) } as never, `${change.type} again`);
  }
  t.deepEqual(await collections.usage(userId), { tickets: 0, bytes: 13 + 17 + 19, collections: 0 });
  database.close();
});

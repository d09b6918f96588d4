import { setImmediate } from 'node:timers/promises';
import test, { type ExecutionContext } from 'ava';
import { type Database, openDatabase } from '../../../src/adapters/sqlite/database.ts';
import { createTables } from '../../../src/adapters/sqlite/read-model.ts';
import { ticketIndexTables } from '../../../src/adapters/sqlite/tickets/ticket-index-tables.ts';
import { walkTickets } from '../../../src/adapters/sqlite/tickets/ticket-walk.ts';
import { sqliteTickets } from '../../../src/adapters/sqlite/tickets/tickets.ts';
import type { TicketsQuery } from '../../../src/ports/tickets.ts';
import { at, choose, collectionId, correct, put, tenantId } from '../../support/indexed-tickets.ts';

const count = 6_000;
const resolvedAt = '2024-01-01T00:00:00.000Z';
const words = 'откройте настройки печати';
const ofAny = { resolvedAfter: '2023', resolvedBefore: '2025' };
const categories = Array.from({ length: 49 }, (_, index) => `к${index}`);

/** Tickets in sixty categories, all with the same words and time; each corrected since, and each flagged. */
const filled = (t: ExecutionContext): Database => {
  const database = openDatabase(':memory:', 'normal');
  t.teardown(() => database.close());
  createTables(database, ticketIndexTables);
  const { apply } = ticketIndexTables.open(database);
  const tickets = Array.from({ length: count }, (_, index) => ({
    ...{ ticketId: `т${index}`, category: `к${index % 60}`, resolvedAt, problem: [`${words} ${index}`] },
  }));
  apply([
    choose(2),
    ...tickets.map((ticket, index) => put(index + 2, [1, 0], ticket)),
    ...tickets.map((ticket, index) => correct(count + index + 2, [1, 0], { revision: 2, ...ticket })),
    ...tickets.map((ticket, index) => ({
      ...({ type: 'flag', ticket: put(2, [1, 0], ticket).ticket, flaggedAt: at } as const),
      position: BigInt(2 * count + index + 2),
    })),
  ]);
  return database;
};

/** A connection that counts the rows that its statements return, numbers of a JSON array as one each. */
const counting = (database: Database) => {
  let rows = 0;
  const sizeOf = (row: Readonly<Record<string, unknown>> | undefined): number =>
    typeof row?.['numbers'] === 'string' ? (JSON.parse(row['numbers']) as unknown[]).length : 1;
  const prepare = (sql: string) => {
    const statement = database.prepare(sql);
    return {
      all: (...values: Parameters<typeof statement.all>) => {
        const found = statement.all(...values);
        rows += found.length;
        return found;
      },
      get: (...values: Parameters<typeof statement.get>) => {
        const found = statement.get(...values);
        rows += sizeOf(found);
        return found;
      },
    };
  };
  const taken = () => {
    const before = rows;
    rows = 0;
    return before;
  };
  return { connection: { prepare } as unknown as Database, taken };
};

const lists = {
  'words, in the order of changes': { order: 'changed', text: words },
  'words and 49 categories': { order: 'changed', text: words, categories },
  'words and categories that none has': { order: 'changed', text: words, categories: ['нет', 'нету'] },
  'words, time and 49 categories': { order: 'changed', text: words, categories, ...ofAny },
  'words and another time': { order: 'stored', text: words, resolvedAfter: '2024-01-02' },
  'time and 49 categories': { order: 'stored', categories, ...ofAny },
  'time and categories that none has': { order: 'changed', categories: ['нет', 'нету'], ...ofAny },
  'withdrawn ones with the words': { order: 'changed', text: words, state: 'withdrawn' },
  'the beginning of an id, and categories': { order: 'changed', text: 'т', categories: ['к59'] },
  'the last digits of ids': { order: 'changed', text: '№999' },
  'a part of all ids, in any case': { order: 'changed', text: '№Т', categories },
  'flagged ones': { order: 'changed', flagged: true },
  'flagged ones with the words': { order: 'changed', text: words, flagged: true },
} satisfies Readonly<Record<string, Partial<TicketsQuery>>>;

const mostInStep = 5_000;

test('no step of a list looks at more than some thousand rows, and each word is looked up once, however many categories are wanted', (t) => {
  const { connection, taken } = counting(filled(t));
  for (const [name, query] of Object.entries<Partial<TicketsQuery>>(lists)) {
    const walk = walkTickets(connection, { collection: 1, order: 'stored', categories: [], limit: 51, ...query });
    let [most, all, steps] = [0, 0, 0];
    for (let step = walk.next(); ; step = walk.next()) {
      const rows = taken();
      [most, all, steps] = [Math.max(most, rows), all + rows, steps + 1];
      if (step.done) break;
    }
    t.log(name, { most, all, steps });
    t.true(most <= mostInStep, name);
    t.true(all <= 8 * count, name);
  }
});

test('other work in the thread has its turns while a long list is read, and two tenants’ lists take theirs', async (t) => {
  const tickets = sqliteTickets(filled(t));
  const query: TicketsQuery = { tenantId, collectionId, order: 'changed', text: words, categories, limit: 50 };
  const ended: string[] = [];
  const long = Array.from({ length: 3 }, async () => {
    t.is((await tickets.page(query)).tickets.length, 50);
    ended.push('long');
  });
  const other = tickets.page({ ...query, tenantId: 'other' }).then(() => ended.push('other'));
  const reading = { isDone: false };
  const all = Promise.all([...long, other]).finally(() => (reading.isDone = true));
  let turns = 0;
  for (; !reading.isDone; turns += 1) await setImmediate();
  await all;
  t.is(ended[0], 'other');
  t.true(turns > 20, `${turns} turns`);
});

test('lists of one customer, however many, share the time that a list of another has', async (t) => {
  const tickets = sqliteTickets(filled(t));
  const query: TicketsQuery = { tenantId, collectionId, order: 'changed', text: words, categories, limit: 50 };
  const ended: string[] = [];
  const customers = ['one', 'one', 'one', 'other'];
  await Promise.all(customers.map((customer) => tickets.page({ ...query, customer }).then(() => ended.push(customer))));
  t.is(ended[0], 'other');
});

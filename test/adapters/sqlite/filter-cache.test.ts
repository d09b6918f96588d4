import test from 'ava';
import type { RunSteps } from '../../../src/concurrency/steps.ts';
import { openDatabase } from '../../../src/adapters/sqlite/database.ts';
import { createTables, openGeneration } from '../../../src/adapters/sqlite/read-model.ts';
import { ticketIndexTables } from '../../../src/adapters/sqlite/tickets/ticket-index-tables.ts';
import { filterCache } from '../../../src/adapters/sqlite/vectors/filter-cache.ts';
import { filteredRowsReader } from '../../../src/adapters/sqlite/vectors/filtered-rows.ts';
import type { TicketFilter } from '../../../src/domain/ticket-filter.ts';
import type { TicketIndexChange } from '../../../src/ports/ticket-index.ts';
import { changingTickets, listQueries } from '../../support/changing-tickets.ts';
import { choose, put, tenantId } from '../../support/indexed-tickets.ts';

/** A cache over an empty index; `steps` are those of its reads. */
const subject = async () => {
  const database = openDatabase(':memory:', 'normal');
  createTables(database, ticketIndexTables);
  const generation = openGeneration(database, 'test', ticketIndexTables.open(database));
  let commits = 0n;
  let steps = 0;
  const counted: RunSteps = async (work) => {
    for (;;) {
      await Promise.resolve();
      const step = work.next();
      if (step.done) return step.value;
      steps += 1;
    }
  };
  const filtered = filterCache(database, () => commits);
  const apply = async (changes: readonly TicketIndexChange[]): Promise<void> => {
    await generation.apply(changes, { logId: tenantId, position: changes.at(-1)?.position ?? 1n });
    commits += 1n;
  };
  await apply([choose(2)]);
  return {
    database,
    apply,
    /** The rows of a filter, and how many steps it took to read them. */
    read: async (filter: TicketFilter) => {
      const before = steps;
      const rows = await filtered({ collection: 1, filter, fresh: false }, counted);
      return { rows, steps: steps - before };
    },
  };
};

const putsOf = (from: number, count: number, category: string): readonly TicketIndexChange[] =>
  Array.from({ length: count }, (_, index) => put(from + index, [1, index], { category }));

test('the rows of a filter follow every change; those that it names too many are gone', async (t) => {
  const { database, apply, read } = await subject();
  const reader = filteredRowsReader(database);
  const isFound = database.prepare(
    'SELECT 1 FROM vectors v JOIN tickets t ON t.number = v.ticket WHERE v.number = ? AND t.state = 0',
  );
  const wholeOf = (filter: TicketFilter) => {
    const work = reader.all(1, filter);
    for (;;) {
      const step = work.next();
      if (step.done) return step.value;
    }
  };
  const filters = listQueries([undefined], 1).filter(({ order, state }) => order === 'stored' && state === 'active');
  const { changes } = changingTickets(1_600);
  for (let from = 0, count = 800; from < changes.length; from += count, count = 97) {
    await apply(changes.slice(from, from + count));
    for (const { categories, resolvedAfter, resolvedBefore } of filters) {
      const filter = { categories, resolvedAfter, resolvedBefore };
      if (categories.length === 0 && resolvedAfter === undefined && resolvedBefore === undefined) continue;
      const { rows } = await read(filter);
      const whole = wholeOf(filter);
      t.true(
        [...whole].every((row) => rows.has(row)),
        JSON.stringify(filter),
      );
      for (const row of rows) if (!whole.has(row)) t.is(isFound.get(row), undefined);
    }
  }
});

test('after a commit only what is new is read, however many rows a filter lets through', async (t) => {
  const { apply, read } = await subject();
  await apply([...putsOf(10, 4_500, 'A'), ...putsOf(5_000, 10, 'B')]);
  const filter = { categories: ['A'] };
  t.is((await read(filter)).steps, 5);
  t.is((await read(filter)).steps, 0);
  await apply(putsOf(6_000, 1, 'A'));
  const { rows, steps } = await read(filter);
  t.is(rows.size, 4_501);
  t.is(steps, 0);
  await apply([...putsOf(6_100, 300, 'B'), ...putsOf(6_500, 100, 'A')]);
  t.is((await read(filter)).rows.size, 4_601);
  // More than twice as many as there were: most of them may be gone, so that all are read.
  await apply(putsOf(10_000, 6_000, 'A'));
  t.is((await read(filter)).rows.size, 10_601);
  await apply(putsOf(20_000, 1, 'A'));
  t.is((await read(filter)).steps, 11);
});

test('the rows of filters that were not used for long are forgotten', async (t) => {
  const { apply, read } = await subject();
  await apply(putsOf(10, 2_500, 'A'));
  const filter = { categories: ['A'] };
  t.is((await read(filter)).steps, 3);
  for (let other = 0; other < 100; other += 1) await read({ categories: [`other ${other}`] });
  t.is((await read(filter)).steps, 0);
  for (let other = 0; other < 300; other += 1) await read({ categories: [`other ${other}`] });
  t.is((await read(filter)).steps, 3);
});

test('the tickets of a long time are read in steps, also if none is of the categories', async (t) => {
  const { apply, read } = await subject();
  const details = { resolvedAt: '2026-01-02T00:00:00.000Z' };
  const puts = Array.from({ length: 4_500 }, (_, index) =>
    put(10 + index, [1, index], { category: index % 900 === 0 ? 'B' : 'A', ...details }),
  );
  await apply(puts);
  const time = { resolvedAfter: '2026-01-01T00:00:00.000Z', resolvedBefore: '2026-02-01T00:00:00.000Z' };
  const [none, few] = [await read({ ...time, categories: ['C'] }), await read({ ...time, categories: ['B'] })];
  t.deepEqual([none.rows.size, none.steps, few.rows.size, few.steps], [0, 5, 5, 5]);
});

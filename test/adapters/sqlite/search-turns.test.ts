import { setImmediate } from 'node:timers/promises';
import test from 'ava';
import { seededRandom } from '../../../scripts/bench/seeded-random.ts';
import { openDatabase } from '../../../src/adapters/sqlite/database.ts';
import { createTables, openGeneration } from '../../../src/adapters/sqlite/read-model.ts';
import { ticketIndexTables } from '../../../src/adapters/sqlite/tickets/ticket-index-tables.ts';
import { sqliteTicketIndex } from '../../../src/adapters/sqlite/vectors/vector-search.ts';
import { fairTimeSlices } from '../../../src/concurrency/fair-time-slices.ts';
import type { NearestQuery, TicketIndexChange } from '../../../src/ports/ticket-index.ts';
import { vectorCache } from '../../../src/vector-engine/vector-cache.ts';
import { choose, collectionId, put, tenantId, uuidOf } from '../../support/indexed-tickets.ts';
import { clusteredVectors } from '../../support/vectors.ts';

/** An index of some tickets, all of whose steps need a time slice of their own; `slices` are the tenants of those that have begun. */
const searching = async (dimensions: number, puts: readonly TicketIndexChange[]) => {
  const database = openDatabase(':memory:', 'normal');
  createTables(database, ticketIndexTables);
  const writer = openGeneration(database, 'test', ticketIndexTables.open(database));
  await writer.apply([choose(dimensions), ...puts], { logId: tenantId, position: 1n });
  const slices: string[] = [];
  const begun: string[] = [];
  let time = 0;
  const fair = fairTimeSlices(() => (time += 5));
  const timeSlices = {
    of: (tenant: string) => {
      begun.push(tenant);
      const yieldIfDue = fair.of(tenant);
      return () => yieldIfDue()?.then(() => void slices.push(tenant));
    },
  };
  const cache = vectorCache();
  const index = sqliteTicketIndex(database, { generation: 'test', cache, commits: () => 1n, timeSlices });
  const nearest = async (query: Partial<NearestQuery>) => {
    const vector = new Float32Array(dimensions).fill(1);
    return (await index.snapshot())?.nearest({ tenantId, collectionId, vector, count: 5, ...query });
  };
  return { nearest, slices, begun, cache };
};

const other = { tenantId: uuidOf('other tenant'), collectionId: uuidOf('other collection') };
const dated = Array.from({ length: 3_000 }, (_, index) =>
  put(10 + index, [1, index], { resolvedAt: `2026-01-02T00:00:00.${String(index % 1_000).padStart(3, '0')}Z` }),
);
/** A filter that no other search has, and that lets all tickets through. */
const filterOf = (number: number) => ({ categories: [], resolvedAfter: `2025-01-01T00:00:00.${number + 100}Z` });

test('a search of one tenant waits for its own steps, however many filters of another tenant are being read', async (t) => {
  const { nearest, slices } = await searching(2, [...dated, put(4_000, [1, 1], other)]);
  // Their vectors are read once, by one of the searches.
  await nearest({});
  const many = Array.from({ length: 100 }, (_, number) => nearest({ filter: filterOf(number) }));
  for (let turn = 0; turn < 5; turn += 1) await setImmediate();
  const before = slices.length;
  t.is((await nearest(other))?.length, 1);
  const meanwhile = slices.slice(before);
  const own = meanwhile.filter((tenant) => tenant === other.tenantId).length;
  t.true(own > 0 && meanwhile.length <= 2 * own + 1, `${own} of ${meanwhile.length}`);
  for (const hits of await Promise.all(many)) t.is(hits?.length, 5);
});

test('of the searches of a tenant with filters eight hold the numbers of their rows at a time', async (t) => {
  const { nearest, begun } = await searching(2, [...dated, put(4_000, [1, 1], other)]);
  let [ended, most] = [0, 0];
  const look = () => (most = Math.max(most, begun.length - ended));
  const many = Array.from({ length: 40 }, async (_, number) => {
    await nearest({ filter: filterOf(number) });
    look();
    ended += 1;
  });
  look();
  t.is(begun.length, 0);
  await setImmediate();
  t.is(begun.length, 8);
  await nearest({ ...other, filter: filterOf(0) });
  t.true(ended < 8, `${ended}`);
  await Promise.all(many);
  // One that has ended, and the one that has taken its place.
  t.true(most <= 10, `${most}`);
});

test('sketches of one collection at a time are made in a turn of the event loop', async (t) => {
  const [dimensions, rows] = [1_024, 1_024];
  const collections = ['a', 'b', 'c'].map((name) => uuidOf(name));
  const vectors = clusteredVectors(seededRandom(4), { count: rows, dimensions });
  const { nearest, cache } = await searching(
    dimensions,
    collections.flatMap((collection, at) =>
      vectors.map((vector, row) => put(10 + at * rows + row, vector, { collectionId: collection })),
    ),
  );
  await Promise.all(collections.map((collection) => nearest({ collectionId: collection })));
  const sketched = () => [1, 2, 3].map((number) => cache.get('test', number, dimensions).vectors.blocks[0]?.sketched);
  let shared = 0;
  for (let last = sketched(); last.some((count) => count !== rows);) {
    await setImmediate();
    const now = sketched();
    if (now.filter((count, at) => count !== last[at]).length > 1) shared += 1;
    last = now;
  }
  // When one is done, the next one has the rest of the turn.
  t.true(shared < collections.length, `${shared}`);
});

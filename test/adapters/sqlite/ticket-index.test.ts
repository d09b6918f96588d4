import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import test from 'ava';
import { seededRandom } from '../../../scripts/bench/seeded-random.ts';
import { openDatabase } from '../../../src/adapters/sqlite/database.ts';
import { createTables } from '../../../src/adapters/sqlite/read-model.ts';
import { sqliteErasedContents } from '../../../src/adapters/sqlite/tickets/erased-contents.ts';
import { ticketIndexTables } from '../../../src/adapters/sqlite/tickets/ticket-index-tables.ts';
import { countQueries, sqliteTickets } from '../../../src/adapters/sqlite/tickets/tickets.ts';
import { followingCurrent, sqliteTicketIndex } from '../../../src/adapters/sqlite/vectors/vector-search.ts';
import { vectorCache } from '../../../src/vector-engine/vector-cache.ts';
import { ticketIndexContract } from '../../contracts/ticket-index.ts';
import { ticketsContract, type TicketsSubject } from '../../contracts/tickets.ts';
import {
  applyAll,
  deleteCollection,
  choose,
  collectionId,
  put,
  tenantId,
  uuidOf,
} from '../../support/indexed-tickets.ts';
import { changingTickets, listQueries } from '../../support/changing-tickets.ts';
import { sizeInGate } from '../../support/server-stores.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { openSubject } from '../../support/ticket-index-subject.ts';
import { clusteredVectors } from '../../support/vectors.ts';
import { openViewsFiles } from '../../support/views-files.ts';

/** A writer's and a searcher's use of one folder, as in the two threads of the service. */
const makeSubject = async (memoryBytes?: number): Promise<TicketsSubject> => {
  const folder = await mkdtemp(join(tmpdir(), 'ticket-index-'));
  const { writer, reader } = await openViewsFiles(folder, ticketIndexTables);
  const cache = vectorCache(memoryBytes);
  const index = reader.port((database, commits, generation) =>
    sqliteTicketIndex(database, { generation, cache, commits }),
  );
  return {
    model: writer.model,
    index: followingCurrent(index, reader.isInUse),
    tickets: reader.port(sqliteTickets),
    contents: sqliteErasedContents(writer),
    settled: () => Promise.resolve(),
    close: async () => {
      reader.close();
      writer.close();
      await rm(folder, { recursive: true });
    },
  };
};

ticketIndexContract(test, 'sqlite', () => makeSubject());
ticketsContract(test, 'sqlite', () => makeSubject());

test('lists are the same if their words, or the beginning of an id, are those of thousands of tickets', async (t) => {
  const subject = await makeSubject();
  const { apply } = await openSubject(t, () => Promise.resolve(subject));
  const { changes, listed } = changingTickets(8_000);
  await apply(choose(2), ...changes);
  const queries = listQueries(['ошибка', 'ошибка карточки сохранить', 'Т-', 'Т-1'], 40);
  for (const query of queries.filter(({ resolvedBefore }) => resolvedBefore === undefined))
    for (const { after, expected } of listed(query).slice(0, sizeInGate(30, 10))) {
      const { tickets: found } = await subject.tickets.page({ tenantId, collectionId, ...query, after });
      const ids = found.map(({ ticketId }) => ticketId);
      t.deepEqual(ids, expected, JSON.stringify(query));
    }
});

test('counting tickets by state and category reads rows in their order, and no more than are shown', (t) => {
  const database = openDatabase(':memory:', 'normal');
  createTables(database, ticketIndexTables);
  const planOf = (query: string) => JSON.stringify(database.prepare(`EXPLAIN QUERY PLAN ${query}`).all());
  const plans = Object.values(countQueries).map(planOf);
  t.regex(plans[0] ?? '', /SEARCH totals USING PRIMARY KEY/);
  t.regex(plans[1] ?? '', /SEARCH c USING COVERING INDEX counts_largest \(collection=\? AND state=\?\)/);
  t.regex(plans[2] ?? '', /SEARCH w USING PRIMARY KEY \(collection=\? AND state=\?\)/);
  for (const plan of plans) t.notRegex(plan, /SCAN|TEMP B-TREE/);
  database.close();
});

test('indexed tickets are found after the file was closed and opened again', async (t) => {
  const folder = temporaryFolder(t);
  const first = await openViewsFiles(folder, ticketIndexTables);
  await applyAll(await first.writer.model.current(), [choose(2), put(2, [1, 0]), deleteCollection(3)]);
  first.writer.close();
  const { writer, reader } = await openViewsFiles(folder, ticketIndexTables);
  const other = uuidOf('other');
  await applyAll(await writer.model.current(), [put(2, [1, 0]), put(4, [1, 0], { collectionId: other })]);
  const cache = vectorCache();
  const index = reader.port((database, commits, generation) =>
    sqliteTicketIndex(database, { generation, cache, commits }),
  );
  const found = await index.snapshot();
  const vector = Float32Array.of(1, 0);
  t.deepEqual(await found?.nearest({ tenantId, collectionId, vector, count: 5 }), []);
  t.is((await found?.nearest({ tenantId, collectionId: other, vector, count: 5 }))?.length, 1);
  reader.close();
  writer.close();
});

test('concurrent searches of one collection return what each returns alone', async (t) => {
  const subject = await openSubject(t, () => makeSubject());
  const dimensions = 32;
  const vectors = clusteredVectors(seededRandom(3), { count: 3000, dimensions });
  await subject.apply(choose(dimensions), ...vectors.map((vector, index) => put(index + 2, vector)));
  const queries = vectors.slice(0, 40);
  const together = await Promise.all(queries.map((query, index) => subject.found(query, { count: 1 + (index % 7) })));
  for (const [index, query] of queries.entries()) {
    t.deepEqual(together[index], await subject.found(query, { count: 1 + (index % 7) }));
  }
});

test('of nine thousand equal vectors those with the smallest ticket ids are found', async (t) => {
  const subject = await openSubject(t, () => makeSubject());
  const count = 9_000;
  const ids = Array.from({ length: count }, (_, index) => String(count - index).padStart(5, '0'));
  await subject.apply(
    choose(4),
    ...ids.map((ticketId, index) => put(index + 2, [1, 2, 3, 4], { ticketId })),
    put(count + 2, [1, 2, 3, 5], { ticketId: '00000' }),
  );
  t.deepEqual(await subject.found([1, 2, 3, 4]), ids.toReversed().slice(0, 20));
  t.true((await subject.nearest([1, 2, 3, 4])).every(({ score }) => score === 1));
  const hits = await subject.nearest([1, 2, 3, 5], { count: 3 });
  t.deepEqual(
    hits.map(({ ticketId }) => ticketId),
    ['00000', '00001', '00002'],
  );
});

test('a search finds everything in little memory, however many collections there are', async (t) => {
  const subject = await openSubject(t, () => makeSubject(4096));
  const collections = Array.from({ length: 12 }, (_, index) => uuidOf(`collection ${index}`));
  await subject.apply(
    choose(8),
    ...collections.flatMap((collection, index) =>
      Array.from({ length: 40 }, (_, row) =>
        put(index * 40 + row + 2, [1, row, index, 1, 1, 1, 1, 1], { collectionId: collection }),
      ),
    ),
  );
  for (let round = 0; round < 2; round += 1) {
    for (const [index, collection] of collections.entries()) {
      const hits = await subject.nearest([1, 39, index, 1, 1, 1, 1, 1], { collectionId: collection, count: 40 });
      t.is(hits[0]?.ticketId, String(index * 40 + 41));
      t.is(hits.length, 40);
    }
  }
});

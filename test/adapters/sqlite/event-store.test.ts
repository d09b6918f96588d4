import { join } from 'node:path';
import test, { type ExecutionContext } from 'ava';
import { openDatabase } from '../../../src/adapters/sqlite/database.ts';
import { sqliteEventStore } from '../../../src/adapters/sqlite/log/event-store.ts';
import type { RecordedEvent } from '../../../src/domain/events.ts';
import type { EventBatch } from '../../../src/ports/event-store.ts';
import { LogUnavailable } from '../../../src/domain/errors.ts';
import { eventStoreContract } from '../../contracts/event-store.ts';
import { anyFact, newEvent } from '../../support/events.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

eventStoreContract(test, 'sqlite', (t) => {
  const database = openDatabase(join(temporaryFolder(t), 'events.db'), 'full');
  return { store: sqliteEventStore(database, (error) => t.fail(String(error))), close: () => database.close() };
});

const append = (stream: string) => ({ stream, expected: 'no stream', events: [newEvent(anyFact())] }) as const;

test('sqlite: events appended by one process are read by another', async (t) => {
  const path = join(temporaryFolder(t), 'events.db');
  const first = openDatabase(path, 'full');
  await sqliteEventStore(first, () => undefined).appendAll([append('collection-1')]);
  first.close();
  const second = openDatabase(path, 'full');
  t.is((await sqliteEventStore(second, () => undefined).read('collection-1')).length, 1);
  second.close();
});

test('sqlite: a failed commit makes its appends unknown and reports the reason, and a repeat succeeds', async (t) => {
  const path = join(temporaryFolder(t), 'events.db');
  const failures: unknown[] = [];
  const database = openDatabase(path, 'full');
  database.exec('PRAGMA busy_timeout = 0');
  const store = sqliteEventStore(database, (error) => failures.push(error));
  const other = openDatabase(path, 'full');
  other.exec('BEGIN IMMEDIATE');
  const wanted = append('collection-1');
  t.deepEqual(await store.appendAll([wanted]), [{ outcome: 'unknown' }]);
  t.is(failures.length, 1);
  other.exec('ROLLBACK');
  other.close();
  t.is((await store.appendAll([wanted]))[0]?.outcome, 'appended');
  t.is((await store.read('collection-1')).length, 1);
  database.close();
});

test('sqlite: on a full or a read-only disk appends say so and change nothing, and succeed once that is over', async (t) => {
  const database = openDatabase(join(temporaryFolder(t), 'events.db'), 'full');
  const store = sqliteEventStore(database, () => undefined);
  const large = {
    ...append('collection-1'),
    events: [newEvent(anyFact('a'.repeat(100_000)))],
  };
  const { page_count: pages } = database.prepare('PRAGMA page_count').get() as { page_count: number };
  database.exec(`PRAGMA max_page_count = ${pages}`);
  const full = 'Disk is full: the event log cannot be written';
  t.deepEqual(await store.appendAll([large]), [{ outcome: 'unknown', reason: full }]);
  t.deepEqual(await store.read('collection-1'), []);
  database.exec('PRAGMA max_page_count = 1000000; PRAGMA query_only = ON');
  const readOnly = 'Disk is read-only: the event log cannot be written';
  t.deepEqual(await store.appendAll([large]), [{ outcome: 'unknown', reason: readOnly }]);
  await t.throwsAsync(store.probe(), { instanceOf: LogUnavailable, message: readOnly });
  database.exec('PRAGMA query_only = OFF');
  await store.probe();
  t.is((await store.appendAll([large]))[0]?.outcome, 'appended');
  t.is((await store.read('collection-1')).length, 1);
  database.close();
});

const notAborted = new AbortController().signal;
const streams = Array.from({ length: 250 }, (_, index) => `collection-${index}`);

/** A log of which a reader needs several batches, opened anew: nothing of it is in memory. */
const longLog = async (t: ExecutionContext) => {
  const path = join(temporaryFolder(t), 'events.db');
  const failed = (error: unknown) => t.fail(String(error));
  const written = openDatabase(path, 'full');
  const large = newEvent(anyFact('a'.repeat(6_000)));
  await sqliteEventStore(written, failed).appendAll(streams.map((name) => ({ ...append(name), events: [large] })));
  written.close();
  const database = openDatabase(path, 'full');
  t.teardown(() => database.close());
  return sqliteEventStore(database, failed);
};

test('sqlite: readers that are behind and near one another share what was read, whatever position they begin at', async (t) => {
  const { subscribe } = await longLog(t);
  const readers = [undefined, 0n, 2n].map((after) => subscribe(after, notAborted)[Symbol.asyncIterator]());
  const read: RecordedEvent[][] = readers.map(() => []);
  for (let batches = 0; batches < 4; batches += 1) {
    for (const [index, reader] of readers.entries()) {
      if (read[index]?.length === streams.length - (index === 2 ? 2 : 0)) continue;
      const { value: batch } = (await reader.next()) as { readonly value: EventBatch };
      read[index]?.push(...batch.events);
    }
  }
  const [one = [], two = [], later = []] = read;
  for (const [index, events] of [one, two, one.slice(0, 2).concat(later)].entries()) {
    t.deepEqual(
      events.map(({ stream }) => stream),
      streams,
      String(index),
    );
    // The batch at the end of the log is not shared: it changes.
    t.true(events.slice(0, 200).every((event, index) => event === one[index]));
  }
  for (const reader of readers) await reader.return?.();
});

test('sqlite: what was erased is not read again by a reader that is behind', async (t) => {
  const { subscribe, erase } = await longLog(t);
  const firstOf = async () => {
    for await (const { events } of subscribe(undefined, notAborted))
      return events.slice(0, 2).map(({ stream }) => stream);
    return [];
  };
  t.deepEqual(await firstOf(), ['collection-0', 'collection-1']);
  await erase(['collection-1']);
  t.deepEqual(await firstOf(), ['collection-0', 'collection-2']);
});

test('sqlite: appends of one tick share a commit', async (t) => {
  const database = openDatabase(join(temporaryFolder(t), 'events.db'), 'full');
  const store = sqliteEventStore(database, () => undefined);
  let commits = 0;
  const exec = database.exec.bind(database);
  database.exec = (sql) => {
    if (sql === 'COMMIT') commits += 1;
    exec(sql);
  };
  await Promise.all(Array.from({ length: 30 }, (_, index) => store.appendAll([append(`collection-${index}`)])));
  t.is(commits, 1);
  database.close();
});

test('sqlite: a subscription close behind the log gives what another connection wrote in between, and nothing that was erased', async (t) => {
  const path = join(temporaryFolder(t), 'events.db');
  const [database, second] = [openDatabase(path, 'full'), openDatabase(path, 'full')];
  const [store, other] = [sqliteEventStore(database, () => undefined), sqliteEventStore(second, () => undefined)];
  await store.appendAll([append('collection-1'), append('collection-2')]);
  await other.appendAll([append('collection-3')]);
  await store.appendAll([append('collection-4')]);
  const streamsAfter = async (position: bigint | undefined) => {
    for await (const { events } of store.subscribe(position, new AbortController().signal)) {
      return events.map(({ stream }) => stream);
    }
    return [];
  };
  t.deepEqual(await streamsAfter(undefined), ['collection-1', 'collection-2', 'collection-3', 'collection-4']);
  t.deepEqual(await streamsAfter(2n), ['collection-3', 'collection-4']);
  await store.erase(['collection-4']);
  t.deepEqual(await streamsAfter(2n), ['collection-3']);
  await store.appendAll([append('collection-5')]);
  t.deepEqual(await streamsAfter(2n), ['collection-3', 'collection-5']);
  database.close();
  second.close();
});

test('sqlite: a subscription close behind the log gives events as they are read back, in batches of a bounded size', async (t) => {
  const path = join(temporaryFolder(t), 'events.db');
  const database = openDatabase(path, 'full');
  const store = sqliteEventStore(database, () => undefined);
  for (let round = 0; round < 30; round += 1) {
    await store.appendAll(Array.from({ length: 100 }, (_, index) => append(`collection-${round}-${index}`)));
  }
  const follow = async (log: typeof store) => {
    const all = [];
    for await (const { events, caughtUp } of log.subscribe(undefined, new AbortController().signal)) {
      t.true(events.length <= 1_000);
      all.push(...events);
      if (caughtUp) break;
    }
    return all;
  };
  const fresh = openDatabase(path, 'full');
  t.deepEqual(await follow(store), await follow(sqliteEventStore(fresh, () => undefined)));
  database.close();
  fresh.close();
});

import { randomUUID } from 'node:crypto';
import { type AllStreamRecordedEvent, EventStoreDBClient } from '@eventstore/db-client';
import test, { type ExecutionContext } from 'ava';
import { eventStoreDbEventStore } from '../../../src/adapters/eventstoredb/event-store.ts';
import type { RecordedEvent } from '../../../src/domain/events.ts';
import type { Append, EventStore, ReadProgress } from '../../../src/ports/event-store.ts';
import { startDouble } from '../../support/eventstoredb-double/double.ts';
import { anyFact, newEvent } from '../../support/events.ts';

const opened = async (t: ExecutionContext) => {
  const double = await startDouble();
  t.teardown(double.close);
  return { double, store: connected(t, double.url) };
};

const connected = (t: ExecutionContext, url: string) => {
  const store = eventStoreDbEventStore(url, (error) => t.fail(String(error)));
  t.teardown(store.close);
  return store;
};

const ticket = (name = 'ticket'): Append => ({
  stream: `ticket-${randomUUID()}`,
  expected: 'no stream',
  events: [newEvent(anyFact(name))],
});

const tickets = (count: number, name?: string) => Array.from({ length: count }, () => ticket(name));

const taken = async (store: EventStore, after: bigint): Promise<readonly RecordedEvent[]> => {
  const events: RecordedEvent[] = [];
  for await (const batch of store.subscribe(after, new AbortController().signal)) {
    events.push(...batch.events);
    if (batch.caughtUp) break;
  }
  return events;
};

const unlimited = { progress: () => undefined, signal: new AbortController().signal };

/** The names and types of the events of a ticket, as anyone reads them in `$all`. */
const inAll = async (url: string, stream: string) => {
  const client = EventStoreDBClient.connectionString(url);
  const found: AllStreamRecordedEvent[] = [];
  for await (const { event } of client.readAll()) if (event?.streamId.endsWith(stream)) found.push(event);
  await client.dispose();
  return found.map(({ type }) => type);
};

/** The double, and a real server if there is one. */
const servers = [
  ['double of EventStoreDB', async (t: ExecutionContext) => (await opened(t)).store],
  ...(process.env['EVENTSTORE_URL']
    ? [['EventStoreDB', (t: ExecutionContext) => connected(t, process.env['EVENTSTORE_URL'] as string)] as const]
    : []),
] as const;

for (const [server, open] of servers) {
  test.serial(
    `${server}: an append to an erased stream is a conflict, and so is the repeat of an erased one`,
    async (t) => {
      const store = await open(t);
      const erased = ticket();
      await store.appendAll([erased]);
      await store.erase([erased.stream]);
      const outcomes = await store.appendAll([erased, { ...erased, events: [newEvent(anyFact())] }]);
      t.deepEqual(outcomes, [{ outcome: 'conflict' }, { outcome: 'conflict' }]);
      t.deepEqual(await store.read(erased.stream), []);
    },
  );

  test.serial(
    `${server}: a subscription passes what ends erased streams, with a time, and catches up behind it`,
    async (t) => {
      const store = await open(t);
      const start = await store.head();
      const some = tickets(20);
      await store.appendAll(some);
      await store.erase(some.map(({ stream }) => stream));
      const events = await taken(store, start);
      t.is(events.length, 40);
      t.deepEqual(
        events
          .slice(20)
          .map(({ stream }) => stream)
          .sort(),
        some.map(({ stream }) => stream).sort(),
      );
      t.true(events.every(({ metadata }) => !Number.isNaN(Date.parse(metadata.at))));
      const { since, events: lag } = await store.behind(events[19]?.position ?? 0n);
      t.is(lag, 20);
      t.is(typeof since, 'string');
      t.deepEqual(await taken(store, events.at(-1)?.position ?? 0n), []);
    },
  );
}

test('the next scavenge removes everything of an erased stream', async (t) => {
  const { double, store } = await opened(t);
  const [erased, kept] = [ticket('erased'), ticket('kept')];
  await store.appendAll([erased, kept]);
  await store.erase([erased.stream]);
  t.deepEqual(await store.erased.inspect(unlimited), { held: 1, softlyDeleted: 0 });
  double.log.scavenge();
  t.deepEqual(await store.erased.inspect(unlimited), { held: 0, softlyDeleted: 0 });
  t.deepEqual(await inAll(double.url, erased.stream), ['$streamDeleted']);
  t.deepEqual(await inAll(double.url, kept.stream), ['CollectionCreated']);
});

test('the positions of erased events give them until a scavenge, and those of others always', async (t) => {
  const { double, store } = await opened(t);
  const some = tickets(3, 'erased');
  const outcomes = await store.appendAll([...some, ticket('kept')]);
  const positions = outcomes.flatMap((one) => (one.outcome === 'appended' ? [String(one.position)] : []));
  const [kept, ...erased] = positions.toReversed() as [string, ...string[]];
  await store.erase(
    some.map(({ stream }) => stream),
    'reserved',
  );
  t.is(await store.erased.heldAt(erased, 10), 3);
  t.is(await store.erased.heldAt(erased, 1), 1);
  double.log.scavenge();
  t.is(await store.erased.heldAt(erased, 10), 0);
  t.is(await store.erased.heldAt([kept], 10), 1);
  t.is(await store.erased.heldAt([], 10), 0);
});

/** A log in which an earlier version has deleted 150 tickets, one of them twice, and one that was stored again later. */
const withSoftDeletions = async (t: ExecutionContext) => {
  const { double, store } = await opened(t);
  const some = tickets(150);
  const [first, ...rest] = some as [Append, ...Append[]];
  const upload = { ...ticket(), stream: `upload-${randomUUID()}` };
  const foreign = { ...ticket(), stream: `my-${randomUUID()}` };
  await store.appendAll([...some, upload, foreign]);
  for (const { stream } of [...some, first, upload, foreign]) double.log.erase(stream, 'any', 'soft');
  const again: Append = { ...upload, events: [newEvent(anyFact('again'))] };
  await store.appendAll([again]);
  return { double, store, rest, first, upload, again, foreign };
};

test('what an earlier version has deleted softly is found and erased, nothing else', async (t) => {
  const { double, store, first, rest, upload, again, foreign } = await withSoftDeletions(t);
  double.log.scavenge();
  t.deepEqual(await store.erased.inspect(unlimited), { held: 150, softlyDeleted: 150 });
  t.is(await store.erased.complete(unlimited), 150);
  t.deepEqual(await store.erased.inspect(unlimited), { held: 150, softlyDeleted: 0 });
  t.is(await store.erased.complete(unlimited), 0);
  double.log.scavenge();
  t.deepEqual(await store.erased.inspect(unlimited), { held: 0, softlyDeleted: 0 });
  for (const { stream } of [first, ...rest.slice(0, 3)]) {
    t.deepEqual(await inAll(double.url, stream), ['$streamDeleted']);
  }
  t.deepEqual(
    (await store.read(upload.stream)).map(({ id }) => id),
    again.events.map(({ id }) => id),
  );
  t.deepEqual(await inAll(double.url, foreign.stream), ['CollectionCreated', '$metadata']);
});

test('erasing what was deleted softly can be interrupted and repeated, survives a restart of the server, and reports how far it is', async (t) => {
  const { double, store } = await withSoftDeletions(t);
  double.log.systemEvents(2_500);
  const stop = new AbortController();
  const pages: ReadProgress[] = [];
  await t.throwsAsync(
    store.erased.complete({
      signal: stop.signal,
      progress: (page) => {
        pages.push(page);
        stop.abort(new Error('interrupted'));
      },
    }),
    { message: 'interrupted' },
  );
  t.is(pages.length, 1);
  await double.kill();
  setTimeout(() => void double.restart(), 500);
  const seen: ReadProgress[] = [];
  t.is(await store.erased.complete({ ...unlimited, progress: (page) => seen.push(page) }), 150);
  t.true(seen.length > 2);
  t.true(seen.every(({ position, goal }, at) => goal === seen[0]?.goal && position > (seen[at - 1]?.position ?? -1n)));
  t.true(seen.every(({ events }, at) => events > (seen[at - 1]?.events ?? 0)));
  t.is(seen.at(-1)?.position, seen.at(-1)?.goal);
});

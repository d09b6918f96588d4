import { setTimeout } from 'node:timers/promises';
import test, { type ExecutionContext } from 'ava';
import { eventStoreDbEventStore } from '../../../src/adapters/eventstoredb/event-store.ts';
import { appendWithRetry } from '../../../src/commands/command-handler.ts';
import type { RecordedEvent } from '../../../src/domain/events.ts';
import type { Append, EventStore } from '../../../src/ports/event-store.ts';
import { type Double, type DoubleOptions, startDouble } from '../../support/eventstoredb-double/double.ts';
import { anyFact, newEvent } from '../../support/events.ts';

/** Finds a dead peer in two seconds instead of twenty. */
const impatient = '&keepAliveInterval=1000&keepAliveTimeout=1000';

const opened = async (t: ExecutionContext, options: DoubleOptions = {}, parameters = '') => {
  const double = await startDouble(options);
  const store = eventStoreDbEventStore(`${double.url}${parameters}`, () => undefined);
  t.teardown(async () => {
    await store.close();
    double.close();
  });
  return { double, store };
};

const anAppend = (name?: string): Append => ({
  stream: `collection-${crypto.randomUUID()}`,
  expected: 'no stream',
  events: [newEvent(anyFact(name))],
});

const someAppends = (count: number, name?: string) => Array.from({ length: count }, () => anAppend(name));

const idsOf = (appends: readonly Append[]) => appends.flatMap(({ events }) => events.map(({ id }) => id));

/** Takes events until there are as many as wanted; with none wanted, those of the next half second. */
const taken = async (store: EventStore, count: number, after?: bigint) => {
  const stop = new AbortController();
  const events: RecordedEvent[] = [];
  for await (const batch of store.subscribe(after, stop.signal)) {
    events.push(...batch.events);
    if (events.length >= count && !stop.signal.aborted) void setTimeout(500).then(() => stop.abort());
  }
  return events;
};

const isOrdered = (events: readonly RecordedEvent[]) =>
  events.every(({ position }, index) => index === 0 || position > (events[index - 1]?.position ?? 0n));

/** Two writers that repeat until they know, as commands do, and what they wrote. */
const writeThrough = async (store: EventStore, trouble: () => Promise<void>) => {
  const written: Append[] = [];
  let over = false;
  const write = async () => {
    while (!over || written.length < 400) {
      const appends = someAppends(20);
      await appendWithRetry(store, appends, { timeoutMs: 30_000 });
      written.push(...appends);
    }
  };
  const writing = [write(), write()];
  await trouble();
  over = true;
  await Promise.all(writing);
  return written;
};

const everythingOnce = async (
  t: ExecutionContext,
  store: EventStore,
  { double, trouble }: { readonly double: Double; readonly trouble: () => Promise<void> },
) => {
  const stop = new AbortController();
  const seen: RecordedEvent[] = [];
  const reading = (async () => {
    for await (const { events } of store.subscribe(undefined, stop.signal)) seen.push(...events);
  })();
  const written = await writeThrough(store, trouble);
  while (seen.length < written.length) await setTimeout(20);
  await setTimeout(300);
  stop.abort();
  await reading;
  t.deepEqual(seen.map(({ id }) => id).sort(), idsOf(written).sort());
  t.true(isOrdered(seen));
  t.is(double.log.all.filter(({ stream }) => stream.startsWith('collection-')).length, written.length);
};

test('a server that is killed and restarted while it is written to loses, doubles and reorders nothing', async (t) => {
  const { double, store } = await opened(t);
  await everythingOnce(t, store, {
    double,
    trouble: async () => {
      for (let round = 0; round < 4; round += 1) {
        await setTimeout(150);
        if (round % 2 === 0) void double.faults.strikeNext('after append');
        await setTimeout(30);
        await double.kill();
        await setTimeout(200 * round);
        await double.restart();
      }
    },
  });
});

test('connections that are cut again and again lose, double and reorder nothing', async (t) => {
  const { double, store } = await opened(t);
  await everythingOnce(t, store, {
    double,
    trouble: async () => {
      for (let round = 0; round < 10; round += 1) {
        await setTimeout(60);
        if (round % 3 === 0) void double.faults.strikeNext(round % 2 === 0 ? 'after append' : 'before append');
        else double.cut();
      }
    },
  });
});

test('a server that freezes for longer than the keep-alive time-out loses, doubles and reorders nothing', async (t) => {
  const { double, store } = await opened(t, {}, impatient);
  await everythingOnce(t, store, {
    double,
    trouble: async () => {
      await setTimeout(200);
      double.freeze();
      await setTimeout(4_000);
      double.thaw();
    },
  });
});

for (const strike of ['before append', 'after append'] as const) {
  test(`an append whose connection is lost ${strike} is unknown, and stored once after a repeat`, async (t) => {
    const { double, store } = await opened(t);
    const [before] = await appendWithRetry(store, [anAppend()], { timeoutMs: 30_000 });
    t.is(before?.outcome, 'appended');
    const wanted = anAppend();
    void double.faults.strikeNext(strike);
    t.deepEqual(await store.appendAll([wanted]), [{ outcome: 'unknown' }]);
    const [outcome] = await appendWithRetry(store, [wanted]);
    const read = await store.read(wanted.stream);
    t.deepEqual(
      read.map(({ id }) => id),
      idsOf([wanted]),
    );
    t.deepEqual(outcome, { outcome: 'appended', position: read[0]?.position ?? 0n });
  });
}

test('appends to a frozen server are unknown and reads fail; after the thaw the events are stored once', async (t) => {
  const { double, store } = await opened(t);
  await store.appendAll([anAppend()]);
  const wanted = anAppend();
  double.freeze();
  const [outcomes] = await Promise.all([
    store.appendAll([wanted]),
    t.throwsAsync(store.read(wanted.stream), { message: 'EventStoreDB did not answer' }),
    t.throwsAsync(store.erase([anAppend().stream]), { message: 'EventStoreDB did not answer' }),
  ]);
  t.deepEqual(outcomes, [{ outcome: 'unknown' }]);
  double.thaw();
  const [outcome] = await appendWithRetry(store, [wanted]);
  t.is(outcome?.outcome, 'appended');
  t.is((await store.read(wanted.stream)).length, 1);
});

test('events that the server sends several times are delivered once', async (t) => {
  const { double, store } = await opened(t);
  double.faults.copies = 3;
  const appends = someAppends(100);
  await store.appendAll(appends);
  t.deepEqual((await taken(store, 100)).map(({ id }) => id).sort(), idsOf(appends).sort());
});

test('a slow consumer slows the server down, and misses nothing', async (t) => {
  const { double, store } = await opened(t);
  const appends = someAppends(4_000, 'x'.repeat(500));
  await store.appendAll(appends);
  const stop = new AbortController();
  const seen: RecordedEvent[] = [];
  let held = false;
  for await (const { events } of store.subscribe(undefined, stop.signal)) {
    seen.push(...events);
    if (!held) {
      held = true;
      await setTimeout(1_000);
      t.true(double.faults.seen.delivered < 3_000);
    }
    if (seen.length >= 4_000) break;
  }
  t.deepEqual(seen.map(({ id }) => id).sort(), idsOf(appends).sort());
  t.true(isOrdered(seen));
});

test('an unreachable server makes appends unknown and reads fail, without quoting the connection string', async (t) => {
  const reported: string[] = [];
  const url = 'esdb://admin:secret@127.0.0.1:1?tls=false';
  const store = eventStoreDbEventStore(url, (error) => reported.push(String(error)));
  t.teardown(store.close);
  t.deepEqual(await store.appendAll([anAppend()]), [{ outcome: 'unknown' }]);
  const errors = await Promise.all([
    t.throwsAsync(store.read('log')),
    t.throwsAsync(store.erase(['log'])),
    t.throwsAsync(store.head()),
    t.throwsAsync(store.behind(0n)),
  ]);
  t.deepEqual([...new Set(errors.map((error) => error.message))], ['EventStoreDB did not answer']);
  t.notRegex(reported.join(), /secret|admin/);
  const error = t.throws(() => eventStoreDbEventStore('esdb://admin:secret@[nonsense', () => undefined));
  t.notRegex(String(error.stack), /secret/);
});

test('a subscription can be opened before its server is reachable', async (t) => {
  const { double, store } = await opened(t);
  await double.kill();
  const reading = taken(store, 1);
  await setTimeout(300);
  await double.restart();
  const wanted = anAppend();
  await appendWithRetry(store, [wanted]);
  t.deepEqual(
    (await reading).map(({ id }) => id),
    idsOf([wanted]),
  );
});

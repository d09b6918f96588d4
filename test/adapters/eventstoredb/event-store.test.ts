import test, { type ExecutionContext, type TestFn } from 'ava';
import { eventStoreDbEventStore } from '../../../src/adapters/eventstoredb/event-store.ts';
import type { RecordedEvent } from '../../../src/domain/events.ts';
import type { Append, EventStore } from '../../../src/ports/event-store.ts';
import { eventStoreContract } from '../../contracts/event-store.ts';
import { startDouble } from '../../support/eventstoredb-double/double.ts';
import { anyFact, newEvent } from '../../support/events.ts';

/** A connected store: the suite asks for answers sooner than a first connection is made. */
const opened = async (url: string, failed: (error: unknown) => void) => {
  const store = eventStoreDbEventStore(url, failed);
  await store.head();
  for await (const { caughtUp } of store.subscribe(await store.head(), new AbortController().signal))
    if (caughtUp) break;
  return { store, close: store.close };
};

// One after the other: some promises are kept within 50 ms or a time-out, and all share one thread with the double.
const serial = test.serial as TestFn;

for (const old of [false, true]) {
  eventStoreContract(serial, old ? 'double of an old EventStoreDB' : 'double of EventStoreDB', async (t) => {
    const double = await startDouble({ old });
    t.teardown(double.close);
    return opened(double.url, (error) => t.fail(String(error)));
  });
}

const url = process.env['EVENTSTORE_URL'];
if (url) {
  eventStoreContract(serial, 'EventStoreDB', async (t) => {
    const { store, close } = await opened(url, (error) => t.fail(String(error)));
    // What other runs have left is not this one's log.
    const start = await store.head();
    return { store: { ...store, subscribe: (after, signal) => store.subscribe(after ?? start, signal) }, close };
  });
} else {
  test.skip('the suite of a real EventStoreDB runs where EVENTSTORE_URL is set', () => undefined);
}

/** A double on a busy machine may answer too late: the store reports it and tries again. Any other failure fails the test. */
const connected = async (t: ExecutionContext, old = false) => {
  const double = await startDouble({ old });
  const store = eventStoreDbEventStore(double.url, (error) => {
    if (/did not answer|timed out/.test(String(error))) t.log(String(error));
    else t.fail(String(error));
  });
  t.teardown(async () => {
    await store.close();
    double.close();
  });
  return { double, store };
};

const events = (count: number, name?: string) => Array.from({ length: count }, () => newEvent(anyFact(name)));

const append = async (store: EventStore, stream: string, count = 1): Promise<bigint> => {
  const [outcome] = await store.appendAll([{ stream, expected: 'no stream', events: events(count) }]);
  if (outcome?.outcome !== 'appended') throw new Error('Not appended');
  return outcome.position;
};

const untilCaughtUp = async (store: EventStore, after?: bigint): Promise<readonly RecordedEvent[]> => {
  const seen: RecordedEvent[] = [];
  for await (const batch of store.subscribe(after, new AbortController().signal)) {
    seen.push(...batch.events);
    if (batch.caughtUp) break;
  }
  return seen;
};

for (const server of ['a server', 'an old server']) {
  serial(`${server}: a subscription has caught up although thousands of system events follow`, async (t) => {
    const { double, store } = await connected(t, server === 'an old server');
    await append(store, 'ticket-1');
    double.log.systemEvents(3_000);
    t.is((await untilCaughtUp(store)).length, 1);
  });
}

serial('a subscription delivers events of our own streams only', async (t) => {
  const { store } = await connected(t);
  const ours = ['log', 'account-1', 'collection-1', 'ticket-1-1', 'upload-1'];
  for (const stream of [...ours, 'logistics-1', 'my-ticket-1', 'accounts']) await append(store, stream);
  t.deepEqual(
    (await untilCaughtUp(store)).map(({ stream }) => stream),
    ours,
  );
});

serial(
  'many appends go through sixteen calls, a few through one; subscriptions have a connection of their own',
  async (t) => {
    const { double, store } = await connected(t);
    for (let turn = 0; turn < 20; turn += 1) await append(store, `ticket-${turn}`);
    t.is(double.faults.batch.seen.opened, 1);
    const many = Array.from({ length: 300 }, (_, index): Append => {
      return { stream: `ticket-1-${index}`, expected: 'no stream', events: events(1) };
    });
    await store.appendAll(many);
    t.is(double.faults.batch.seen.opened, 16);
    t.is(double.connections(), 1);
    await untilCaughtUp(store);
    t.is(double.connections(), 2);
  },
);

serial('an append above 1 MiB fails at once and writes nothing', async (t) => {
  const { store } = await connected(t);
  const wanted: Append = { stream: 'ticket-1', expected: 'no stream', events: events(1, 'x'.repeat(2 ** 20)) };
  await t.throwsAsync(store.appendAll([wanted]), {
    message: 'An append is larger than EventStoreDB accepts (1048576 bytes)',
  });
  t.deepEqual(await store.read('ticket-1'), []);
});

serial('the lag counts our events only, up to 1 000, with the time of the first', async (t) => {
  const { double, store } = await connected(t);
  const first = await append(store, 'collection-1');
  double.log.systemEvents(50);
  t.deepEqual(await store.behind(first), { events: 0, since: undefined });
  t.deepEqual(await store.behind(0n), { events: 1, since: '2026-01-02T03:04:05.000Z' });
  const second = await append(store, 'collection-2');
  t.is((await store.behind(first)).events, 1);
  t.is((await store.behind(0n)).events, 2);
  t.is((await store.behind(second)).events, 0);
  await store.appendAll(
    Array.from({ length: 1_200 }, (_, index): Append => {
      return { stream: `ticket-${index}`, expected: 'no stream', events: events(1) };
    }),
  );
  t.is((await store.behind(first)).events, 1_000);
  t.true((await store.head()) > second);
});

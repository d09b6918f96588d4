import { setImmediate } from 'node:timers/promises';
import test from 'ava';
import { sharedSubscription } from '../../../src/adapters/eventstoredb/shared-subscription.ts';
import type { EventBatch, EventStore } from '../../../src/ports/event-store.ts';
import { eventBytes, reading, sourceOf } from '../../support/numbered-log.ts';

const allOf = (count: number, from = 0) => Array.from({ length: count - from }, (_, index) => from + index + 1);

/** Small enough that a reader is soon too far behind. */
const limits = { events: 30, characters: 1_000_000 };

test('read models that begin together share one subscription, and each gets every event once', async (t) => {
  const source = sourceOf(500);
  const subscribe = sharedSubscription(source);
  const readers = [1, 2, 3, 4].map(() => reading(t, subscribe));
  await Promise.all(readers.map((reader) => reader.hasCaughtUp()));
  source.append(5);
  await Promise.all(readers.map((reader) => reader.hasRead(505)));
  for (const { positions } of readers) t.deepEqual(positions, allOf(505));
  t.is(source.state.opened, 1);
  t.is(source.state.delivered, 505);
  await Promise.all(readers.map((reader) => reader.end()));
  await source.hasClosed();
  t.is(source.state.open, 0);
});

test('after a restart read models at different positions near one another share one subscription', async (t) => {
  const source = sourceOf(500);
  const subscribe = sharedSubscription(source);
  const starts = [100, 105, 103, 140];
  const readers = starts.map((start) => reading(t, subscribe, { from: BigInt(start) * eventBytes }));
  await Promise.all(readers.map((reader) => reader.hasCaughtUp()));
  readers.forEach(({ positions }, index) => t.deepEqual(positions, allOf(500, starts[index])));
  t.is(source.state.opened, 1);
  t.is(source.state.delivered, 400);
});

test('a read model that fails holds up no other, reads on its own later, and comes back', async (t) => {
  const source = sourceOf(500);
  const subscribe = sharedSubscription({ ...source, limits, maxBusyMs: 0 });
  const { promise: works, resolve: mend } = Promise.withResolvers<undefined>();
  const others = [reading(t, subscribe), reading(t, subscribe)];
  const failing = reading(t, subscribe, { held: works });
  await Promise.all(others.map((reader) => reader.hasCaughtUp()));
  t.true(failing.positions.length < 500);
  t.is(source.state.opened, 1);
  mend(undefined);
  await failing.hasCaughtUp();
  source.append(3);
  const all = [...others, failing];
  await Promise.all(all.map((reader) => reader.hasRead(503)));
  for (const { positions } of all) t.deepEqual(positions, allOf(503));
  t.is(source.state.opened, 2);
  t.is(source.state.open, 1);
});

test('while they are behind the log the others wait for a slow read model, so that one subscription is enough', async (t) => {
  const source = sourceOf(500);
  const subscribe = sharedSubscription({ ...source, limits, maxBusyMs: 60_000 });
  const { promise: works, resolve: mend } = Promise.withResolvers<undefined>();
  const slow = reading(t, subscribe, { held: works });
  const other = reading(t, subscribe);
  await other.hasRead(40);
  for (let turn = 0; turn < 50; turn += 1) await setImmediate();
  t.true(other.positions.length < 100);
  mend(undefined);
  await Promise.all([slow.hasCaughtUp(), other.hasCaughtUp()]);
  t.is(source.state.opened, 1);
  for (const { positions } of [slow, other]) t.deepEqual(positions, allOf(500));
});

test('once they have caught up nothing waits for a slow read model', async (t) => {
  const source = sourceOf(20);
  const subscribe = sharedSubscription({ ...source, limits, maxBusyMs: 60_000 });
  const { promise: works, resolve: mend } = Promise.withResolvers<undefined>();
  const slow = reading(t, subscribe, { held: works, holdAfter: 21 });
  const other = reading(t, subscribe);
  await Promise.all([slow.hasCaughtUp(), other.hasCaughtUp()]);
  source.append(480);
  await other.hasRead(500);
  t.true(slow.positions.length < 500);
  mend(undefined);
  await slow.hasRead(500);
  t.deepEqual(slow.positions, allOf(500));
});

test('what gathers behind a slow read model comes to it in one batch', async (t) => {
  const source = sourceOf(5);
  const subscribe = sharedSubscription(source);
  const { promise: works, resolve: mend } = Promise.withResolvers<undefined>();
  const slow = reading(t, subscribe, { held: works, holdAfter: 6 });
  const other = reading(t, subscribe);
  await Promise.all([slow.hasCaughtUp(), other.hasCaughtUp()]);
  for (let total = 6; total <= 105; total += 1) {
    source.append(1);
    await other.hasRead(total);
  }
  const before = slow.batches();
  mend(undefined);
  await slow.hasRead(105);
  t.deepEqual(slow.positions, allOf(105));
  t.is(slow.batches(), before + 1);
});

test('a replay from the beginning reads beside the shared subscription and joins it at the end', async (t) => {
  const source = sourceOf(500);
  const subscribe = sharedSubscription({ ...source, limits });
  const live = [1, 2].map(() => reading(t, subscribe, { from: 500n * eventBytes }));
  await Promise.all(live.map((reader) => reader.hasCaughtUp()));
  const replay = reading(t, subscribe);
  await replay.hasCaughtUp();
  t.is(source.state.opened, 2);
  source.append(2);
  await Promise.all([replay.hasRead(502), ...live.map((reader) => reader.hasRead(2))]);
  t.deepEqual(replay.positions, allOf(502));
  for (const { positions } of live) t.deepEqual(positions, [501, 502]);
  t.is(source.state.open, 1);
});

test('a reader that joins is not caught up before the event that it came for, whatever the subscription had found before', async (t) => {
  const source = sourceOf(20);
  const { promise: arrives, resolve: arrive } = Promise.withResolvers<undefined>();
  const late: EventStore['subscribe'] = async function* (after, signal) {
    for await (const batch of source.subscribe(after, signal)) {
      if (batch.events.some(({ position }) => position > 20n * eventBytes)) await arrives;
      yield batch;
    }
  };
  const subscribe = sharedSubscription({ ...source, subscribe: late });
  await reading(t, subscribe).hasCaughtUp();
  source.append(1);
  const batches: EventBatch[] = [];
  const joining = (async () => {
    for await (const batch of subscribe(20n * eventBytes, new AbortController().signal)) {
      batches.push(batch);
      if (batch.caughtUp) break;
    }
  })();
  for (let turn = 0; turn < 20; turn += 1) await setImmediate();
  t.deepEqual(batches, []);
  arrive(undefined);
  await joining;
  t.is(batches.at(-1)?.events.at(-1)?.position, 21n * eventBytes);
});

test('the newest event is looked up again if the log does not answer', async (t) => {
  const source = sourceOf(20);
  let failures = 1;
  const newestAfter = async (after: bigint) => {
    if (failures > 0) {
      failures -= 1;
      throw new Error('EventStoreDB did not answer');
    }
    return source.newestAfter(after);
  };
  const subscribe = sharedSubscription({ ...source, newestAfter });
  const readers = [reading(t, subscribe), reading(t, subscribe)];
  await Promise.all(readers.map((reader) => reader.hasCaughtUp()));
  t.is(failures, 0);
  for (const { positions } of readers) t.deepEqual(positions, allOf(20));
});

test('positions that jump, as after a scavenge, lose and double nothing', async (t) => {
  const source = sourceOf(60);
  const jumping = (position: bigint) => position + (position > 30n * eventBytes ? 268_435_456n : 0n);
  const subscribe: EventStore['subscribe'] = async function* (after = -1n, signal) {
    for await (const { events, caughtUp } of source.subscribe(undefined, signal)) {
      const moved = events.map((event) => ({ ...event, position: jumping(event.position) }));
      yield { events: moved.filter(({ position }) => position > after), caughtUp };
    }
  };
  const newestAfter = (after: bigint) => {
    const newest = jumping(60n * eventBytes);
    return Promise.resolve(newest > after ? newest : undefined);
  };
  const shared = sharedSubscription({ subscribe, newestAfter });
  const readers = [undefined, 0n, jumping(29n * eventBytes), jumping(40n * eventBytes)].map((from) =>
    reading(t, shared, from === undefined ? {} : { from }),
  );
  await Promise.all(readers.map((reader) => reader.hasCaughtUp()));
  t.deepEqual(
    readers.map(({ positions }) => positions.length),
    [60, 60, 31, 20],
  );
  for (const { positions } of readers) t.is(new Set(positions).size, positions.length);
});

test('a reader ends with its signal although another one of the same signal has left before', async (t) => {
  const subscribe = sharedSubscription(sourceOf(5));
  const stop = new AbortController();
  const staying = subscribe(undefined, stop.signal)[Symbol.asyncIterator]();
  await staying.next();
  const waiting = staying.next();
  for await (const { events } of subscribe(undefined, stop.signal)) if (events.length > 0) break;
  stop.abort();
  for (let result = await waiting; !result.done;) result = await staying.next();
  t.pass();
});

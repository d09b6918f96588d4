import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import test, { type ExecutionContext } from 'ava';
import { openDatabase } from '../../src/adapters/sqlite/database.ts';
import { sqliteEventStore } from '../../src/adapters/sqlite/log/event-store.ts';
import type { Fact } from '../../src/domain/events.ts';
import type { EventStore, LogProgress } from '../../src/ports/event-store.ts';
import { type Leadership, neverLeader, singleProcess } from '../../projections/leadership.ts';
import { ContentRefused } from '../../src/ports/read-model.ts';
import { runProjection } from '../../projections/projector.ts';
import { anyFact, newEvent } from '../support/events.ts';
import { listModel, names } from '../support/list-model.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const openStore = (t: ExecutionContext) => {
  const database = openDatabase(join(temporaryFolder(t), 'events.db'), 'full');
  t.teardown(() => database.close());
  return sqliteEventStore(database, () => undefined);
};

const append = async (store: EventStore, ...facts: readonly Fact[]): Promise<bigint> => {
  let last = 0n;
  for (const fact of facts) {
    const event = newEvent(fact);
    const [outcome] = await store.appendAll([
      { stream: `collection-${event.id}`, expected: 'no stream', events: [event] },
    ]);
    if (outcome?.outcome === 'appended') last = outcome.position;
  }
  return last;
};

const numbered = (count: number) => Array.from({ length: count }, (_, index) => anyFact(String(index)));

type Options = {
  readonly store: EventStore & LogProgress;
  readonly list: ReturnType<typeof listModel<string>>;
  readonly waitTimeoutMs?: number;
  readonly leadership?: (signal: AbortSignal) => Leadership;
};

const run = (t: ExecutionContext, { store, list, waitTimeoutMs = 120_000, leadership = singleProcess }: Options) => {
  const stop = new AbortController();
  const noted: string[] = [];
  const projection = runProjection(names, list.model, {
    store,
    logId: 'this-log',
    log: {
      retrying: () => noted.push('retrying'),
      parked: (_name, { errorClass }) => noted.push(`parked ${errorClass}`),
      stopped: () => noted.push('stopped'),
    },
    pause: () => setTimeout(1),
    signal: stop.signal,
    leadership: leadership(stop.signal),
    waitTimeoutMs,
  });
  t.teardown(() => stop.abort());
  return { projection, noted, stop };
};

test('events are projected in the order of the log, those that were there and those that come', async (t) => {
  const store = openStore(t);
  await append(store, ...numbered(250));
  const list = listModel<string>();
  const { projection } = run(t, { store, list });
  await projection.caughtUp;
  const last = await append(store, anyFact('live'));
  t.deepEqual(await projection.waitForPosition([last]), { status: 'reached', parked: 0 });
  t.deepEqual(list.changes, [...Array.from({ length: 250 }, (_, index) => String(index)), 'live']);
});

test('what was in the log at the start is visible to searches once it is projected, also what an earlier process has projected', async (t) => {
  const store = openStore(t);
  await append(store, ...numbered(5));
  const list = listModel<string>();
  await run(t, { store, list }).projection.caughtUp;
  t.is(list.visible(), 5);
  list.changes.push('of a process that was killed');
  await run(t, { store, list }).projection.caughtUp;
  t.is(list.visible(), 6);
});

test('a store that fails is tried again until it succeeds, and nothing is lost or doubled', async (t) => {
  const store = openStore(t);
  let failures = 5;
  const list = listModel<string>({
    before: () => {
      if (failures > 0) {
        failures -= 1;
        throw new Error('connection lost');
      }
    },
  });
  const { projection, noted } = run(t, { store, list });
  const last = await append(store, ...numbered(3));
  t.is((await projection.waitForPosition([last])).status, 'reached');
  t.deepEqual(list.changes, ['0', '1', '2']);
  t.is(noted.filter((note) => note === 'retrying').length, 5);
});

test('an event whose content is refused is parked after three lone attempts, and those around it are projected', async (t) => {
  const store = openStore(t);
  let attemptsAlone = 0;
  const list = listModel<string>({
    before: (changes) => {
      if (!changes.includes('bad')) return;
      if (changes.length === 1) attemptsAlone += 1;
      throw new ContentRefused('TooLarge');
    },
  });
  const good = await append(store, anyFact('before'));
  const bad = await append(store, anyFact('bad'));
  const last = await append(store, anyFact('after'));
  const { projection, noted } = run(t, { store, list });
  t.deepEqual(await projection.waitForPosition([good, bad, last]), { status: 'reached', parked: 1 });
  t.deepEqual(list.changes, ['before', 'after']);
  t.deepEqual(list.parked, [{ position: bad, errorClass: 'TooLarge' }]);
  t.deepEqual(noted, ['parked TooLarge']);
  t.is(attemptsAlone, 3);
});

test('a handler that throws parks its event, not the projection', async (t) => {
  const store = openStore(t);
  const list = listModel<string>();
  const { projection } = run(t, { store, list });
  // A fact of this type without data, as a newer version might have written it.
  const broken = { type: 'CollectionCreated', data: null } as unknown as Fact;
  const bad = await append(store, broken);
  const last = await append(store, anyFact('after'));
  t.is((await projection.waitForPosition([last])).status, 'reached');
  t.deepEqual(list.parked, [{ position: bad, errorClass: 'TypeError' }]);
  t.deepEqual(list.changes, ['after']);
});

test('whoever waits gives up only when there was no progress for the whole time-out', async (t) => {
  const store = openStore(t);
  const list = listModel<string>({
    before: () => {
      throw new Error('away');
    },
  });
  const { projection } = run(t, { store, list, waitTimeoutMs: 60 });
  await projection.caughtUp;
  const last = await append(store, anyFact());
  t.is((await projection.waitForPosition([last])).status, 'stalled');
});

test('read models of another log stop the projection with a line that says so', async (t) => {
  const store = openStore(t);
  const list = listModel<string>();
  const copy = await list.model.current();
  await copy.apply([], { logId: 'another-log', position: 7n });
  const { projection } = run(t, { store, list });
  await t.throwsAsync(projection.caughtUp, { message: /built from another event log \(another-log\)/ });
});

test('it goes on after the position of its checkpoint and not before', async (t) => {
  const store = openStore(t);
  const done = await append(store, ...numbered(5));
  await append(store, anyFact('new'));
  const list = listModel<string>();
  await (await list.model.current()).apply([], { logId: 'this-log', position: done });
  const { projection } = run(t, { store, list });
  await projection.caughtUp;
  t.deepEqual(list.changes, ['new']);
});

test('one projection that fails stops no other', async (t) => {
  const store = openStore(t);
  const broken = listModel<string>({
    before: () => {
      throw new Error('away');
    },
  });
  const list = listModel<string>();
  run(t, { store, list: broken });
  const { projection } = run(t, { store, list });
  const last = await append(store, ...numbered(20));
  t.is((await projection.waitForPosition([last])).status, 'reached');
  t.is(list.changes.length, 20);
  t.deepEqual(broken.changes, []);
});

test('a process without the right to project waits for the one that has it, and writes nothing', async (t) => {
  const store = openStore(t);
  const last = await append(store, ...numbered(120));
  const list = listModel<string>();
  const watching = run(t, { store, list, leadership: neverLeader });
  const reached = watching.projection.waitForPosition([last]);
  const caughtUp = watching.projection.caughtUp.then(() => list.changes.length);
  t.is(await Promise.race([caughtUp, setTimeout(80, 'not yet')]), 'not yet');
  t.is(list.changes.length, 0);
  const projecting = run(t, { store, list });
  t.deepEqual(await reached, { status: 'reached', parked: 0 });
  t.is(list.changes.length, 120);
  t.deepEqual(await Promise.all([caughtUp, projecting.projection.caughtUp]), [120, undefined]);
});

test('where nobody projects, whoever waits is told when there was no progress for the whole time-out', async (t) => {
  const store = openStore(t);
  const last = await append(store, ...numbered(3));
  const { projection } = run(t, { store, list: listModel<string>(), leadership: neverLeader, waitTimeoutMs: 100 });
  t.is((await projection.waitForPosition([last])).status, 'stalled');
});

test('a term that ends stops the projection, and the next one goes on where the last was', async (t) => {
  const store = openStore(t);
  await append(store, ...numbered(10));
  const list = listModel<string>();
  const terms = [new AbortController(), new AbortController()];
  const second = Promise.withResolvers<undefined>();
  let term = -1;
  const leadership = (): Leadership => ({
    shared: false,
    isLeader: () => true,
    acquire: async () => {
      term += 1;
      if (term === 1) await second.promise;
      return terms[term]?.signal ?? new AbortController().signal;
    },
    ended: Promise.resolve(),
  });
  const { projection } = run(t, { store, list, leadership });
  await projection.caughtUp;
  terms[0]?.abort();
  const last = await append(store, ...numbered(5));
  await setTimeout(50);
  t.is(list.changes.length, 10);
  second.resolve(undefined);
  t.is((await projection.waitForPosition([last])).status, 'reached');
  t.is(list.changes.length, 15);
});

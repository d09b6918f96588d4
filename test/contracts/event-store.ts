import { randomUUID } from 'node:crypto';
import type { ExecutionContext, TestFn } from 'ava';
import type { NewEvent, RecordedEvent } from '../../src/domain/events.ts';
import type { Append, EventStore } from '../../src/ports/event-store.ts';
import { anyFact, newEvent } from '../support/events.ts';
import { eventStorePages } from './event-store-pages.ts';
import { eventStoreErasures } from './event-store-erasures.ts';
import { eventStoreLongStreams } from './event-store-long-streams.ts';

type Subject = { readonly store: EventStore; readonly close: () => Promise<void> | void };

/** What the parts of the suite share: a test of a fresh store, new names and events, and an append that must succeed. */
export type Tools = {
  readonly behaves: (title: string, run: (t: ExecutionContext, store: EventStore) => Promise<void>) => void;
  readonly stream: () => string;
  readonly events: (count?: number) => NewEvent[];
  readonly position: (store: EventStore, append: Append) => Promise<bigint>;
};

/** The promises of every event log; a server with atomicity per stream can keep them all. */
export const eventStoreContract = (
  test: TestFn,
  name: string,
  open: (t: ExecutionContext) => Promise<Subject> | Subject,
) => {
  const behaves: Tools['behaves'] = (title, run) =>
    test(`${name}: ${title}`, async (t) => {
      const { store, close } = await open(t);
      try {
        await run(t, store);
      } finally {
        await close();
      }
    });
  const stream = () => `collection-${randomUUID()}`;
  const events = (count = 1): NewEvent[] => Array.from({ length: count }, () => newEvent(anyFact()));
  const position = async (store: EventStore, append: Append): Promise<bigint> => {
    const [outcome] = await store.appendAll([append]);
    if (outcome?.outcome !== 'appended') throw new Error(`Expected an append, got ${String(outcome?.outcome)}`);
    return outcome.position;
  };

  behaves('appended events are read back unchanged, with revisions from 0', async (t, store) => {
    const name = stream();
    const sent = events(2);
    await position(store, { stream: name, expected: 'no stream', events: sent });
    const read = await store.read(name);
    t.deepEqual(
      read.map(({ id, type, data, metadata, revision }) => ({ id, type, data, metadata, revision })),
      sent.map((event, revision) => ({ ...event, revision })),
    );
  });

  behaves('a stream that does not exist reads as empty', async (t, store) => {
    t.deepEqual(await store.read(stream()), []);
  });

  behaves(
    'an append to a stream that is not where it was expected is a conflict and changes nothing',
    async (t, store) => {
      const name = stream();
      await position(store, { stream: name, expected: 'no stream', events: events() });
      const outcomes = await store.appendAll([
        { stream: name, expected: 'no stream', events: events() },
        { stream: stream(), expected: 3, events: events() },
      ]);
      t.deepEqual(
        outcomes.map(({ outcome }) => outcome),
        ['conflict', 'conflict'],
      );
      t.is((await store.read(name)).length, 1);
    },
  );

  behaves('a conflict touches no other append of the same call', async (t, store) => {
    const taken = stream();
    const free = stream();
    await position(store, { stream: taken, expected: 'no stream', events: events() });
    const outcomes = await store.appendAll([
      { stream: taken, expected: 'no stream', events: events() },
      { stream: free, expected: 'no stream', events: events() },
    ]);
    t.deepEqual(
      outcomes.map(({ outcome }) => outcome),
      ['conflict', 'appended'],
    );
    t.is((await store.read(free)).length, 1);
  });

  behaves(
    'an append repeated with the same event ids answers with the original position and doubles nothing',
    async (t, store) => {
      const name = stream();
      const first: Append = { stream: name, expected: 'no stream', events: events(2) };
      const second: Append = { stream: name, expected: 1, events: events() };
      const positions = [await position(store, first), await position(store, second)];
      t.deepEqual([await position(store, first), await position(store, second)], positions);
      t.is((await store.read(name)).length, 3);
    },
  );

  behaves(
    'appends of one call to one stream are made in their order, whatever else the call appends',
    async (t, store) => {
      const name = stream();
      const steps = (['no stream', 0, 1] as const).map((expected): Append => ({
        stream: name,
        expected,
        events: events(),
      }));
      const appends = steps.flatMap((step): Append[] => [
        step,
        ...Array.from({ length: 20 }, (): Append => ({ stream: stream(), expected: 'no stream', events: events() })),
      ]);
      const outcomes = await store.appendAll(appends);
      t.deepEqual([...new Set(outcomes.map(({ outcome }) => outcome))], ['appended']);
      t.deepEqual(
        (await store.read(name)).map(({ id }) => id),
        steps.flatMap((step) => step.events.map(({ id }) => id)),
      );
    },
  );

  behaves('each outcome of a call is that of the append at its index', async (t, store) => {
    const appends = Array.from({ length: 50 }, (): Append => {
      return { stream: stream(), expected: 'no stream', events: events() };
    });
    const outcomes = await store.appendAll(appends);
    const positions = await Promise.all(appends.map(async (append) => (await store.read(append.stream))[0]?.position));
    t.deepEqual(
      outcomes.map((outcome) => outcome.outcome === 'appended' && outcome.position),
      positions,
    );
  });

  behaves('exactly one of many concurrent appends to a new stream succeeds', async (t, store) => {
    const name = stream();
    const race = Array.from({ length: 20 }, () =>
      store.appendAll([{ stream: name, expected: 'no stream', events: events() }]),
    );
    const outcomes = (await Promise.all(race)).flat().map(({ outcome }) => outcome);
    t.is(outcomes.filter((outcome) => outcome === 'appended').length, 1);
    t.is(outcomes.filter((outcome) => outcome === 'conflict').length, 19);
  });

  behaves('positions grow over all streams', async (t, store) => {
    let last = -1n;
    for (let turn = 0; turn < 5; turn += 1) {
      const next = await position(store, { stream: stream(), expected: 'no stream', events: events() });
      t.true(next > last);
      last = next;
    }
  });

  behaves('a subscription delivers all events after its position in order, then new ones', async (t, store) => {
    const before = await position(store, { stream: stream(), expected: 'no stream', events: events() });
    const early = events(250).map((event): Append => ({ stream: stream(), expected: 'no stream', events: [event] }));
    await store.appendAll(early);
    const late = events(3).map((event): Append => ({ stream: stream(), expected: 'no stream', events: [event] }));
    const idsOf = (appends: readonly Append[]) => appends.flatMap((append) => append.events.map(({ id }) => id));

    const stop = new AbortController();
    const seen: RecordedEvent[] = [];
    let sentLate = false;
    for await (const batch of store.subscribe(before, stop.signal)) {
      seen.push(...batch.events);
      if (batch.caughtUp && !sentLate) {
        sentLate = true;
        for (const append of late) await store.appendAll([append]);
      }
      if (seen.length >= early.length + late.length) break;
    }
    stop.abort();
    const ids = seen.map(({ id }) => id);
    // Appends of one call to several streams are written in any order.
    t.deepEqual(ids.slice(0, early.length).sort(), idsOf(early).sort());
    t.deepEqual(ids.slice(early.length), idsOf(late));
    t.true(seen.every(({ position: here }, index) => index === 0 || here > (seen[index - 1]?.position ?? 0n)));
  });

  behaves('each event of one append has its own position, to resume from', async (t, store) => {
    const name = stream();
    const last = await position(store, { stream: name, expected: 'no stream', events: events(3) });
    const read = await store.read(name);
    t.is(read.at(-1)?.position, last);
    const stop = new AbortController();
    const seen: RecordedEvent[] = [];
    for await (const batch of store.subscribe(read[0]?.position, stop.signal)) {
      seen.push(...batch.events);
      if (seen.length >= 2) break;
    }
    stop.abort();
    t.deepEqual(seen, read.slice(1));
  });

  behaves('a subscription that is aborted while it waits ends', async (t, store) => {
    const stop = new AbortController();
    for await (const { caughtUp } of store.subscribe(undefined, stop.signal)) {
      if (caughtUp) setTimeout(() => stop.abort(), 50);
    }
    t.pass();
  });

  behaves('an event appended during a subscription is delivered exactly once', async (t, store) => {
    const appended: string[] = [];
    const write = async () => {
      for (let turn = 0; turn < 40; turn += 1) {
        const batch = events(5);
        await store.appendAll(batch.map((event) => ({ stream: stream(), expected: 'no stream', events: [event] })));
        appended.push(...batch.map(({ id }) => id));
      }
    };
    const writing = Promise.all([write(), write()]);
    const stop = new AbortController();
    const seen: string[] = [];
    for await (const batch of store.subscribe(undefined, stop.signal)) {
      seen.push(...batch.events.map(({ id }) => id));
      if (seen.length >= 400) break;
    }
    stop.abort();
    await writing;
    t.is(new Set(seen).size, 400);
    t.deepEqual([...seen].sort(), [...appended].sort());
  });

  eventStorePages({ behaves, stream, events, position });
  eventStoreErasures({ behaves, stream, events, position });
  eventStoreLongStreams({ behaves, stream, events, position });
};

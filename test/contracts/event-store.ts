import { randomUUID } from 'node:crypto';
import type { ExecutionContext, TestFn } from 'ava';
import type { NewEvent, RecordedEvent } from '../../src/domain/events.ts';
import type { Append, EventStore } from '../../src/ports/event-store.ts';
import { anyFact, newEvent } from '../support/events.ts';

type Subject = { readonly store: EventStore; readonly close: () => Promise<void> | void };

/** The promises of every event log; a server with atomicity per stream can keep them all. */
export const eventStoreContract = (
  test: TestFn,
  name: string,
  open: (t: ExecutionContext) => Promise<Subject> | Subject,
) => {
  const behaves = (title: string, run: (t: ExecutionContext, store: EventStore) => Promise<void>) =>
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

  behaves('appends of one call to one stream are made in their order', async (t, store) => {
    const name = stream();
    const appends = (['no stream', 0, 1] as const).map((expected) => ({ stream: name, expected, events: events() }));
    const outcomes = await store.appendAll(appends);
    t.deepEqual(
      outcomes.map(({ outcome }) => outcome),
      ['appended', 'appended', 'appended'],
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
    const wanted = [...early, ...late].flatMap((append) => append.events.map(({ id }) => id));

    const stop = new AbortController();
    const seen: RecordedEvent[] = [];
    let sentLate = false;
    for await (const batch of store.subscribe(before, stop.signal)) {
      seen.push(...batch.events);
      if (batch.caughtUp && !sentLate) {
        sentLate = true;
        for (const append of late) await store.appendAll([append]);
      }
      if (seen.length >= wanted.length) break;
    }
    stop.abort();
    t.deepEqual(
      seen.map(({ id }) => id),
      wanted,
    );
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
    setTimeout(() => stop.abort(), 50);
    let batches = 0;
    for await (const { caughtUp } of store.subscribe(undefined, stop.signal)) batches += caughtUp ? 1 : 0;
    t.true(batches >= 1);
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

  behaves(
    'an erased stream is gone for readers, other streams stay, and erasing again is no error',
    async (t, store) => {
      const erased = stream();
      const kept = stream();
      await position(store, { stream: erased, expected: 'no stream', events: events(2) });
      await position(store, { stream: kept, expected: 'no stream', events: events() });
      await store.erase([erased, stream()]);
      await store.erase([erased]);
      t.deepEqual(await store.read(erased), []);
      t.is((await store.read(kept)).length, 1);
    },
  );

  behaves('positions keep increasing after an erasure', async (t, store) => {
    const erased = stream();
    const last = await position(store, { stream: erased, expected: 'no stream', events: events() });
    await store.erase([erased]);
    t.true((await position(store, { stream: stream(), expected: 'no stream', events: events() })) > last);
  });
};

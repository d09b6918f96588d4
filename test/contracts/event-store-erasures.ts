import type { Tools } from './event-store.ts';

/** The promises of every event log about erased streams. */
export const eventStoreErasures = ({ behaves, stream, events, position }: Tools) => {
  behaves(
    'an erased stream is gone for readers, other streams stay, and erasing again is no error',
    async (t, store) => {
      const erased = stream();
      const kept = stream();
      await position(store, { stream: erased, expected: 'no stream', events: events(2) });
      await position(store, { stream: kept, expected: 'no stream', events: events() });
      t.true((await store.erase([erased, stream()])) >= 1);
      t.is(await store.erase([erased]), 0);
      t.deepEqual(await store.read(erased), []);
      t.is((await store.read(kept)).length, 1);
    },
  );

  behaves('erasing streams that never were is no error, and takes no other stream with it', async (t, store) => {
    const kept = stream();
    await position(store, { stream: kept, expected: 'no stream', events: events() });
    await store.erase([stream(), stream()]);
    await store.erase([]);
    t.is((await store.read(kept)).length, 1);
  });

  behaves('with its name reserved, nothing is ever appended to an erased stream', async (t, store) => {
    const [erased, never] = [stream(), stream()];
    const append = { stream: erased, expected: 'no stream', events: events() } as const;
    await position(store, append);
    await store.erase([erased, never], 'reserved');
    await store.erase([erased], 'reserved');
    const again = { stream: erased, expected: 'no stream', events: events() } as const;
    const later = { stream: erased, expected: 0, events: events() } as const;
    const outcomes = await store.appendAll([append, again, later, { ...again, stream: never }]);
    t.deepEqual(
      outcomes.map(({ outcome }) => outcome),
      ['conflict', 'conflict', 'conflict', 'conflict'],
    );
    t.deepEqual(await store.read(erased), []);
  });

  behaves('a stream that has changed since it was read is not erased, and is told', async (t, store) => {
    const [same, changed] = [stream(), stream()];
    await position(store, { stream: same, expected: 'no stream', events: events(2) });
    await position(store, { stream: changed, expected: 'no stream', events: events() });
    await position(store, { stream: changed, expected: 0, events: events() });
    const erase = () =>
      store.eraseUnchanged([
        { stream: same, revision: 1 },
        { stream: changed, revision: 0 },
      ]);
    t.deepEqual(await erase(), [changed]);
    t.deepEqual([(await store.read(same)).length, (await store.read(changed)).length], [0, 2]);
    const [again] = await store.appendAll([{ stream: same, expected: 'no stream', events: events() }]);
    t.is(again?.outcome, 'conflict');
    // A repeat tells those that are erased already too: they are read again, and have no events.
    t.true((await erase()).includes(changed));
    t.deepEqual(await store.eraseUnchanged([{ stream: changed, revision: 1 }]), []);
    t.deepEqual(await store.read(changed), []);
  });

  behaves(
    'of a truncated stream the events before a revision are gone, and it goes on after the last',
    async (t, store) => {
      const [name, other] = [stream(), stream()];
      const sent = events(3);
      await position(store, { stream: name, expected: 'no stream', events: sent });
      await position(store, { stream: other, expected: 'no stream', events: events() });
      await store.truncate([{ stream: name, revision: 2 }]);
      // Neither a repeat nor an earlier revision changes anything.
      await store.truncate([
        { stream: name, revision: 2 },
        { stream: name, revision: 1 },
      ]);
      const [next] = events();
      if (!next) return t.fail();
      await position(store, { stream: name, expected: 2, events: [next] });
      t.deepEqual(
        (await store.read(name)).map(({ id, revision }) => [id, revision]),
        [
          [sent[2]?.id, 2],
          [next.id, 3],
        ],
      );
      t.is((await store.readPage(name, { direction: 'forwards', limit: 1 }))[0]?.revision, 2);
      t.is((await store.read(other)).length, 1);
      const again = { stream: name, expected: 'no stream', events: events() } as const;
      t.deepEqual(await store.appendAll([again]), [{ outcome: 'conflict' }]);
    },
  );

  behaves('positions keep increasing after an erasure', async (t, store) => {
    const erased = stream();
    const last = await position(store, { stream: erased, expected: 'no stream', events: events() });
    await store.erase([erased]);
    t.true((await position(store, { stream: stream(), expected: 'no stream', events: events() })) > last);
  });
};

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
      await store.erase([erased, stream()]);
      await store.erase([erased]);
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

  behaves('positions keep increasing after an erasure', async (t, store) => {
    const erased = stream();
    const last = await position(store, { stream: erased, expected: 'no stream', events: events() });
    await store.erase([erased]);
    t.true((await position(store, { stream: stream(), expected: 'no stream', events: events() })) > last);
  });
};

import type { NewEvent } from '../../src/domain/events.ts';
import { anyFact, newEvent } from '../support/events.ts';
import type { Tools } from './event-store.ts';

/** The promises of every event log about parts of a stream. */
export const eventStorePages = ({ behaves, stream, events, position }: Tools) => {
  behaves('a stream is read in parts, in both directions, from a revision on', async (t, store) => {
    const name = stream();
    await position(store, { stream: name, expected: 'no stream', events: events(5) });
    const all = await store.read(name);
    t.deepEqual(await store.readPage(name, { direction: 'forwards', limit: 2 }), all.slice(0, 2));
    t.deepEqual(await store.readPage(name, { direction: 'forwards', from: 3, limit: 9 }), all.slice(3));
    t.deepEqual(await store.readPage(name, { direction: 'backwards', limit: 2 }), all.toReversed().slice(0, 2));
    t.deepEqual(
      await store.readPage(name, { direction: 'backwards', from: 2, limit: 9 }),
      all.slice(0, 3).toReversed(),
    );
    t.deepEqual(await store.readPage(name, { direction: 'forwards', from: 5, limit: 9 }), []);
    t.deepEqual(await store.readPage(name, { direction: 'backwards', from: 99, limit: 1 }), all.slice(4));
    t.deepEqual(await store.readPage(stream(), { direction: 'backwards', limit: 9 }), []);
  });

  behaves('a part of a stream ends where its events are large, but has one', async (t, store) => {
    const name = stream();
    const large = (): NewEvent => newEvent({ ...anyFact(), data: { name: 'я'.repeat(200_000) } } as never);
    for (let expected = 0; expected < 4; expected += 1) {
      const append = { stream: name, expected: expected === 0 ? ('no stream' as const) : expected - 1 };
      await position(store, { ...append, events: [large()] });
    }
    const revisions = async (direction: 'forwards' | 'backwards') =>
      (await store.readPage(name, { direction, limit: 100 })).map(({ revision }) => revision);
    t.deepEqual(await revisions('forwards'), [0, 1]);
    t.deepEqual(await revisions('backwards'), [3, 2]);
  });
};

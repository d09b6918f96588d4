import { randomUUID } from 'node:crypto';
import { commandHandler } from '../../src/commands/command-handler.ts';
import { collection, type CollectionCommand } from '../../src/domain/collection.ts';
import { stateAfter } from '../../src/domain/decider.ts';
import type { NewEvent } from '../../src/domain/events.ts';
import { countingReads } from '../support/counting-reads.ts';
import { anyFact, newEvent } from '../support/events.ts';
import { headersIn } from '../support/ticket-stream.ts';
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

  behaves('a part of a stream is read without the data of its events', async (t, store) => {
    const name = stream();
    await position(store, { stream: name, expected: 'no stream', events: events(3) });
    const headers = headersIn(await store.read(name));
    t.deepEqual(await store.readHeaders(name, { direction: 'forwards', limit: 9 }), headers);
    const [, , newest] = headers;
    t.deepEqual(await store.readHeaders(name, { direction: 'backwards', limit: 1 }), newest ? [newest] : []);
    t.deepEqual(await store.readHeaders(name, { direction: 'backwards', from: 0, limit: 9 }), headers.slice(0, 1));
    t.deepEqual(await store.readHeaders(stream(), { direction: 'backwards', limit: 1 }), []);
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

  behaves(
    'a command reads few events of a stream that is written for years, and decides as if it had read all',
    async (t, store) => {
      const { streams, reads } = countingReads(store);
      const handle = commandHandler(streams, { now: () => new Date(0), newId: randomUUID });
      const [name, collectionId, userId] = [stream(), randomUUID(), randomUUID()];
      const command = (given: CollectionCommand) => handle({ stream: name, decider: collection, command: given });
      const owner = { collectionId, userId };
      const advance = (source: string, cursor: string | null) =>
        command({ type: 'AdvanceSync', data: { ...owner, source, cursor } });
      const configure = (data: object) => command({ type: 'ConfigureCollection', data: { ...owner, ...data } });
      await command({ type: 'CreateCollection', data: { ...owner, name: 'Первая линия' } });
      await configure({ ticketUrl: 'https://example.com/{ticket_id}', name: 'Линия' });
      await advance('once', 'a');
      for (let round = 0; round < 60; round += 1) {
        await advance('desk', `cursor-${round}`);
        if (round % 20 === 0) await configure({ name: `Линия ${round}` });
        await advance(`desk-${round}`, 'short-lived');
        await advance(`desk-${round}`, null);
      }
      const all = await store.read(name);
      t.true(all.length > 180);
      t.is(reads().wholes, 0);
      await advance('desk', 'last');
      const { pages } = reads();
      t.true(pages <= 8, String(pages));
      const state = stateAfter(collection, await store.read(name));
      t.like(state, { name: 'Линия 40', ticketUrl: 'https://example.com/{ticket_id}' });
      t.deepEqual('cursors' in state ? [...state.cursors] : [], [
        ['once', 'a'],
        ['desk', 'last'],
      ]);
      // What is so already appends nothing, however long ago it was said.
      await advance('once', 'a');
      await configure({ ticketUrl: 'https://example.com/{ticket_id}' });
      t.is((await store.read(name)).length, all.length + 1);
    },
  );
};

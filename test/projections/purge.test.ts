import { randomUUID } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import test from 'ava';
import type { Fact } from '../../src/domain/events.ts';
import { streamOf } from '../../src/domain/streams.ts';
import { idle } from '../../src/concurrency/duty-cycle.ts';
import { singleProcess } from '../../projections/leadership.ts';
import { type PurgeContext, purgeOnce, purgeService } from '../../projections/purge.ts';
import type { Orphan } from '../../src/ports/read-model.ts';
import { collectionCreated, collectionDeleted, newEvent, ticketStored } from '../support/events.ts';
import { openEmbedded } from '../support/embedded.ts';
import { sizeInGate } from '../support/server-stores.ts';

const names = ['collections', 'ticket-index'] as const;
const append = (stream: string, fact: Fact, expected: 'no stream' | number = 'no stream') => ({
  stream,
  expected,
  events: [newEvent(fact)],
});

const tickets = (tenantId: string, collectionId: string, from: number, count: number) =>
  Array.from({ length: count }, (_, index) => {
    const fact = ticketStored({ tenantId, collectionId, ticketId: String(from + index) });
    return append(streamOf.ticket(collectionId, fact.data.recordId), fact);
  });

test('a deletion of thousands of tickets is purged to the last while another tenant uploads, and takes nothing of theirs', async (t) => {
  const { writer, collections, store, models } = await openEmbedded(t);
  const [doomed, kept] = [randomUUID(), randomUUID()];
  const [tenant, other] = [randomUUID(), randomUUID()];
  await writer.appendAll([
    append('log', { type: 'EmbeddingModelChosen', data: { model: 'test-4', dimensions: 4 } }, 0),
    append(streamOf.collection(doomed), collectionCreated(doomed, tenant)),
    append(streamOf.collection(kept), collectionCreated(kept, other)),
  ]);
  for (let from = 0; from < sizeInGate(50_000, 10_000); from += 1_000)
    await writer.appendAll(tickets(tenant, doomed, from, 1_000));
  const [deleted] = await writer.appendAll([append(streamOf.collection(doomed), collectionDeleted(doomed, tenant), 0)]);
  t.is(deleted?.outcome, 'appended');

  const uploaded: bigint[] = [];
  for (let from = 0; from < 2_000; from += 100) {
    const outcomes = await writer.appendAll(tickets(other, kept, from, 100));
    uploaded.push(...outcomes.flatMap((outcome) => (outcome.outcome === 'appended' ? [outcome.position] : [])));
    t.is((await writer.waitForPosition(names, uploaded)).status, 'reached');
  }
  t.is(await collections.byId(doomed), undefined);
  t.is((await collections.byId(kept))?.ticketCount, 2_000);

  const left = async () => {
    const pages = await Promise.all(models.map(async (model) => (await model.current()).orphans(1)));
    return pages.flat().length;
  };
  while ((await left()) > 0) await setTimeout(100);
  t.is(await store.eventCount(`ticket-${doomed}-`), 0);
  t.is(await store.eventCount(`ticket-${kept}-`), 2_000);
});

test('a purge that is cut off between any two steps is finished by the next one', async (t) => {
  const {
    writer,
    store,
    models: [collections, index, uploads, questions],
  } = await openEmbedded(t, { purge: false });
  const [doomed, tenant] = [randomUUID(), randomUUID()];
  const sent = tickets(tenant, doomed, 0, 250);
  await writer.appendAll([
    append('log', { type: 'EmbeddingModelChosen', data: { model: 'test-4', dimensions: 4 } }, 0),
    append(streamOf.collection(doomed), collectionCreated(doomed, tenant)),
    ...sent,
  ]);
  const outcomes = await writer.appendAll([append(streamOf.collection(doomed), collectionDeleted(doomed, tenant), 0)]);
  const positions = outcomes.flatMap((outcome) => (outcome.outcome === 'appended' ? [outcome.position] : []));
  t.is((await writer.waitForPosition(names, positions)).status, 'reached');

  const stop = new AbortController();
  const context = {
    collections,
    index,
    uploads,
    questions,
    pause: () => Promise.resolve(),
    signal: stop.signal,
    log: { retrying: () => undefined, parked: () => undefined, stopped: () => undefined },
  };
  let steps = 0;
  const cutAt = (step: number) => ({
    erase: async (streams: readonly string[]) => {
      if (steps++ === step) throw new Error('cut off before');
      const ended = await store.erase(streams);
      if (steps++ === step) throw new Error('cut off after');
      return ended;
    },
  });
  for (let step = 0; step < 4; step += 1) {
    steps = 0;
    await t.throwsAsync(purgeOnce({ ...context, store: cutAt(step) }), { message: /cut off/ });
  }
  await purgeOnce({ ...context, store });
  t.is(await store.eventCount(`ticket-${doomed}-`), 0);
  t.deepEqual(await (await collections.current()).orphans(1), []);
  t.deepEqual(await (await index.current()).orphans(1), []);
});

/** A service whose models all have these orphans once, with a log that has the streams of some of them, and what was rewritten. */
const purgeOf = (outcomes: readonly unknown[]) => {
  const state: { orphans: readonly Orphan[]; streams: number; rewrites: unknown[] } = { ...nothing, rewrites: [] };
  const purgeable = {
    orphans: () => Promise.resolve(state.orphans),
    remove: () => Promise.resolve((state.orphans = [])),
    markPurged: () => Promise.resolve(),
  };
  const modelOf = (current: object) =>
    ({
      dropUnused: () => Promise.resolve(0),
      current: () => Promise.resolve(current),
      retained: () => Promise.resolve(undefined),
    }) as never;
  const none = modelOf({ ...purgeable, orphans: () => Promise.resolve([]) });
  const { signal } = new AbortController();
  const context: PurgeContext = {
    ...{ accounts: none, collections: none, index: none, uploads: none, questions: modelOf(purgeable) },
    store: { erase: () => Promise.resolve(state.streams) },
    leadership: singleProcess(signal),
    signal,
    eraseTraces: () => {
      state.rewrites.push(outcomes[state.rewrites.length]);
      return Promise.resolve(state.rewrites.at(-1));
    },
  };
  return { state, service: purgeService(context, () => 0) };
};

const nothing = { orphans: [], streams: 0 };

test('the files are rewritten after a start and after a removal, until it is done: not for what others have deleted', async (t) => {
  const { state, service } = purgeOf([idle, 'events.db is in use', undefined, undefined]);
  for (let round = 0; round < 5; round += 1) await service.runOnce();
  t.deepEqual(state.rewrites, [idle, 'events.db is in use', undefined]);
  state.orphans = [{ collectionId: 'a', recordId: 'b' }];
  for (let round = 0; round < 3; round += 1) await service.runOnce();
  t.is(state.rewrites.length, 4);
});

test('rows that an erasure has emptied, and its streams, leave nothing to rewrite files for; a stream that came later does', async (t) => {
  const { state, service } = purgeOf([]);
  await service.runOnce();
  for (const streams of [0, 1]) {
    Object.assign(state, { orphans: [{ collectionId: 'a', recordId: streamOf.question('b'), isBare: true }], streams });
    for (let round = 0; round < 3; round += 1) await service.runOnce();
    t.is(state.orphans.length, 0);
    t.is(state.rewrites.length, 1 + streams);
  }
});

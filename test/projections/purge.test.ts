import { randomUUID } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import test from 'ava';
import type { Fact } from '../../src/domain/events.ts';
import { streamOf } from '../../src/domain/streams.ts';
import { idle } from '../../src/concurrency/duty-cycle.ts';
import { singleProcess } from '../../projections/leadership.ts';
import { type PurgeContext, purgeOnce, purgeService } from '../../projections/purge.ts';
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
      await store.erase(streams);
      if (steps++ === step) throw new Error('cut off after');
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

test('the files are rewritten after a start and after a removal, until it is done: not for what others have deleted', async (t) => {
  let orphans: readonly { readonly collectionId: string; readonly recordId: string }[] = [];
  const outcomes: unknown[] = [idle, 'events.db is in use', undefined, undefined];
  const rewrites: unknown[] = [];
  const purgeable = {
    orphans: () => Promise.resolve(orphans),
    remove: () => Promise.resolve((orphans = [])),
    markPurged: () => Promise.resolve(),
  };
  const model = {
    dropUnused: () => Promise.resolve(0),
    current: () => Promise.resolve(purgeable),
    retained: () => Promise.resolve(undefined),
  } as never;
  const { signal } = new AbortController();
  const context: PurgeContext = {
    ...{ accounts: model, collections: model, index: model, uploads: model, questions: model },
    store: { erase: () => Promise.resolve() },
    leadership: singleProcess(signal),
    signal,
    eraseTraces: () => {
      rewrites.push(outcomes[rewrites.length]);
      return Promise.resolve(rewrites.at(-1));
    },
  };
  const { runOnce } = purgeService(context, () => 0);
  for (let round = 0; round < 5; round += 1) await runOnce();
  t.deepEqual(rewrites, [idle, 'events.db is in use', undefined]);
  orphans = [{ collectionId: 'a', recordId: 'b' }];
  for (let round = 0; round < 3; round += 1) await runOnce();
  t.is(rewrites.length, 4);
});

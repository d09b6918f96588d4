import { randomUUID } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';
import test, { type ExecutionContext } from 'ava';
import { streamOf } from '../../src/domain/streams.ts';
import { recordId } from '../../src/domain/ticket-record.ts';
import { collectionCreated, collectionDeleted, newEvent, ticketStored } from '../support/events.ts';
import { openEmbedded } from '../support/embedded.ts';

const names = ['collections', 'ticket-index'] as const;
const position = { type: 'EmbeddingModelChosen', data: { model: 'test-4', dimensions: 4 } } as const;

type Writer = Awaited<ReturnType<typeof openEmbedded>>['writer'];

const replay = (writer: Writer, projection: 'accounts' | 'collections' | 'ticket-index', accept = false) =>
  writer.operate({ operation: 'replay', projection, accept });

/** A folder with one collection of `count` tickets, all of them projected. */
const filled = async (t: ExecutionContext, count: number) => {
  const embedded = await openEmbedded(t);
  const [collectionId, tenantId] = [randomUUID(), randomUUID()];
  const store = async (from: number, to: number) => {
    const appends = Array.from({ length: to - from }, (_, index) => {
      const fact = ticketStored({ tenantId, collectionId, ticketId: String(from + index) });
      return {
        stream: streamOf.ticket(collectionId, fact.data.recordId),
        expected: 'no stream',
        events: [newEvent(fact)],
      } as const;
    });
    const outcomes = await embedded.writer.appendAll(appends);
    const positions = outcomes.flatMap((outcome) => (outcome.outcome === 'appended' ? [outcome.position] : []));
    await embedded.writer.waitForPosition(names, positions);
  };
  await embedded.writer.appendAll([
    { stream: 'log', expected: 0, events: [newEvent(position)] },
    {
      stream: streamOf.collection(collectionId),
      expected: 'no stream',
      events: [newEvent(collectionCreated(collectionId, tenantId))],
    },
  ]);
  await store(0, count);
  const find = async () => {
    const inUse = await embedded.index.snapshot();
    const hits = await inUse?.nearest({ tenantId, collectionId, vector: Float32Array.of(1, 0, 0, 0), count: 20 });
    return hits?.length ?? 0;
  };
  return { ...embedded, collectionId, tenantId, store, find };
};

test('a replay gives the same read models and switches to them, while searches and uploads go on', async (t) => {
  const { writer, collections, collectionId, store, find } = await filled(t, 3_000);
  const state = { replaying: true };
  const searches = (async () => {
    let fewest = 20;
    while (state.replaying) {
      fewest = Math.min(fewest, await find());
      // As between two requests: a search that never pauses would let nothing else come.
      await setImmediate();
    }
    return fewest;
  })();
  const uploads = (async () => {
    for (let from = 3_000; state.replaying && from < 8_000; from += 100) await store(from, from + 100);
  })();
  const reports = [await replay(writer, 'collections'), await replay(writer, 'ticket-index')];
  state.replaying = false;
  await uploads;
  for (const { succeeded, lines } of reports) {
    t.true(succeeded);
    const [, before, after] = /(\d+) before, (\d+) after, hashes of ids the same; switched$/.exec(lines[0] ?? '') ?? [];
    t.is(before, after);
    t.true(Number(after) >= 3_000);
  }
  t.is(await searches, 20);
  const before = (await collections.byId(collectionId))?.ticketCount ?? 0;
  await store(50_000, 50_001);
  t.is((await collections.byId(collectionId))?.ticketCount, before + 1);
});

test('a replay mends a read model that has lost a row, but switches only when the difference is accepted', async (t) => {
  const { writer, collections, collectionId, tenantId, models } = await filled(t, 50);
  const lost = { collectionId, recordId: recordId(tenantId, '7') };
  await (await models[0].current()).remove([lost]);
  const refused = await replay(writer, 'collections');
  t.false(refused.succeeded);
  t.regex(refused.lines[0] ?? '', /^collections: parity: 50 before, 51 after, hashes of ids different; not switched/);
  t.is((await collections.known(collectionId, [lost.recordId])).size, 0);

  t.true((await replay(writer, 'collections', true)).succeeded);
  t.is((await collections.known(collectionId, [lost.recordId])).size, 1);
});

test('a replay after a deletion brings nothing back', async (t) => {
  const { writer, collections, collectionId, tenantId, find } = await filled(t, 300);
  const [deleted] = await writer.appendAll([
    {
      stream: streamOf.collection(collectionId),
      expected: 0,
      events: [newEvent(collectionDeleted(collectionId, tenantId))],
    },
  ]);
  if (deleted?.outcome === 'appended') await writer.waitForPosition(names, [deleted.position]);
  for (const name of ['collections', 'ticket-index', 'accounts'] as const)
    t.true((await replay(writer, name)).succeeded);
  t.is(await collections.byId(collectionId), undefined);
  t.is(await find(), 0);
});

test('a replay that was cut off leaves the old state answering, and the next one begins anew', async (t) => {
  const { writer, models, find, folder } = await filled(t, 500);
  const [, index] = models;
  // What a crash leaves: a copy that nobody has finished.
  await index.building();
  t.is(await find(), 20);
  t.true((await replay(writer, 'ticket-index')).succeeded, folder);
  t.is(await find(), 20);
});

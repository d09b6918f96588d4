import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import test, { type ExecutionContext } from 'ava';
import { chooseModel } from '../../src/commands/open-log.ts';
import { reembedTickets } from '../../src/commands/reembed-tickets.ts';
import type { Embedder } from '../../src/ports/embedder.ts';
import { uploadTickets } from '../../src/uploads/upload-tickets.ts';
import { streamOf } from '../../src/domain/streams.ts';
import { recordId } from '../../src/domain/ticket-record.ts';
import { collectionCreated, newEvent, ticketStored } from '../support/events.ts';
import { openEmbedded } from '../support/embedded.ts';
import { goodTicket } from '../support/api.ts';
import { type BeforeBatch, refusing, testEmbedders } from '../support/embedders.ts';
import { uploadDependencies } from '../support/uploading.ts';
import { fileAt } from '../support/page-files.ts';

const context = { now: () => new Date('2026-01-02T03:04:05Z'), newId: randomUUID };
const next = { model: 'test-next', dimensions: 4 };

const stored = async (t: ExecutionContext, count: number) => {
  const { writer } = await openEmbedded(t);
  const [tenantId, collectionId] = [randomUUID(), randomUUID()];
  const facts = Array.from({ length: count }, (_, index) =>
    ticketStored({ tenantId, collectionId, ticketId: String(index) }),
  );
  const streams = facts.map(({ data }) => streamOf.ticket(collectionId, data.recordId));
  await writer.appendAll(
    facts.map((fact, index) => ({
      stream: streams[index] ?? '',
      expected: 'no stream',
      events: [newEvent(fact)],
    })),
  );
  const run = (mood?: BeforeBatch, changed: Partial<Embedder> = {}) => {
    const found = testEmbedders(mood).embedders.of(next);
    if (!found) throw new Error('There is no such model');
    const embedder = { ...found, ...changed };
    return reembedTickets({ streams: writer, embedder, model: next, now: context.now, commandId: 'run' }, streams);
  };
  return { writer, streams, run };
};

test('each ticket gets the vector of another model as a new fact with the same texts, and a repeat adds nothing', async (t) => {
  const { writer, streams, run } = await stored(t, 5);
  const { positions, refused } = await run();
  t.deepEqual([positions.length, refused], [5, 0]);
  t.deepEqual(await run(), { positions: [], refused: 0 });
  for (const stream of streams) {
    const [first, second, ...more] = await writer.read(stream);
    t.is(more.length, 0);
    t.is(second?.type, 'TicketReembedded');
    const { vector: before, ...texts } = first?.data as { vector: { model: string } };
    const { vector: after, ...sameTexts } = second?.data as { vector: { model: string } };
    t.deepEqual(sameTexts, texts);
    t.deepEqual([before.model, after.model], ['test-4', 'test-next']);
  }
});

test('a model in this thread lets other work run before each text', async (t) => {
  const { run } = await stored(t, 3);
  const order: string[] = [];
  const embedTickets: Embedder['embedTickets'] = async (texts, yieldIfDue) => {
    for (const text of texts) {
      setImmediate(() => order.push('other work'));
      await yieldIfDue?.();
      order.push(text.slice(0, 2));
    }
    return texts.map(() => Float32Array.of(1, 0, 0, 0));
  };
  t.is((await run(undefined, { embedTickets })).positions.length, 3);
  t.deepEqual(order, ['other work', 'Не', 'other work', 'Не', 'other work', 'Не']);
});

test('two runs that meet append each fact once', async (t) => {
  const { writer, streams, run } = await stored(t, 20);
  await Promise.all([run(), run(), run()]);
  for (const stream of streams) t.is((await writer.read(stream)).length, 2);
});

test('a ticket that the model refuses keeps no other out, and is tried again by the next run', async (t) => {
  const { writer, streams, run } = await stored(t, 9);
  t.deepEqual(await reembedded(run(refusing('заказа 4'))), [8, 1]);
  t.is((await writer.read(streams[4] ?? '')).length, 1);
  t.deepEqual(await reembedded(run()), [1, 0]);
});

const reembedded = async (run: Promise<{ positions: readonly bigint[]; refused: number }>) => {
  const { positions, refused } = await run;
  return [positions.length, refused];
};

test('an upload that finds another model chosen at its end gives its tickets a vector of that one before it answers', async (t) => {
  const { folder, writer, collections } = await openEmbedded(t);
  const [tenantId, collectionId] = [randomUUID(), randomUUID()];
  const created = newEvent(collectionCreated(collectionId, tenantId));
  await writer.appendAll([{ stream: streamOf.collection(collectionId), expected: 'no stream', events: [created] }]);
  let choosing: Promise<unknown> = Promise.resolve();
  const { embedders } = testEmbedders((_texts, call) => {
    if (call === 2) choosing = chooseModel(writer, context, next);
  });
  const dependencies = uploadDependencies({ writer, collections, embedders }, 1);
  const tickets = Array.from({ length: 250 }, (_, index) => goodTicket(index));
  const answer = await uploadTickets(dependencies)({
    ...{
      tenantId,
      collectionId,
      uploadId: randomUUID(),
      signal: new AbortController().signal,
      yieldIfDue: () => undefined,
    },
    checkedFile: fileAt(join(folder, 'checked')),
    tickets: async function* () {
      for (const value of tickets) yield await Promise.resolve({ value, pathOf: () => 'tickets' });
    },
  });
  await choosing;
  t.like(answer, { processed: 250, collectionTicketCount: 250 });
  const streams = [...(await collections.known(collectionId, recordsOf(tenantId, tickets))).keys()];
  t.is(streams.length, 250);
  for (const record of streams) {
    const events = await writer.read(streamOf.ticket(collectionId, record));
    const models = events.map(({ data }) => (data as { vector: { model: string } }).vector.model);
    t.is(models.at(-1), 'test-next');
  }
});

const recordsOf = (tenantId: string, tickets: readonly { ticket_id: unknown }[]) =>
  tickets.map(({ ticket_id: id }) => recordId(tenantId, String(id)));

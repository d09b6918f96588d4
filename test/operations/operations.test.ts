import { randomUUID } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import test, { type ExecutionContext } from 'ava';
import { semanticEmbedder } from '../../src/adapters/local-model/semantic-embedder.ts';
import { reembedTickets } from '../../src/commands/reembed-tickets.ts';
import { streamOf } from '../../src/domain/streams.ts';
import { recordId } from '../../src/domain/ticket-record.ts';
import { openEmbedded } from '../support/embedded.ts';
import { testEmbedders, type BeforeBatch, refusing } from '../support/embedders.ts';
import { collectionCreated, collectionDeleted, newEvent, ticketCorrected, ticketStored } from '../support/events.ts';

const names = ['collections', 'ticket-index'] as const;

/** A folder with a collection of `count` tickets embedded with test-4, and operations that can call any test model. */
const filled = async (t: ExecutionContext, count: number, mood?: BeforeBatch) => {
  const { embedders } = testEmbedders(mood);
  const embedded = await openEmbedded(t, { embedders });
  const { writer } = embedded;
  const [collectionId, tenantId] = [randomUUID(), randomUUID()];
  const append = async (stream: string, expected: number | 'no stream', fact: Parameters<typeof newEvent>[0]) => {
    const [outcome] = await writer.appendAll([{ stream, expected, events: [newEvent(fact)] }]);
    if (outcome?.outcome === 'appended') await writer.waitForPosition(names, [outcome.position]);
  };
  const store = async (from: number, to: number) => {
    const facts = Array.from({ length: to - from }, (_, index) =>
      ticketStored({ tenantId, collectionId, ticketId: String(from + index) }),
    );
    const outcomes = await writer.appendAll(
      facts.map((fact) => ({
        stream: streamOf.ticket(collectionId, fact.data.recordId),
        expected: 'no stream',
        events: [newEvent(fact)],
      })),
    );
    await writer.waitForPosition(
      names,
      outcomes.flatMap((outcome) => (outcome.outcome === 'appended' ? [outcome.position] : [])),
    );
  };
  const chosen = { type: 'EmbeddingModelChosen', data: { model: 'test-4', dimensions: 4 } } as const;
  await append('log', 0, chosen);
  await append(streamOf.collection(collectionId), 'no stream', collectionCreated(collectionId, tenantId));
  await store(0, count);
  const find = async () => {
    const inUse = await embedded.index.snapshot();
    const hits = await inUse?.nearest({ tenantId, collectionId, vector: Float32Array.of(1, 0, 0, 0), count: 500 });
    return { model: inUse?.model.model, found: hits?.length };
  };
  return { ...embedded, collectionId, tenantId, append, store, find, embedders };
};

const reembed = { operation: 'reembed', model: 'test-next' } as const;

test('verify says that everything agrees', async (t) => {
  const { writer } = await filled(t, 120);
  t.deepEqual(await writer.operate({ operation: 'verify', repair: false }), {
    succeeded: true,
    lines: [
      'accounts: 0 accounts, as in the log',
      'collections: 121 collections and tickets, as in the log',
      'ticket-index: 120 tickets, as in the log',
      'uploads: 0 uploads and their tickets, as in the log',
      'questions: 0 questions, as in the log',
      'The log and all read models agree',
    ],
  });
});

test('verify names the collection that differs, and repairs it: from the log, and with vectors that are lacking', async (t) => {
  const { writer, append, models, collectionId, tenantId, find } = await filled(t, 50);
  await (await models[0].current()).remove([{ collectionId, recordId: recordId(tenantId, '7') }]);
  const foreign = ticketStored({ tenantId, collectionId, ticketId: '50' }, 'test-before');
  await append(streamOf.ticket(collectionId, foreign.data.recordId), 'no stream', foreign);
  const found = await writer.operate({ operation: 'verify', repair: false });
  t.false(found.succeeded);
  t.deepEqual(
    found.lines.filter((line) => line.includes(collectionId)),
    [
      `  ${collectionId}: 52 in the log, 51 in the read model`,
      `  ${collectionId}: 51 in the log, 50 in the read model`,
    ],
  );
  const repaired = await writer.operate({ operation: 'verify', repair: true });
  t.true(repaired.succeeded, repaired.lines.join('\n'));
  t.is((await find()).found, 51);
});

test('a deleted collection is in neither', async (t) => {
  const { writer, append, collectionId, tenantId } = await filled(t, 10);
  await append(streamOf.collection(collectionId), 0, collectionDeleted(collectionId, tenantId));
  const { succeeded, lines } = await writer.operate({ operation: 'verify', repair: false });
  t.true(succeeded);
  t.is(lines[1], 'collections: 0 collections and tickets, as in the log');
});

test('reembed gives every ticket a vector of the new model and switches, while tickets of the old one come in', async (t) => {
  const { writer, store, find, models } = await filled(t, 300);
  const [report] = await Promise.all([writer.operate(reembed), store(300, 420)]);
  t.true(report.succeeded, report.lines.join('\n'));
  t.is((await find()).model, 'test-next');
  // What was stored with the old model while the new one was chosen is the upload's to embed again; verify finds what it left.
  await writer.operate({ operation: 'verify', repair: true });
  t.deepEqual(await find(), { model: 'test-next', found: 420 });
  const kept = await models[1].retained();
  t.is((await kept?.ids(undefined))?.length, 420);
  t.true((await writer.operate({ operation: 'drop kept index' })).succeeded);
  t.is(await models[1].retained(), undefined);
  t.deepEqual(await find(), { model: 'test-next', found: 420 });
});

test('a model comes into use while writers correct tickets without end, each when a search finds its last correction', async (t) => {
  let correct: BeforeBatch = () => undefined;
  const { writer, find, collectionId, tenantId } = await filled(t, 30, (...batch) => correct(...batch));
  let [corrections, isProjected] = [0, true];
  correct = async (_texts, call) => {
    if (!isProjected) return;
    isProjected = false;
    corrections += 1;
    const fact = ticketCorrected({ tenantId, collectionId, ticketId: String(call % 30) }, 2, `Правка ${call}`);
    const stream = streamOf.ticket(collectionId, fact.data.recordId);
    const expected = (await writer.read(stream)).length - 1;
    const [outcome] = await writer.appendAll([{ stream, expected, events: [newEvent(fact)] }]);
    if (outcome?.outcome !== 'appended') throw new Error(`The correction was not stored: ${outcome?.outcome}`);
    const projected = writer.waitForPosition(names, [outcome.position]).then(() => (isProjected = true));
    // The projection of the index is paused in the last rounds.
    await Promise.race([projected, setTimeout(100)]);
  };
  const { succeeded, lines } = await writer.operate(reembed);
  correct = () => undefined;
  t.true(succeeded, lines.join('\n'));
  t.true(corrections > 1);
  await writer.operate({ operation: 'verify', repair: true });
  t.deepEqual(await find(), { model: 'test-next', found: 30 });
});

test('a second run finds the model in use and nothing to do', async (t) => {
  const { writer } = await filled(t, 20);
  t.true((await writer.operate(reembed)).succeeded);
  const { succeeded, lines } = await writer.operate(reembed);
  t.true(succeeded);
  t.regex(lines.join(), /in use already; 0 tickets/);
});

test('an interrupted run continues, and asks the model for the rest only', async (t) => {
  let asked = 0;
  const { writer, find } = await filled(t, 250, (texts) => {
    asked += texts.length;
    if (asked === 200) throw new Error('cut off');
  });
  await t.throwsAsync(writer.operate(reembed), { message: 'cut off' });
  t.is((await find()).model, 'test-4');
  asked = 1_000;
  t.true((await writer.operate(reembed)).succeeded);
  t.is(asked, 1_150);
  t.deepEqual(await find(), { model: 'test-next', found: 250 });
});

test('a model that refuses tickets for good does not come into use', async (t) => {
  const { writer, find } = await filled(t, 30, refusing('заказа 12'));
  const { succeeded, lines } = await writer.operate(reembed);
  t.false(succeeded);
  t.regex(lines.join(), /refuses 1 tickets for good; the old model stays in use/);
  t.deepEqual(await find(), { model: 'test-4', found: 30 });
});

test('a start after a crash between the choice of a model and the switch to its index makes the switch', async (t) => {
  const { writer, folder, embedders, collectionId, tenantId } = await filled(t, 40);
  const model = { model: 'test-next', dimensions: 4 };
  const embedder = embedders.of(model);
  if (!embedder) throw new Error('There is no such model');
  const streams = Array.from({ length: 40 }, (_, index) =>
    streamOf.ticket(collectionId, recordId(tenantId, String(index))),
  );
  await reembedTickets({ streams: writer, embedder, model, now: () => new Date(), commandId: 'run' }, streams);
  await writer.appendAll([
    { stream: 'log', expected: 1, events: [newEvent({ type: 'EmbeddingModelChosen', data: model })] },
  ]);
  const again = await openEmbedded(t, { folder, embedders });
  const inUse = await again.index.snapshot();
  t.is(inUse?.model.model, 'test-next');
  const vector = Float32Array.of(1, 0, 0, 0);
  t.is((await inUse?.nearest({ tenantId, collectionId, vector, count: 100 }))?.length, 40);
});

test('a replay after a change of model gives the vectors of the new one', async (t) => {
  const { writer, find } = await filled(t, 60);
  await writer.operate(reembed);
  t.true((await writer.operate({ operation: 'replay', projection: 'ticket-index', accept: false })).succeeded);
  t.deepEqual(await find(), { model: 'test-next', found: 60 });
});

test('a start with another version of the local model gives its tickets vectors of this one', async (t) => {
  const { writer, folder } = await openEmbedded(t);
  const [collectionId, tenantId] = [randomUUID(), randomUUID()];
  const old = { type: 'EmbeddingModelChosen', data: { model: 'local-0', dimensions: 4 } } as const;
  const ticket = ticketStored({ tenantId, collectionId, ticketId: '1' }, 'local-0');
  await writer.appendAll([
    { stream: 'log', expected: 0, events: [newEvent(old)] },
    {
      stream: streamOf.collection(collectionId),
      expected: 'no stream',
      events: [newEvent(collectionCreated(collectionId, tenantId))],
    },
    { stream: streamOf.ticket(collectionId, ticket.data.recordId), expected: 'no stream', events: [newEvent(ticket)] },
  ]);
  const again = await openEmbedded(t, { folder });
  const inUse = await again.index.snapshot();
  t.is(inUse?.model.model, 'local-2');
  const vector = await semanticEmbedder().embedQuery('Не проходит оплата заказа 1');
  const [hit] = (await inUse?.nearest({ tenantId, collectionId, vector, count: 5 })) ?? [];
  t.is(hit?.ticketId, '1');
  t.true(Math.abs((hit?.score ?? 0) - 1) < 1e-6);
});

test('one operation runs at a time', async (t) => {
  const { writer } = await filled(t, 100);
  const first = writer.operate(reembed);
  await t.throwsAsync(writer.operate({ operation: 'verify', repair: false }), {
    message: /Another operation is running/,
  });
  t.true((await first).succeeded);
});

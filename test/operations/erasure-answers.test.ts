import test from 'ava';
import { runInBackground } from '../../src/concurrency/background-service.ts';
import type { Fact } from '../../src/domain/events.ts';
import { recordId } from '../../src/domain/ticket-record.ts';
import { streamOf } from '../../src/domain/streams.ts';
import { ticketEraser } from '../../src/operations/erase-tickets.ts';
import { singleProcess } from '../../projections/leadership.ts';
import { newEvent } from '../support/events.ts';
import { type EraserContext as Context, requestedErasure, until } from '../support/requested-erasure.ts';
import { exampleQuestion } from '../support/question-events.ts';

type Recorder = Pick<Awaited<ReturnType<typeof requestedErasure>>['writer'], 'appendAll' | 'waitForPosition'>;

/** An erasure of the tickets 1 and 4, with a question that has them and others among its sources. */
const erasureWithQuestion = async (
  t: Parameters<typeof requestedErasure>[0],
  given: Parameters<typeof exampleQuestion>[2] = {},
  correction?: string,
) => {
  const requested = await requestedErasure(t, correction);
  const { context, writer, collectionId, tenantId, failed, stop, proven } = requested;
  const asked = exampleQuestion({ collectionId, tenantId }, ['2', '1', '4'], given);
  const stream = streamOf.question(asked.answerId);
  let revision = -1;
  const append = async (fact: Fact) => {
    const expected = revision === -1 ? 'no stream' : revision;
    const [outcome] = await writer.appendAll([{ stream, expected, events: [newEvent(fact)] }]);
    if (outcome?.outcome !== 'appended') throw new Error(`${fact.type} was not appended`);
    revision += 1;
    await writer.waitForPosition(['questions'], [outcome.position]);
  };
  await append(asked.answered);
  await append(asked.judged(true, '2', 'Да'));
  const { answerId, userId } = asked.data;
  await append({
    type: 'QuestionGrouped',
    data: {
      ...{ answerId, userId, collectionId, gapId: answerId, kind: 'there-but-wrong' },
      ...{ similarity: null, model: 'test-4', wordings: [answerId] },
    },
  });
  const erase = async (parts: Partial<Context> = {}) => {
    void runInBackground(ticketEraser({ ...context, ...parts }).service, { signal: stop.signal, failed });
    await until(async () => (await proven()).includes('event_log'));
  };
  const listed = async () => {
    const { rows } = await context.questions.ofCollection({ collectionId, limit: 9 });
    return Promise.all(rows.map(({ answerId: id }) => context.questions.byId(id)));
  };
  return { ...requested, asked, stream, append, erase, listed };
};

/** Records questions that nobody has asked before, and waits until they are listed. */
const record = async (writer: Recorder, questions: readonly ReturnType<typeof exampleQuestion>[]): Promise<void> => {
  const outcomes = await writer.appendAll(
    questions.map(({ answerId, answered }) => ({
      ...{ stream: streamOf.question(answerId), expected: 'no stream' },
      events: [newEvent(answered)],
    })),
  );
  const positions = outcomes.flatMap((outcome) => (outcome.outcome === 'appended' ? [outcome.position] : []));
  await writer.waitForPosition(['questions'], positions);
};

test('a question that only listed an erased ticket stays with its answer, times, verdict and gap, without the ticket', async (t) => {
  const { asked, stream, erase, listed, foundIn, writer, tenantId, context } = await erasureWithQuestion(t);
  await erase();
  const [left] = await listed();
  t.deepEqual(await writer.read(stream), []);
  t.like(left, { question: asked.data.question, answer: asked.data.answer, cited: ['2'], outcome: 'answered' });
  t.deepEqual(
    left?.sources.map(({ ticketId }) => ticketId),
    ['2'],
  );
  t.deepEqual(left?.verdict, { helped: true, ticketId: '2', comment: 'Да', at: '2026-01-02T03:04:05.000Z' });
  t.is(left?.at, '2026-01-02T03:04:05.000Z');
  const events = await writer.read(streamOf.question(left?.answerId ?? ''));
  t.deepEqual(
    events.map(({ type }) => type),
    ['QuestionAnswered', 'AnswerJudged', 'QuestionGrouped'],
  );
  for (const id of ['1', '4']) t.false(JSON.stringify(events.map(({ data }) => data)).includes(recordId(tenantId, id)));
  t.like(await foundIn('answers'), { answers: 1, kept: 1, events: 3, left: 0 });
  // What stays is no trace: it is not looked for.
  const pieces = (await Promise.all((await context.keptPieces.ids()).map((id) => context.keptPieces.load(id)))).flat();
  t.false(pieces.some((piece) => asked.data.question.includes(piece)));
});

test('an answer that is based on an erased ticket goes, the question stays; one that is copied from a ticket goes too', async (t) => {
  const based = await erasureWithQuestion(t, { cited: ['4'] });
  await based.erase();
  const [left] = await based.listed();
  t.like(left, { question: based.asked.data.question, answer: null, cited: [] });
  const copied = await erasureWithQuestion(t, { question: 'У нас не проходит оплата заказа 1' });
  await copied.erase();
  t.deepEqual(await copied.listed(), []);
  t.like(await copied.foundIn('answers'), { answers: 1, kept: 0, left: 0 });
});

test('a question to which a source has named an erased ticket as its copy loses that ticket, and goes if it is copied from it', async (t) => {
  const { collectionId, tenantId, writer, erase, foundIn, context, stop } = await erasureWithQuestion(t);
  const copies = ['1', '3'].map((id) => recordId(tenantId, id));
  const others = ['Как войти', 'У нас не проходит оплата заказа 1'].map((question) =>
    exampleQuestion({ collectionId, tenantId }, ['2'], { question, copies }),
  );
  await record(writer, others);
  await erase();
  t.like(await foundIn('answers'), { answers: 3, kept: 2, left: 0 });
  for (const { answerId } of others) t.deepEqual(await writer.read(streamOf.question(answerId)), []);
  const { rows } = await context.questions.ofCollection({ collectionId, limit: 9 });
  const left = rows.find(({ question }) => question === 'Как войти');
  t.deepEqual((await context.questions.byId(left?.answerId ?? ''))?.copies, copies.slice(1));
  t.false(rows.some(({ question }) => question === others[1]?.data.question));
  stop.abort();
});

test('what stays of many questions is recorded in a few commits, between which others have their turn', async (t) => {
  const { context, collectionId, tenantId, writer, erase, foundIn } = await erasureWithQuestion(t);
  const others = Array.from({ length: 149 }, () => exampleQuestion({ collectionId, tenantId }, ['1', '2']));
  await record(writer, others);
  const commits: number[] = [];
  const appendAll: Context['store']['appendAll'] = (appends) => {
    const kept = appends.filter(({ events }) => events.some(({ type }) => type === 'QuestionAnswered'));
    if (kept.length > 0) commits.push(kept.length);
    return context.store.appendAll(appends);
  };
  await erase({ store: { ...context.store, appendAll } });
  t.like(await foundIn('answers'), { answers: 150, kept: 150, left: 0 });
  t.deepEqual(commits, [100, 50]);
});

test('the texts of an erased ticket are read once for many questions, whatever other tickets they have', async (t) => {
  const { context, collectionId, tenantId, writer, erase, foundIn } = await erasureWithQuestion(t);
  const company = [['1'], ['1', '4'], ['4'], ['4', '1', '2']];
  const asked = Array.from({ length: 40 }, (_, index) =>
    exampleQuestion({ collectionId, tenantId }, company[index % company.length] ?? []),
  );
  await record(writer, asked);
  const reads = new Map<string, number>();
  const tickets = new Set(['1', '4'].map((id) => streamOf.ticket(collectionId, recordId(tenantId, id))));
  const readPage: Context['store']['readPage'] = (stream, page) => {
    if (tickets.has(stream) && page.direction === 'backwards') reads.set(stream, (reads.get(stream) ?? 0) + 1);
    return context.store.readPage(stream, page);
  };
  await erase({ store: { ...context.store, readPage } });
  t.like(await foundIn('answers'), { answers: 41, kept: 41, left: 0 });
  // Each ticket for the page of its own and for that of the other, of which one has two versions.
  for (const [stream, count] of reads) t.true(count <= 6, `${stream}: ${count}`);
  t.is(reads.size, 2);
});

test('of a question that listed a ticket with too much text to compare nothing stays', async (t) => {
  const words = Array.from({ length: 150_000 }, (_, index) => `слово${index}`).join(' ');
  const { erase, listed } = await erasureWithQuestion(t, {}, words);
  await erase();
  t.deepEqual(await listed(), []);
});

test('a verdict that is given at the very moment, or after an eraser was cut off between both streams, is not lost', async (t) => {
  const { context, asked, append, erase, listed, writer, stream } = await erasureWithQuestion(t);
  const cut = new AbortController();
  const signal = cut.signal;
  const store: Context['store'] = {
    ...context.store,
    eraseUnchanged: () => {
      cut.abort();
      return Promise.reject(new Error('cut off'));
    },
  };
  const first = ticketEraser({ ...context, store, signal, leadership: singleProcess(signal) });
  await runInBackground(first.service, { signal, failed: () => undefined });
  t.is((await listed()).length, 1);
  t.is((await writer.read(stream)).length, 3);
  await append(asked.judged(false, null, 'нет'));
  let isFirst = true;
  await erase({
    store: {
      ...context.store,
      eraseUnchanged: async (streams) => {
        if (isFirst) await append(asked.judged(false, null, 'совсем нет'));
        isFirst = false;
        return context.store.eraseUnchanged(streams);
      },
    },
  });
  const all = await listed();
  t.deepEqual(
    all.map((question) => question?.verdict?.comment),
    ['совсем нет'],
  );
  t.deepEqual(await writer.read(stream), []);
});

import { randomUUID } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import test from 'ava';
import { runInBackground } from '../../src/concurrency/background-service.ts';
import { erasureSteps } from '../../src/domain/erasure-events.ts';
import { idle } from '../../src/concurrency/duty-cycle.ts';
import { streamOf } from '../../src/domain/streams.ts';
import { ticketEraser } from '../../src/operations/erase-tickets.ts';
import { singleProcess } from '../../projections/leadership.ts';
import { newEvent, ticketStored } from '../support/events.ts';
import { exampleQuestion } from '../support/question-events.ts';
import {
  type EraserContext as Context,
  foundPieces,
  requestedErasure as requested,
  until,
} from '../support/requested-erasure.ts';

const embeddedSteps = erasureSteps.filter((step) => step !== 'log_disk');

test('a step waits while files have a text that no event has, and says so without naming a file; a text that others have is no trace', async (t) => {
  const { context, failed, proven, erasureId } = await requested(t);
  let pieces: readonly string[] = [];
  let looks = 0;
  let isThere = true;
  const files = foundPieces((wanted) => {
    looks += 1;
    pieces = wanted.length > pieces.length ? wanted : pieces;
    return wanted.filter((piece) => isThere || piece.includes('модуль'));
  });
  const eraser = ticketEraser({ ...context, files });
  void runInBackground(eraser.service, { ...context, failed });
  await until(async () => (await eraser.trouble(erasureId)) !== undefined);
  // The first look does not say whose text it is: others may have erased theirs meanwhile.
  t.true(looks >= 2);
  const trouble = await eraser.trouble(erasureId);
  t.like(trouble, { step: 'read_models', failed: true });
  t.regex(trouble?.reason ?? '', /^\d+ pieces of the texts are left in files: they are looked for again$/);
  t.true(pieces.some((piece) => piece.includes('текст о')) && pieces.length > 4);
  t.deepEqual(await proven(), ['hidden', 'answers', 'event_log']);
  isThere = false;
  await until(async () => (await proven()).length === embeddedSteps.length);
});

test('an erased event that was left is found by its id, however common its texts are', async (t) => {
  const { context, failed, proven, erasureId, foundIn, events } = await requested(t);
  let isThere = true;
  const ids = (pieces: readonly string[]) => pieces.filter((piece) => /^[0-9a-f-]{24}$/.test(piece));
  const eraser = ticketEraser({ ...context, files: foundPieces((pieces) => (isThere ? ids(pieces) : [])) });
  void runInBackground(eraser.service, { ...context, failed });
  await until(async () => (await eraser.trouble(erasureId)) !== undefined);
  t.regex((await eraser.trouble(erasureId))?.reason ?? '', /^3 pieces/);
  isThere = false;
  await until(async () => (await proven()).length === embeddedSteps.length);
  t.is((await foundIn('read_models'))['events'], 3);
  t.false((await events()).some(({ type }) => type === 'ErasureHeldBack'));
});

test('what others append and erase while files are searched holds no erasure up', async (t) => {
  const { context, failed, proven, store, erasureId } = await requested(t);
  const [collectionId, tenantId] = [randomUUID(), randomUUID()];
  const theirs = ticketStored({ tenantId, collectionId, ticketId: 'theirs' });
  let found = 0;
  const files = foundPieces((wanted) => {
    const pieces = wanted.filter((piece) => piece.includes('текст о'));
    found += pieces.length;
    return pieces;
  });
  // Somebody else has the text whenever files are searched, and never when the log is.
  const search: Context['files']['search'] = async (wanted) => {
    const searched = await files.search(wanted);
    const stream = streamOf.ticket(collectionId, randomUUID());
    const data = { ...theirs.data, problem: ['Исправленный текст о том же самом'] };
    await store.appendAll([{ stream, expected: 'no stream', events: [newEvent({ ...theirs, data })] }]);
    await setTimeout(300);
    await store.erase([stream]);
    return searched;
  };
  const eraser = ticketEraser({ ...context, files: { ...files, search } });
  void runInBackground(eraser.service, { ...context, failed });
  await until(async () => {
    t.is(await eraser.trouble(erasureId), undefined);
    return (await proven()).length === embeddedSteps.length;
  });
  t.true(found > 0);
});

test('an answer that comes while its erasure waits for the files is erased before they are rewritten, and its texts are looked for', async (t) => {
  const { context, failed, proven, store, writer, collectionId, tenantId } = await requested(t);
  const late = exampleQuestion({ collectionId, tenantId }, ['0', '1'], { question: 'Поздний вопрос о первом случае' });
  const stream = streamOf.question(late.answerId);
  const calls: string[] = [];
  let eventsAtRewrite: number | undefined;
  const eraseTraces: Context['eraseTraces'] = async (_tenants, before) => {
    if (calls.push('call') === 1) {
      const [outcome] = await writer.appendAll([{ stream, expected: 'no stream', events: [newEvent(late.answered)] }]);
      if (outcome?.outcome !== 'appended') throw new Error('It is not appended');
      await writer.waitForPosition(['questions'], [outcome.position]);
      return idle;
    }
    await before();
    eventsAtRewrite = (await store.read(stream)).length;
    return undefined;
  };
  let pieces: readonly string[] = [];
  const files = foundPieces((wanted) => {
    pieces = wanted;
    return [];
  });
  void runInBackground(ticketEraser({ ...context, files, eraseTraces }).service, { ...context, failed });
  await until(async () => (await proven()).length === embeddedSteps.length);
  t.is(eventsAtRewrite, 0);
  t.true(pieces.some((piece) => piece.includes('вопрос')));
});

test('after the last look an erasure is held back, of which the operator is told; it is proven once the texts are gone and the service has started again', async (t) => {
  const { context, failed, proven, erasureId, events, stop, collectionId } = await requested(t);
  const warnings: unknown[] = [];
  let isThere = true;
  let looks = 0;
  const files = foundPieces((wanted) => {
    looks += 1;
    return isThere ? wanted : [];
  });
  const leftTexts = { first: 10, max: 20, looks: 3, afterLast: 600_000 };
  const warn: Context['warn'] = (_message, fields) => void warnings.push(fields);
  const eraser = ticketEraser({ ...context, files, warn, leftTexts });
  const running = runInBackground(eraser.service, { ...context, failed });
  await until(async () => (await events()).some(({ type }) => type === 'ErasureHeldBack'));
  await until(() => Promise.resolve(warnings.length > 0));
  const before = looks;
  await setTimeout(2_500);
  t.is(looks, before);
  t.like(warnings[0], { erasureId, files: ['rows.db'] });
  t.true((await context.keptPieces.load(erasureId)).length <= 64);
  t.deepEqual(await proven(), ['hidden', 'answers', 'event_log']);
  const [row] = await context.erasures.ofCollection(collectionId, { limit: 1 });
  t.true(row?.isHeldBack);
  stop.abort();
  await running;
  isThere = false;
  const again = new AbortController();
  t.teardown(() => again.abort());
  const next = { ...context, files, signal: again.signal, leadership: singleProcess(again.signal) };
  void runInBackground(ticketEraser(next).service, { signal: again.signal, failed });
  await until(async () => (await proven()).length === embeddedSteps.length);
  t.deepEqual(await context.keptPieces.ids(), []);
});

test('an erasure is held back after the last look also where the files wait to be rewritten before each', async (t) => {
  const { context, erasureId, events } = await requested(t);
  let calls = 0;
  const eraseTraces: Context['eraseTraces'] = () =>
    Promise.resolve((calls += 1) % 2 === 1 ? 'rows.db is in use' : undefined);
  const files = foundPieces((wanted) => wanted);
  const leftTexts = { first: 1, max: 1, looks: 3, afterLast: 600_000 };
  const { service, trouble } = ticketEraser({ ...context, files, eraseTraces, leftTexts });
  for (let rounds = 0; rounds < 200 && calls < 20; rounds += 1) {
    await service.runOnce();
    await setTimeout(10);
  }
  t.true((await events()).some(({ type }) => type === 'ErasureHeldBack'));
  t.like(await trouble(erasureId), { step: 'read_models', failed: true });
  t.true(calls < 20, String(calls));
});

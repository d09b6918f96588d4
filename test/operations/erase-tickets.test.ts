import { randomUUID } from 'node:crypto';
import test from 'ava';
import { runInBackground } from '../../src/concurrency/background-service.ts';
import { erasureSteps } from '../../src/domain/erasure-events.ts';
import { streamOf } from '../../src/domain/streams.ts';
import { ticketEraser } from '../../src/operations/erase-tickets.ts';
import { singleProcess } from '../../projections/leadership.ts';
import { collectionDeleted, newEvent } from '../support/events.ts';
import { type EraserContext as Context, requestedErasure as requested, until } from '../support/requested-erasure.ts';

/** In the order in which they are done. */
const embeddedSteps = ['hidden', 'answers', 'event_log', 'read_models', 'index', 'uploads'] as const;

test('an erasure that is cut off in any step is finished by the next eraser, with each step proven once', async (t) => {
  // What each step uses: a cut there is a cut in that step.
  const cuts: readonly ((context: Context, cut: () => never) => Partial<Context>)[] = [
    (_context, cut) => ({ tickets: { page: async () => Promise.resolve().then(cut) } }),
    ({ store }, cut) => ({ store: { ...store, eraseUnchanged: async () => Promise.resolve().then(cut) } }),
    ({ store }, cut) => ({
      store: {
        ...store,
        eraseUnchanged: async (...erased) => {
          await store.eraseUnchanged(...erased);
          return cut();
        },
      },
    }),
    (_context, cut) => ({ eraseTraces: async () => Promise.resolve().then(cut) }),
    ({ files }, cut) => ({ files: { ...files, search: async () => Promise.resolve().then(cut) } }),
    ({ store }, cut) => ({
      store: {
        ...store,
        appendAll: async (appends) => {
          const outcomes = await store.appendAll(appends);
          if (appends.some(({ events }) => events.some((event) => event.type === 'ErasureProven'))) cut();
          return outcomes;
        },
      },
    }),
  ];
  for (const cutIn of cuts) {
    const { context, failed, stop, proven, foundIn, streams, erasureId, writer } = await requested(t);
    const cut = new AbortController();
    let cutsMade = 0;
    const dies = (): never => {
      cutsMade += 1;
      cut.abort();
      throw new Error('cut off');
    };
    const { signal } = cut;
    const first = { ...context, ...cutIn(context, dies), signal, leadership: singleProcess(signal) };
    await runInBackground(ticketEraser(first).service, { signal, failed: () => undefined });
    t.is(cutsMade, 1);
    const before = await proven();
    t.true(before.length < embeddedSteps.length);
    const second = ticketEraser(context);
    const running = runInBackground(second.service, { signal: stop.signal, failed });
    await until(async () => (await proven()).length === embeddedSteps.length);
    t.deepEqual(await proven(), [...embeddedSteps]);
    t.is(await second.trouble(erasureId), undefined);
    // The texts are looked for also where their streams are gone already.
    t.true(((await foundIn('read_models'))['pieces'] ?? 0) > 0);
    t.deepEqual(await context.keptPieces.ids(), []);
    for (const [index, stream] of streams.entries()) {
      t.is((await writer.read(stream)).length === 0, index === 1 || index === 4, stream);
    }
    stop.abort();
    await running;
  }
});

test('erasures that wait, however many, keep none from its turn', async (t) => {
  const { context, failed, proven, writer, collectionId, tenantId } = await requested(t);
  const waiting = Array.from({ length: 120 }, () => randomUUID());
  const unproven: Context['erasures']['unproven'] = async (steps, after = -1n) => {
    // Older than the real one, and not in the log: they never come to an end.
    const first = Number(after) + 1;
    const keys = waiting
      .slice(first, first + 100)
      .map((erasureId) => ({ collectionId, erasureId, tenantId, position: 0n }));
    if (first + keys.length < waiting.length) return { keys, next: BigInt(first + keys.length - 1) };
    const { keys: own } = await context.erasures.unproven(steps);
    return { keys: [...keys, ...own], next: undefined };
  };
  void runInBackground(ticketEraser({ ...context, erasures: { unproven } }).service, { ...context, failed });
  await until(async () => (await proven()).length === embeddedSteps.length);
  t.is((await writer.read(streamOf.collection(collectionId))).length, 1);
});

test('an erasure whose collection was deleted before its first step is verified to its end', async (t) => {
  const { context, failed, proven, writer, collectionId, tenantId } = await requested(t);
  const deletion = newEvent(collectionDeleted(collectionId, tenantId));
  const outcomes = await writer.appendAll([
    { stream: streamOf.collection(collectionId), expected: 0, events: [deletion] },
  ]);
  const positions = outcomes.flatMap((outcome) => (outcome.outcome === 'appended' ? [outcome.position] : []));
  await writer.waitForPosition(['collections', 'ticket-index'], positions);
  void runInBackground(ticketEraser(context).service, { ...context, failed });
  await until(async () => (await proven()).length === embeddedSteps.length);
  t.is(await context.collections.byId(collectionId), undefined);
});

test('a step that fails says why, is logged with the class of its error, ever more seldom, and repeated', async (t) => {
  const { context, failed, proven, erasureId } = await requested(t);
  const warnings: unknown[] = [];
  let failures = 3;
  const left: typeof context.contents.left = (erased) => {
    failures -= 1;
    if (failures >= 0) throw new RangeError('secret');
    return context.contents.left(erased);
  };
  const warn = (message: string, fields: object) => void warnings.push({ message, ...fields });
  const eraser = ticketEraser({ ...context, contents: { left }, warn });
  void runInBackground(eraser.service, { ...context, failed });
  await until(async () => (await eraser.trouble(erasureId)) !== undefined);
  const trouble = { step: 'hidden', reason: 'RangeError' } as const;
  t.deepEqual(await eraser.trouble(erasureId), { ...trouble, failed: true });
  await until(async () => (await proven()).length === embeddedSteps.length);
  const message = 'a step of the erasure of tickets fails';
  t.deepEqual(
    warnings,
    [1, 2].map((times) => ({ message, erasureId, ...trouble, times })),
  );
});

test('the index is proven only when all copies of it were looked at', async (t) => {
  const { context, failed, proven, erasureId } = await requested(t);
  let unavailableCopies = 1;
  const left = () => Promise.resolve({ rows: 0, onDisk: 0, unavailableCopies });
  const eraser = ticketEraser({ ...context, contents: { left } });
  void runInBackground(eraser.service, { ...context, failed });
  const reason = async () => (await eraser.trouble(erasureId))?.reason;
  await until(async () => (await reason()) === 'copies of the index that are away: 1');
  t.false((await proven()).includes('index'));
  unavailableCopies = 0;
  await until(async () => (await proven()).length === embeddedSteps.length);
});

test('the disk of a log server is proven only when a read at the positions gives the events no longer', async (t) => {
  const { context, failed, proven, erasureId } = await requested(t);
  let asked: readonly string[] = [];
  let held = 1;
  const erased = {
    heldAt: (positions: readonly string[]) => {
      asked = positions;
      return Promise.resolve(held);
    },
  };
  const eraser = ticketEraser({ ...context, erased });
  void runInBackground(eraser.service, { ...context, failed });
  await until(async () => (await eraser.trouble(erasureId)) !== undefined);
  t.like(await eraser.trouble(erasureId), { step: 'log_disk', failed: false });
  t.is(asked.length, 3);
  t.deepEqual(await proven(), [...embeddedSteps]);
  held = 0;
  await until(async () => (await proven()).length === erasureSteps.length);
});

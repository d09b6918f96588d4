import { setTimeout } from 'node:timers/promises';
import test from 'ava';
import { questionRecorder, type RecordingOutcome } from '../../src/commands/record-questions.ts';
import { questionBytes } from '../../src/domain/stored-bytes.ts';
import { streamOf } from '../../src/domain/streams.ts';
import { recordId } from '../../src/domain/ticket-record.ts';
import type { TenantQuotas } from '../../src/domain/quotas.ts';
import type { Append, AppendOutcome } from '../../src/ports/event-store.ts';
import { exampleCollection } from '../support/collection-events.ts';
import { exampleQuestion } from '../support/question-events.ts';

type Given = Partial<Parameters<typeof questionRecorder>[0]>;

const quotas = (used: number, bytes: number | undefined): TenantQuotas => ({
  limits: () => Promise.resolve({ tickets: undefined, bytes, collections: undefined }),
  usage: () => Promise.resolve({ tickets: 0, bytes: used, collections: 0 }),
});

/** A recorder on a log that may be made to wait or fail. */
const recording = (given: Given = {}) => {
  const appended: (readonly Append[])[] = [];
  const counts = new Map<RecordingOutcome, number>();
  const recorder = questionRecorder({
    streams: {
      appendAll: (appends) => {
        appended.push(appends);
        return Promise.resolve(
          appends.map((_, index): AppendOutcome => ({ outcome: 'appended', position: BigInt(index) })),
        );
      },
    },
    projected: { waitForPosition: () => Promise.resolve({ status: 'reached', parked: 0 }) },
    now: () => new Date('2026-11-20T10:00:00.000Z'),
    quotas: quotas(0, undefined),
    areFoundGone: () => Promise.resolve(false),
    counted: (outcome, number) => counts.set(outcome, (counts.get(outcome) ?? 0) + number),
    ...given,
    limits: { pauseMs: 0, ...given.limits },
  });
  const names = () => appended.map((batch) => batch.map(({ stream }) => stream));
  return { recorder, appended, names, counted: (outcome: RecordingOutcome) => counts.get(outcome) ?? 0 };
};

const home = exampleCollection();
const some = (count: number) => Array.from({ length: count }, () => exampleQuestion(home).data);

test('questions are appended in batches, in the streams of their answers, with the time of the answer', async (t) => {
  const { recorder, appended, names, counted } = recording({ limits: { batch: 2, delayMs: 20 } });
  const asked = some(5);
  for (const one of asked) recorder.record(() => one);
  await Promise.all(asked.map(({ answerId }) => recorder.settled(answerId)));
  t.deepEqual(
    names().flat(),
    asked.map(({ answerId }) => streamOf.question(answerId)),
  );
  t.deepEqual(
    names().map(({ length }) => length),
    [2, 2, 1],
  );
  const [event] = appended[0]?.[0]?.events ?? [];
  t.like(event, {
    type: 'QuestionAnswered',
    data: asked[0],
    metadata: { at: '2026-11-20T10:00:00.000Z', surface: 'web' },
  });
  t.is(counted('recorded'), 5);
});

test('a question waits for others, and is recorded at once for whoever asks for it', async (t) => {
  const { recorder, names } = recording({ limits: { delayMs: 60_000 } });
  const [one] = some(1);
  if (!one) return;
  recorder.record(() => one);
  await setTimeout(20);
  t.deepEqual(names(), []);
  await recorder.settled(one.answerId);
  t.deepEqual(names().flat(), [streamOf.question(one.answerId)]);
  await recorder.settled(one.answerId);
  t.is(names().length, 1);
});

test('readers are asked for a question only when somebody wants it, once it is appended', async (t) => {
  const asked: (readonly bigint[])[] = [];
  const waitForPosition = (_: unknown, positions: readonly bigint[]) => {
    asked.push(positions);
    return Promise.resolve({ status: 'reached', parked: 0 } as const);
  };
  const { recorder } = recording({ projected: { waitForPosition }, limits: { batch: 3, items: 3 } });
  const [first, ...others] = some(7);
  if (!first) return;
  const record = async (questions: typeof others) => {
    for (const one of questions) recorder.record(() => one);
    await setTimeout(5);
  };
  await record([first, ...others.slice(0, 2)]);
  t.deepEqual(asked, []);
  await recorder.settled(first.answerId);
  t.deepEqual(asked, [[0n]]);
  // Of those before the last ones readers have what there is.
  await record(others.slice(2, 5));
  await record(others.slice(5));
  await recorder.settled(first.answerId);
  await recorder.settled(others[0]?.answerId ?? '');
  t.deepEqual(asked, [[0n], [1n]]);
});

test('what does not fit in the queue is dropped and counted, while a log does not answer', async (t) => {
  const log = Promise.withResolvers<readonly AppendOutcome[]>();
  const { recorder, counted } = recording({
    streams: { appendAll: () => log.promise },
    limits: { items: 3, batch: 1 },
  });
  const asked = some(6);
  for (const one of asked) recorder.record(() => one);
  await setTimeout(5);
  // One is being appended by now, in place of which another waits.
  recorder.record(() => some(1)[0]);
  await setTimeout(5);
  t.true(counted('dropped') >= 3);
  const bounded = recording({ limits: { bytes: questionBytes(asked[0] as never) + 100 } });
  for (const one of asked.slice(0, 2)) bounded.recorder.record(() => one);
  await setTimeout(5);
  t.is(bounded.counted('dropped'), 1);
  log.resolve([{ outcome: 'appended', position: 1n }]);
});

test('a log that fails costs the questions of a batch, and no more', async (t) => {
  let fails = true;
  const { recorder, counted } = recording({
    streams: {
      appendAll: (appends) =>
        Promise.resolve(
          appends.map((): AppendOutcome => (fails ? { outcome: 'unknown' } : { outcome: 'appended', position: 1n })),
        ),
    },
    limits: { appendTimeoutMs: 50, delayMs: 1 },
  });
  const [lost, kept] = some(2);
  if (!lost || !kept) return;
  recorder.record(() => lost);
  await recorder.settled(lost.answerId);
  t.is(counted('failed'), 1);
  fails = false;
  recorder.record(() => kept);
  await recorder.settled(kept.answerId);
  t.is(counted('recorded'), 1);
});

test('a tenant whose quota is used up has no more questions recorded; what was recorded since counts', async (t) => {
  const [one, other, third] = some(3);
  if (!one || !other || !third) return;
  const bytes = 1_000 + questionBytes(one) + questionBytes(other) / 2;
  const { recorder, names, counted } = recording({
    quotas: quotas(1_000, bytes),
  });
  for (const asked of [one, other, third]) recorder.record(() => asked);
  await recorder.settled(third.answerId);
  t.deepEqual(names().flat(), [streamOf.question(one.answerId)]);
  t.deepEqual([counted('recorded'), counted('over-quota')], [1, 2]);
});

test('a question that is asked for while readers do not have it yet keeps no later one from being recorded', async (t) => {
  const [one, other] = some(2);
  if (!one || !other) return;
  const seen = Promise.withResolvers<undefined>();
  const { recorder, names } = recording({
    projected: { waitForPosition: () => seen.promise.then(() => ({ status: 'reached', parked: 0 })) },
  });
  recorder.record(() => one);
  const first = recorder.settled(one.answerId);
  while (names().length === 0) await setTimeout(1);
  const again = recorder.settled(one.answerId);
  seen.resolve(undefined);
  await Promise.all([first, again]);
  recorder.record(() => other);
  await recorder.settled(other.answerId);
  t.is(names().flat().length, 2);
});

test('a record is made some time after the answer, or for whoever asks; one that cannot be made is counted, and one of nothing is none', async (t) => {
  const { recorder, names, counted } = recording({ limits: { pauseMs: 60_000, delayMs: 1 } });
  const [one] = some(1);
  if (!one) return;
  let made = 0;
  const make = () => {
    made += 1;
    return one;
  };
  recorder.record(make);
  recorder.record(() => undefined);
  recorder.record(() => {
    throw new Error('A fault of ours');
  });
  await setTimeout(5);
  t.is(made, 0);
  await recorder.settled(one.answerId);
  t.deepEqual([made, names().flat().length, counted('failed')], [1, 1, 1]);
});

test('what waits is recorded before the end, within a time; later questions are dropped', async (t) => {
  const { recorder, names, counted } = recording({ limits: { delayMs: 60_000 } });
  const [one, late] = some(2);
  if (!one || !late) return;
  recorder.record(() => one);
  await recorder.close();
  t.deepEqual(names().flat(), [streamOf.question(one.answerId)]);
  recorder.record(() => late);
  t.is(counted('dropped'), 1);
  const never = new Promise<never>(() => undefined);
  const stuck = recording({ streams: { appendAll: () => never }, limits: { batch: 1, closeTimeoutMs: 20 } });
  for (const asked of some(3)) stuck.recorder.record(() => asked);
  await stuck.recorder.close();
  t.is(stuck.counted('dropped'), 2);
});

test('a question that found a ticket which was erased while it waited is not recorded; others of its collection, and of others, are', async (t) => {
  const other = exampleCollection();
  const gone = new Set(['2', '5'].map((id) => recordId(home.tenantId, id)));
  const looked: string[] = [];
  const areFoundGone: Given['areFoundGone'] = ({ collectionId, records }) => {
    looked.push(collectionId);
    return Promise.resolve(records.some((record) => gone.has(record)));
  };
  const { recorder, names, counted } = recording({ areFoundGone, limits: { batch: 6 } });
  const kept = exampleQuestion(home, ['1']).data;
  const elsewhere = [exampleQuestion(other, ['3']).data, exampleQuestion(other, ['4']).data];
  const copy = exampleQuestion(home, ['1'], { copies: [recordId(home.tenantId, '5')] }).data;
  for (const one of [exampleQuestion(home, ['1', '2']).data, copy, kept, ...elsewhere]) recorder.record(() => one);
  await recorder.settled(kept.answerId);
  const recorded = [kept, ...elsewhere].map(({ answerId }) => streamOf.question(answerId));
  t.deepEqual(names().flat().toSorted(), recorded.toSorted());
  t.is(counted('recorded'), 3);
  // Once for a collection that has all.
  t.is(looked.filter((id) => id === other.collectionId).length, 1);
});

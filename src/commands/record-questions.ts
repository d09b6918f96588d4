import { batchedQueue } from '../concurrency/batched-queue.ts';
import { deferredWork } from '../concurrency/deferred-work.ts';
import { withTimeout } from '../concurrency/timeout.ts';
import { foundRecords, question } from '../domain/question.ts';
import type { QuestionAnswered } from '../domain/question-events.ts';
import type { TenantQuotas } from '../domain/quotas.ts';
import { questionBytes } from '../domain/stored-bytes.ts';
import { streamOf } from '../domain/streams.ts';
import { uuidV5 } from '../platform/uuid.ts';
import type { Append, Streams } from '../ports/event-store.ts';
import type { ReadYourWrites } from '../ports/read-your-writes.ts';
import { appendWithRetry } from './command-handler.ts';
import { roomCheck } from './room-check.ts';

type Recorded = QuestionAnswered['data'];

/** What becomes of a question: `dropped` since too many wait, or the service has stopped; `failed` since the log has. */
export type RecordingOutcome = 'recorded' | 'dropped' | 'over-quota' | 'failed';

/** Records questions after they were answered. */
export type QuestionRecorder = {
  /** Never waits and never throws. The record is made some milliseconds later, of nothing if it is undefined. */
  readonly record: (make: () => Recorded | undefined) => void;
  /** Resolves when readers have the question, if it is one of the last that were answered here. */
  readonly settled: (answerId: string) => Promise<void>;
  /** Records what waits, within a time. */
  readonly close: () => Promise<void>;
};

/** The tickets that questions have found, by their record ids. */
type Found = { readonly collectionId: string; readonly records: readonly string[] };

/** Whether one of them was erased, or their collection deleted. */
type AreFoundGone = (found: Found) => Promise<boolean>;

type Dependencies = {
  readonly streams: Pick<Streams, 'appendAll'>;
  readonly projected: ReadYourWrites;
  readonly now: () => Date;
  readonly quotas: TenantQuotas;
  readonly areFoundGone: AreFoundGone;
  readonly counted: (outcome: RecordingOutcome, questions: number) => void;
  readonly limits?: Partial<Limits>;
};

const defaultLimits = {
  /** Questions that may wait, and their bytes. */
  items: 1_000,
  bytes: 16_000_000,
  /** Questions of one append: what each costs beside them, in two threads and two files, is as much as for some thirty of them. */
  batch: 100,
  /** After an answer, so that its client has it first. */
  pauseMs: 2,
  delayMs: 1_000,
  // Right after an answer the next search may be some time off.
  delayToNextMs: 800,
  appendTimeoutMs: 10_000,
  closeTimeoutMs: 2_000,
};

type Limits = typeof defaultLimits;

type Waiting = {
  readonly data: Recorded;
  readonly at: string;
  readonly bytes: number;
  /** Resolves with its position in the log; with undefined if it is not recorded. */
  readonly appended: PromiseWithResolvers<bigint | undefined>;
};

/** A recorder with a bounded queue, which is appended in batches: searches never wait for the log, and a log that fails costs questions, not memory. */
export const questionRecorder = (dependencies: Dependencies): QuestionRecorder => {
  const { now, counted, projected } = dependencies;
  const limits = { ...defaultLimits, ...dependencies.limits };
  const queue = batchedQueue(appending(dependencies, limits.appendTimeoutMs), limits);
  const recent = recentPositions(2 * limits.items);
  const later = deferredWork(limits.pauseMs);
  const put = (data: Recorded, at: string): void => {
    const appended = Promise.withResolvers<bigint | undefined>();
    if (queue.add({ data, at, bytes: questionBytes(data), appended })) recent.add(data.answerId, appended.promise);
    else counted('dropped', 1);
  };
  let isClosed = false;
  return {
    record: (make) => {
      const at = now().toISOString();
      if (isClosed) counted('dropped', 1);
      else later.add(() => putMade(make, { put: (data) => put(data, at), failed: () => counted('failed', 1) }));
    },
    settled: async (answerId) => {
      later.run();
      const known = recent.of(answerId);
      if (known === undefined) return;
      if (typeof known !== 'bigint') void queue.flush();
      const position = await known;
      if (position !== undefined) await projected.waitForPosition(['questions'], [position]).catch(() => undefined);
    },
    close: async () => {
      isClosed = true;
      later.run();
      await withTimeout(queue.flush(), limits.closeTimeoutMs, () => new Error('Questions are left')).catch(
        () => undefined,
      );
      counted('dropped', queue.clear());
    },
  };
};

type Putting = { readonly put: (data: Recorded) => void; readonly failed: () => void };

const putMade = (make: () => Recorded | undefined, { put, failed }: Putting): void => {
  try {
    const data = make();
    if (data) put(data);
  } catch {
    failed();
  }
};

/**
 * The positions of the last questions, those that wait as promises; of one that is not recorded undefined. Whether readers have a question is asked when somebody wants it, which is seldom:
 * an answer of another thread costs as much as two or three questions.
 */
const recentPositions = (size: number) => {
  const positions = new Map<string, Promise<bigint | undefined> | bigint>();
  return {
    of: (answerId: string) => positions.get(answerId),
    add: (answerId: string, appended: Promise<bigint | undefined>): void => {
      positions.set(answerId, appended);
      void appended.then((position) =>
        position === undefined ? positions.delete(answerId) : positions.set(answerId, position),
      );
      const [oldest] = positions.keys();
      if (positions.size > size && oldest !== undefined) positions.delete(oldest);
    },
  };
};

/**
 * Returns a function that appends a batch without those that its tenants have no room for, and those that have found a ticket which is gone: an erasure that was asked for while they
 * waited has looked for answers already. Never throws.
 */
const appending = (
  { streams, counted, quotas, now, areFoundGone }: Omit<Dependencies, 'projected'>,
  timeoutMs: number,
) => {
  const hasRoom = roomCheck(quotas, now);
  return async (batch: readonly Waiting[]): Promise<void> => {
    const admitted: Waiting[] = [];
    try {
      const present = await withFound(batch, areFoundGone);
      for (const one of present) if (await hasRoom(one.data.userId, one.bytes)) admitted.push(one);
      const outcomes =
        admitted.length === 0 ? [] : await appendWithRetry(streams, admitted.map(appendOf), { timeoutMs });
      outcomes.forEach((one, index) =>
        admitted[index]?.appended.resolve(one.outcome === 'appended' ? one.position : undefined),
      );
      counted('recorded', admitted.length);
      counted('over-quota', present.length - admitted.length);
    } catch {
      counted('failed', batch.length);
    }
    // Of those that are appended it is resolved already.
    for (const { appended } of batch) appended.resolve(undefined);
  };
};

/** Those whose tickets are there: looked up for all questions of a collection at once, and one by one only if some are gone. */
const withFound = async (batch: readonly Waiting[], areFoundGone: AreFoundGone): Promise<readonly Waiting[]> => {
  const present: Waiting[] = [];
  const isGone = (some: readonly Waiting[], { collectionId }: Recorded) =>
    areFoundGone({ collectionId, records: some.flatMap(({ data }) => foundRecords(data)) });
  for (const some of Map.groupBy(batch, ({ data }) => data.collectionId).values()) {
    const [first] = some;
    if (first && !(await isGone(some, first.data))) present.push(...some);
    else for (const one of some) if (!(await isGone([one], one.data))) present.push(one);
  }
  return present;
};

const appendOf = ({ data, at }: Waiting): Append => {
  const { answerId, userId: tenantId, surface } = data;
  const metadata = { at, commandId: answerId, tenantId, surface };
  const facts = question.decide({ type: 'RecordQuestion', data }, question.initialState);
  const events = facts.map((fact, index) => ({ ...fact, id: uuidV5(answerId, String(index)), metadata }));
  return { stream: streamOf.question(answerId), expected: 'no stream', events };
};

/** Records nothing. */
export const noRecorder: QuestionRecorder = {
  record: () => undefined,
  settled: () => Promise.resolve(),
  close: () => Promise.resolve(),
};

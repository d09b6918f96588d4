import { withTimeout } from '../concurrency/timeout.ts';
import { question } from '../domain/question.ts';
import type { QuestionAnswered } from '../domain/question-events.ts';
import type { TenantQuotas } from '../domain/quotas.ts';
import { questionBytes } from '../domain/stored-bytes.ts';
import { streamOf } from '../domain/streams.ts';
import { uuidV5 } from '../platform/uuid.ts';
import type { Append, Streams } from '../ports/event-store.ts';
import type { ReadYourWrites } from '../ports/read-your-writes.ts';
import { appendWithRetry } from './command-handler.ts';

type Recorded = QuestionAnswered['data'];

/** What becomes of a question: `dropped` since too many wait, or the service has stopped; `failed` since the log has. */
export type RecordingOutcome = 'recorded' | 'dropped' | 'over-quota' | 'failed';

/** Records questions after they were answered. */
export type QuestionRecorder = {
  /** Never waits and never throws. */
  readonly record: (data: Recorded) => void;
  /** Resolves when readers have the question, if it is one that waits here. */
  readonly settled: (answerId: string) => Promise<void>;
  /** Records what waits, within a time. */
  readonly close: () => Promise<void>;
};

type Dependencies = {
  readonly streams: Pick<Streams, 'appendAll'>;
  readonly projected: ReadYourWrites;
  readonly now: () => Date;
  readonly quotas: TenantQuotas;
  readonly counted: (outcome: RecordingOutcome, questions: number) => void;
  readonly limits?: Partial<Limits>;
};

const defaultLimits = {
  /** Questions that may wait, and their bytes. */
  questions: 1_000,
  bytes: 16_000_000,
  /** Questions of one append. */
  batch: 100,
  /** A commit of the log and of each read model costs more than what it holds. */
  delayMs: 1_000,
  appendTimeoutMs: 10_000,
  closeTimeoutMs: 2_000,
};

type Limits = typeof defaultLimits;

type Waiting = {
  readonly data: Recorded;
  readonly at: string;
  readonly bytes: number;
  readonly settled: PromiseWithResolvers<undefined>;
};

/** A recorder with a bounded queue, which is appended in batches: searches never wait for the log, and a log that fails costs questions, not memory. */
export const questionRecorder = (dependencies: Dependencies): QuestionRecorder => {
  const { now, counted } = dependencies;
  const limits = { ...defaultLimits, ...dependencies.limits };
  const queue = boundedQueue(limits);
  const drained = draining(queue, appending(dependencies, limits.appendTimeoutMs), limits);
  /** Of those that wait, and those that readers do not have yet. */
  const unsettled = new Map<string, Promise<undefined>>();
  let isClosed = false;
  return {
    record: (data) => {
      const settled = Promise.withResolvers<undefined>();
      const waiting = { data, at: now().toISOString(), bytes: questionBytes(data), settled };
      if (isClosed || !queue.add(waiting)) {
        counted('dropped', 1);
        return;
      }
      unsettled.set(data.answerId, settled.promise);
      void settled.promise.then(() => unsettled.delete(data.answerId));
      drained.soon();
    },
    settled: async (answerId) => {
      const settled = unsettled.get(answerId);
      if (!settled) return;
      void drained.now();
      await settled;
    },
    close: async () => {
      isClosed = true;
      await withTimeout(drained.now(), limits.closeTimeoutMs, () => new Error('Questions are left')).catch(
        () => undefined,
      );
      counted('dropped', queue.clear());
    },
  };
};

const boundedQueue = ({ questions, bytes, batch }: Limits) => {
  const waiting: Waiting[] = [];
  let used = 0;
  return {
    length: () => waiting.length,
    /** Returns whether there was room. */
    add: (one: Waiting): boolean => {
      if (waiting.length >= questions || used + one.bytes > bytes) return false;
      used += one.bytes;
      return waiting.push(one) > 0;
    },
    nextBatch: (): readonly Waiting[] => {
      const next = waiting.splice(0, batch);
      used -= next.reduce((sum, one) => sum + one.bytes, 0);
      return next;
    },
    /** Returns how many there were. */
    clear: (): number => waiting.splice(0).length,
  };
};

/** Empties the queue, one batch after the other. */
const draining = (
  queue: ReturnType<typeof boundedQueue>,
  append: (batch: readonly Waiting[]) => Promise<void>,
  { batch, delayMs }: Limits,
) => {
  let running: Promise<void> | undefined;
  let timer: NodeJS.Timeout | undefined;
  const drain = async (): Promise<void> => {
    while (queue.length() > 0) await append(queue.nextBatch());
    running = undefined;
  };
  const now = (): Promise<void> => {
    clearTimeout(timer);
    timer = undefined;
    // With nothing to append `drain` would end before it is remembered as the running one, and nothing would run after it.
    if (!running && queue.length() > 0) running = drain();
    return running ?? Promise.resolve();
  };
  return {
    now,
    /** At once if there is a whole batch. */
    soon: (): void => {
      if (running) return;
      if (queue.length() >= batch) void now();
      else timer ??= setTimeout(() => void now(), delayMs).unref();
    },
  };
};

/** Returns a function that appends a batch without those that its tenants have no room for. Never throws. */
const appending = ({ streams, projected, counted, quotas, now }: Dependencies, timeoutMs: number) => {
  const hasRoom = roomCheck(quotas, now);
  const visible = async (batch: readonly Waiting[], positions: readonly bigint[]): Promise<void> => {
    if (positions.length > 0) await projected.waitForPosition(['questions'], positions).catch(() => undefined);
    for (const { settled } of batch) settled.resolve(undefined);
  };
  return async (batch: readonly Waiting[]): Promise<void> => {
    const admitted: Waiting[] = [];
    let positions: readonly bigint[] = [];
    try {
      for (const one of batch) if (await hasRoom(one.data.userId, one.bytes)) admitted.push(one);
      const outcomes =
        admitted.length === 0 ? [] : await appendWithRetry(streams, admitted.map(appendOf), { timeoutMs });
      positions = outcomes.flatMap((one) => (one.outcome === 'appended' ? [one.position] : []));
      counted('recorded', admitted.length);
      counted('over-quota', batch.length - admitted.length);
    } catch {
      counted('failed', batch.length);
    }
    // The next batch is appended meanwhile.
    void visible(batch, positions);
  };
};

const appendOf = ({ data, at }: Waiting): Append => {
  const { answerId, userId: tenantId, surface } = data;
  const metadata = { at, commandId: answerId, tenantId, surface };
  const facts = question.decide({ type: 'RecordQuestion', data }, question.initialState);
  const events = facts.map((fact, index) => ({ ...fact, id: uuidV5(answerId, String(index)), metadata }));
  return { stream: streamOf.question(answerId), expected: 'no stream', events };
};

/** How long what a tenant stores is taken for what it was, beside what was recorded since. */
const usageMs = 10_000;
const maxTenants = 1_000;

/** Returns the check whether a tenant has room for so many bytes, which then count as taken. */
const roomCheck = ({ limits, usage }: TenantQuotas, now: () => Date) => {
  const rooms = new Map<string, { bytes: number; readonly until: number }>();
  const roomOf = async (tenantId: string) => {
    const known = rooms.get(tenantId);
    if (known && known.until > now().getTime()) return known;
    const { bytes: most } = await limits(tenantId);
    const bytes = most === undefined ? Infinity : most - (await usage(tenantId)).bytes;
    if (rooms.size >= maxTenants) rooms.clear();
    const room = { bytes, until: now().getTime() + usageMs };
    rooms.set(tenantId, room);
    return room;
  };
  return async (tenantId: string, bytes: number): Promise<boolean> => {
    const room = await roomOf(tenantId);
    if (room.bytes < bytes) return false;
    room.bytes -= bytes;
    return true;
  };
};

/** Records nothing. */
export const noRecorder: QuestionRecorder = {
  record: () => undefined,
  settled: () => Promise.resolve(),
  close: () => Promise.resolve(),
};

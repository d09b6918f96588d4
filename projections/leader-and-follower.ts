import { type Mutex, mutex } from '../src/concurrency/mutex.ts';
import { isAborted, sleep } from '../src/concurrency/sleep.ts';
import { probeLimit } from '../src/concurrency/timeout.ts';
import { LogDamaged, Unavailable } from '../src/domain/errors.ts';
import { reasonOf } from '../src/domain/reason-of.ts';
import type { LogProgress } from '../src/ports/event-store.ts';
import { emptyPosition, type ReadModel } from '../src/ports/read-model.ts';
import { applyEvents, ForeignLog, initialiseCheckpoint, positionOf, type ProjectorContext } from './apply-events.ts';
import { catchUp } from './catch-up.ts';
import type { Leadership } from './leadership.ts';
import { positionWaiters } from './position-waiters.ts';
import type { ChangesBatch, Projection } from './projection.ts';
import { readChanges } from './read-changes.ts';

/** Read-your-writes timeout: take-over within 15 s, detection of a dead peer within 20 s, and a reserve. */
const defaultWaitTimeoutMs = 40_000;

/** Poll interval of a follower: with waiters, idle. */
const pollIntervalMs = { waiting: 25, idle: 1_000 };

/** A follower has caught up at the start once a leader that projects is fewer events behind the log, which may grow without end. */
const maxLag = 1_000;

export type ProjectionContext = ProjectorContext & {
  readonly store: Pick<LogProgress, 'behind'>;
  readonly leadership: Leadership;
  readonly waitTimeoutMs?: number;
  /** Gets the position that is projected, and the number of events since the last call; a follower does not know it. */
  readonly progress?: (position: bigint, events: number) => void;
  /** Called whenever this process has become the leader, before it projects. */
  readonly begin?: (context: Pick<ProjectorContext, 'log' | 'signal'>) => Promise<void>;
};

/** A projection with its changing state. */
export type Run<Change> = {
  readonly projection: Projection<Change>;
  readonly model: ReadModel<Change>;
  readonly context: ProjectionContext;
  readonly log: ProjectorContext['log'];
  readonly waiters: ReturnType<typeof positionWaiters>;
  /** Held by a batch, by the end of a replay, and by work that pauses the projection. */
  readonly exclusive: Mutex;
  readonly caughtUp: PromiseWithResolvers<undefined>;
  /** What the store fails of, if it does; `failures` in a row. */
  readonly state: {
    failure: string | undefined;
    failures: number;
    hasCaughtUp: boolean;
    /** The first position that this process has seen as a follower. */
    followedFrom: bigint | undefined;
  };
  /** Limit what is asked of the stores for the status. */
  readonly probes: Readonly<Record<'model' | 'log', ReturnType<typeof probeLimit>>>;
};

const noAnswer = (seconds: number) => new Unavailable(`No answer within ${seconds} s`);

export const newRun = <Change>(
  projection: Projection<Change>,
  model: ReadModel<Change>,
  context: ProjectionContext,
): Run<Change> => {
  const state: Run<Change>['state'] = {
    failure: undefined,
    failures: 0,
    hasCaughtUp: false,
    followedFrom: undefined,
  };
  const waiters = positionWaiters(context.waitTimeoutMs ?? defaultWaitTimeoutMs);
  const caughtUp = Promise.withResolvers<undefined>();
  caughtUp.promise.catch(() => undefined);
  const log: ProjectorContext['log'] = {
    ...context.log,
    retrying: (name, error) => {
      state.failure = reasonOf(error);
      waiters.setFailing(true);
      context.log.retrying(name, error);
    },
  };
  const probes = { model: probeLimit(noAnswer), log: probeLimit(noAnswer) };
  return { projection, model, context, log, waiters, exclusive: mutex(), caughtUp, state, probes };
};

/** Repeats work until the signal aborts, with a pause after each failure; ends with ForeignLog and LogDamaged, which no repeat can mend. */
export const retryForever = async <Change>(
  run: Run<Change>,
  work: (run: Run<Change>) => Promise<void>,
): Promise<void> => {
  const { projection, context, log, state } = run;
  while (!context.signal.aborted) {
    try {
      await work(run);
    } catch (error) {
      if (error instanceof ForeignLog || error instanceof LogDamaged) {
        stop(run, error);
        return;
      }
      if (isAborted(context.signal)) return;
      log.retrying(projection.name, error);
      state.failures += 1;
      await context.pause(state.failures - 1, context.signal);
    }
  }
};

const stop = <Change>({ projection, log, waiters, caughtUp, state }: Run<Change>, error: Error): void => {
  state.failure = reasonOf(error);
  caughtUp.reject(error);
  waiters.close();
  log.stopped(projection.name, error);
};

/** Projects while this process is the leader. Throws CheckpointBehind if the store has gone back: the next call goes on from there. */
export const runLeader = async <Change>(run: Run<Change>): Promise<void> => {
  const { projection, model, context, waiters } = run;
  const signal = await context.leadership.acquire();
  const leader = { ...context, log: run.log, signal };
  await context.begin?.(leader);
  const start = await initialiseCheckpoint(projection, await model.current(), context.logId);
  waiters.progress(start ?? emptyPosition);
  // After a crash the retained generation may be behind the current one.
  const retained = await model.retained();
  const goal = waiters.position;
  if (retained) await catchUp(projection, retained, { context: leader, goal, progress: () => undefined });
  let after = start;
  for await (const batch of readChanges(projection, start, leader)) {
    await projectBatch(run, { ...batch, after }, leader);
    if (signal.aborted) return;
    after = batch.events.at(-1)?.position ?? after;
    succeeded(run, after ?? emptyPosition, batch.events.length);
    if (batch.caughtUp) await reportCaughtUp(run);
  }
};

/** Run once: makes visible to searches what this process, or one that was killed, has projected while nobody waited for it. */
const reportCaughtUp = async <Change>({ model, caughtUp, state }: Run<Change>): Promise<void> => {
  if (state.hasCaughtUp) return;
  await (await model.current()).refresh();
  state.hasCaughtUp = true;
  caughtUp.resolve(undefined);
};

const projectBatch = <Change>(
  { projection, model, exclusive }: Run<Change>,
  { events, after }: ChangesBatch<Change> & { readonly after: bigint | undefined },
  context: ProjectorContext,
): Promise<void> =>
  exclusive(async () => {
    // Looked up for each batch: a replay may have promoted another generation between two.
    for (const generation of [await model.current(), await model.retained()]) {
      if (generation) await applyEvents(projection, generation, { events, after, context });
    }
  });

const storeWorks = <Change>({ waiters, state }: Run<Change>): void => {
  state.failure = undefined;
  state.failures = 0;
  waiters.setFailing(false);
};

const succeeded = <Change>(run: Run<Change>, position: bigint, events: number): void => {
  const { waiters, context } = run;
  storeWorks(run);
  waiters.progress(position);
  context.progress?.(position, events);
};

/** Polls the leader's position while another process is the leader. */
export const pollAsFollower = async <Change>(run: Run<Change>): Promise<void> => {
  const { context, waiters } = run;
  for (let polledAt = -pollIntervalMs.idle; !context.signal.aborted;) {
    const intervalMs = waiters.hasWaiters() ? pollIntervalMs.waiting : pollIntervalMs.idle;
    if (!context.leadership.isLeader() && performance.now() - polledAt >= intervalMs) {
      await pollPosition(run);
      polledAt = performance.now();
    }
    await sleep(context.leadership.isLeader() ? pollIntervalMs.idle : pollIntervalMs.waiting, context.signal);
  }
};

const pollPosition = async <Change>(run: Run<Change>): Promise<void> => {
  const { projection, model, context, waiters, state } = run;
  const position = (await positionOf(projection, await model.current(), context.logId)) ?? 0n;
  // Its own position is newer than this one.
  if (context.leadership.isLeader()) return;
  storeWorks(run);
  // A lower one too: what the leader has to project again is not there.
  if (position !== waiters.position()) succeeded(run, position, 0);
  state.followedFrom ??= position;
  if (state.hasCaughtUp) return;
  const { events } = await context.store.behind(position);
  // Without progress there may be no leader: this process becomes it, and projects the rest first.
  const isLed = position > state.followedFrom;
  if (events === 0 || (isLed && events < maxLag)) await reportCaughtUp(run);
};

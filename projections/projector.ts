import { setTimeout } from 'node:timers/promises';
import type { Behind, LogProgress } from '../src/ports/event-store.ts';
import type { ProjectionName, WaitResult } from '../src/ports/read-your-writes.ts';
import type { ReadModel } from '../src/ports/read-model.ts';
import type { Leadership } from './leadership.ts';
import type { Projection } from './projection.ts';
import { catchUp } from './catch-up.ts';
import { isAborted } from './is-aborted.ts';
import { replaying, type ReplayOptions, type ReplayReport } from './replay.ts';
import { mutex } from '../src/concurrency/mutex.ts';
import { positionWaiters } from './position-waiters.ts';
import { ForeignLog, type ProjectorContext, positionOf, initialiseCheckpoint, applyEvents } from './apply-events.ts';

/** Where a projection stands. */
export type ProjectionStatus = {
  readonly projection: ProjectionName;
  readonly position: bigint;
  readonly parked: number;
  readonly retrying: boolean;
  readonly behind: Behind;
};

/** A projection at work. */
export type RunningProjection = {
  readonly name: ProjectionName;
  /** Settles when everything that was in the log at the start is projected; rejects with ForeignLog. */
  readonly caughtUp: Promise<void>;
  readonly waitForPosition: (positions: readonly bigint[]) => Promise<WaitResult>;
  readonly status: () => Promise<ProjectionStatus>;
  /** Waits until this process has the right to project. */
  readonly replay: (options: ReplayOptions) => Promise<ReplayReport>;
  /** Runs work while the projection stands still, between two batches, at the position given. Waits until this process has the right to project. */
  readonly pauseProjection: <Result>(work: (position: bigint) => Promise<Result>) => Promise<Result>;
  /** Settles when it has stopped after the signal aborted. */
  readonly stopped: Promise<void>;
};

/** Patience of those who wait for their own writes: take-over within 15 s, a dead peer found within 20 s, and a little. */
export const patience = 40_000;

/** How often a process that does not project looks where the one that does has come, in milliseconds: while somebody waits, and else. */
const glance = { awaited: 25, idle: 1_000 };

/** So few events behind the log, a copy that another process fills may be read. */
const nearly = 1_000;

type ProjectionContext = ProjectorContext & {
  readonly store: Pick<LogProgress, 'behind'>;
  readonly leadership: Leadership;
  readonly patience?: number;
  readonly progress?: (position: bigint) => void;
  /** Run at the beginning of each term, before anything is projected. */
  readonly begin?: (term: Pick<ProjectorContext, 'log' | 'signal'>) => Promise<void>;
};

/**
 * Keeps a read model up with the log until the signal aborts: in order, one batch at a time, whatever fails is tried again. Where another
 * process has the right to project, it only looks how far that one has come.
 */
export const runProjection = <Change>(
  projection: Projection<Change>,
  model: ReadModel<Change>,
  context: ProjectionContext,
): RunningProjection => {
  const { leadership } = context;
  const waiting = positionWaiters(context.patience ?? patience);
  const turn = mutex();
  const { promise: caughtUp, resolve: isCaughtUp, reject: isForeign } = Promise.withResolvers<undefined>();
  caughtUp.catch(() => undefined);
  let retrying = false;
  let failures = 0;
  let behindAtStart = true;
  const log = {
    ...context.log,
    retrying: (name: ProjectionName, error: unknown) => {
      retrying = true;
      context.log.retrying(name, error);
    },
  };
  const well = () => {
    retrying = false;
    failures = 0;
  };
  const replay = replaying(projection, model, { turn, live: waiting.position });
  const tell = (position: bigint) => {
    waiting.progress(position);
    context.progress?.(position);
  };

  const follow = async () => {
    const signal = await leadership.acquire();
    const term = { ...context, log, signal };
    await context.begin?.(term);
    const start = await initialiseCheckpoint(projection, await model.current(), context.logId);
    if (start !== undefined) waiting.progress(start);
    // A copy that was kept may have missed what came before a crash.
    const kept = await model.retained();
    if (kept) await catchUp(projection, kept, { context: term, goal: waiting.position, progress: () => undefined });
    for await (const { events, caughtUp: atEnd } of context.store.subscribe(start, signal)) {
      await turn(async () => {
        // The copies are asked for anew: a replay may have switched them between two batches.
        for (const copy of [await model.current(), await model.retained()]) {
          if (copy) await applyEvents(projection, copy, { events, context: term });
        }
      });
      if (signal.aborted) return;
      well();
      tell(events.at(-1)?.position ?? waiting.position());
      if (atEnd) isCaughtUp(undefined);
    }
  };

  const look = async () => {
    const position = (await positionOf(projection, await model.current(), context.logId)) ?? 0n;
    well();
    if (position > waiting.position()) tell(position);
    if (behindAtStart && (await context.store.behind(position)).events < nearly) {
      behindAtStart = false;
      isCaughtUp(undefined);
    }
  };
  const watch = async () => {
    for (let looked = -glance.idle; !context.signal.aborted;) {
      const due = waiting.anybody() ? glance.awaited : glance.idle;
      if (!leadership.isLeader() && performance.now() - looked >= due) {
        await look();
        looked = performance.now();
      }
      await setTimeout(glance.awaited);
    }
  };

  const keep = async (work: () => Promise<void>) => {
    while (!context.signal.aborted) {
      try {
        await work();
      } catch (error) {
        if (error instanceof ForeignLog) {
          isForeign(error);
          return;
        }
        if (isAborted(context.signal)) return;
        log.retrying(projection.name, error);
        failures += 1;
        await context.pause(failures - 1, context.signal);
      }
    }
  };

  const parkedPositions = async () => (await (await model.current()).parked()).map(({ position }) => position);
  return {
    name: projection.name,
    caughtUp,
    waitForPosition: async (positions) => {
      const highest = positions.reduce((max, position) => (position > max ? position : max), 0n);
      const status = await waiting.wait(highest);
      if (status === 'reached') await (await model.current()).refresh();
      const parked = new Set(await parkedPositions());
      return { status, parked: positions.filter((position) => parked.has(position)).length };
    },
    status: async () => ({
      projection: projection.name,
      position: waiting.position(),
      parked: (await parkedPositions()).length,
      retrying,
      behind: await context.store.behind(waiting.position()),
    }),
    replay: async (options) => {
      const signal = await leadership.acquire();
      return replay({ ...context, log, signal }, options);
    },
    pauseProjection: async (work) => {
      await leadership.acquire();
      return turn(() => work(waiting.position()));
    },
    stopped: Promise.all([keep(follow), leadership.shared && keep(watch)]).then(() => undefined),
  };
};

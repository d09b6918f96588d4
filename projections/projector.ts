import { setTimeout } from 'node:timers/promises';
import type { Behind, LogProgress } from '../src/ports/event-store.ts';
import type { ProjectionName, Reached } from '../src/ports/read-your-writes.ts';
import type { ReadModel } from '../src/ports/read-model.ts';
import type { Leadership } from './leadership.ts';
import type { Projection } from './projection.ts';
import { feedCopy } from './catch-up.ts';
import { isAborted } from './is-aborted.ts';
import { replaying, type ReplayOptions, type ReplayReport } from './replay.ts';
import { turns } from '../src/concurrency/mutex.ts';
import { waiters } from './position-waiters.ts';
import { ForeignLog, type ProjectorSurroundings, positionOf, standing, writeEvents } from './apply-events.ts';

/** Where a projection stands. */
export type Standing = {
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
  readonly reached: (positions: readonly bigint[]) => Promise<Reached>;
  readonly standing: () => Promise<Standing>;
  /** Waits until this process has the right to project. */
  readonly replay: (options: ReplayOptions) => Promise<ReplayReport>;
  /** Runs work while the projection stands still, between two batches, at the position given. Waits until this process has the right to project. */
  readonly holding: <Result>(work: (position: bigint) => Promise<Result>) => Promise<Result>;
  /** Settles when it has stopped after the signal aborted. */
  readonly stopped: Promise<void>;
};

/** Patience of those who wait for their own writes: take-over within 15 s, a dead peer found within 20 s, and a little. */
export const patience = 40_000;

/** How often a process that does not project looks where the one that does has come, in milliseconds: while somebody waits, and else. */
const glance = { awaited: 25, idle: 1_000 };

/** So few events behind the log, a copy that another process fills may be read. */
const nearly = 1_000;

type ProjectionSurroundings = ProjectorSurroundings & {
  readonly store: Pick<LogProgress, 'behind'>;
  readonly leadership: Leadership;
  readonly patience?: number;
  readonly progress?: (position: bigint) => void;
  /** Run at the beginning of each term, before anything is projected. */
  readonly begin?: (term: Pick<ProjectorSurroundings, 'log' | 'signal'>) => Promise<void>;
};

/**
 * Keeps a read model up with the log until the signal aborts: in order, one batch at a time, whatever fails is tried again. Where another
 * process has the right to project, it only looks how far that one has come.
 */
export const runProjection = <Change>(
  projection: Projection<Change>,
  model: ReadModel<Change>,
  around: ProjectionSurroundings,
): RunningProjection => {
  const { leadership } = around;
  const waiting = waiters(around.patience ?? patience);
  const turn = turns();
  const { promise: caughtUp, resolve: isCaughtUp, reject: isForeign } = Promise.withResolvers<undefined>();
  caughtUp.catch(() => undefined);
  let retrying = false;
  let failures = 0;
  let behindAtStart = true;
  const log = {
    ...around.log,
    retrying: (name: ProjectionName, error: unknown) => {
      retrying = true;
      around.log.retrying(name, error);
    },
  };
  const well = () => {
    retrying = false;
    failures = 0;
  };
  const replay = replaying(projection, model, { turn, live: waiting.position });
  const tell = (position: bigint) => {
    waiting.progress(position);
    around.progress?.(position);
  };

  const follow = async () => {
    const signal = await leadership.term();
    const term = { ...around, log, signal };
    await around.begin?.(term);
    const start = await standing(projection, await model.current(), around.logId);
    if (start !== undefined) waiting.progress(start);
    // A copy that was kept may have missed what came before a crash.
    const kept = await model.previous();
    if (kept) await feedCopy(projection, kept, { around: term, goal: waiting.position, progress: () => undefined });
    for await (const { events, caughtUp: atEnd } of around.store.subscribe(start, signal)) {
      await turn(async () => {
        // The copies are asked for anew: a replay may have switched them between two batches.
        for (const copy of [await model.current(), await model.previous()]) {
          if (copy) await writeEvents(projection, copy, { events, around: term });
        }
      });
      if (signal.aborted) return;
      well();
      tell(events.at(-1)?.position ?? waiting.position());
      if (atEnd) isCaughtUp(undefined);
    }
  };

  const look = async () => {
    const position = (await positionOf(projection, await model.current(), around.logId)) ?? 0n;
    well();
    if (position > waiting.position()) tell(position);
    if (behindAtStart && (await around.store.behind(position)).events < nearly) {
      behindAtStart = false;
      isCaughtUp(undefined);
    }
  };
  const watch = async () => {
    for (let looked = -glance.idle; !around.signal.aborted;) {
      const due = waiting.anybody() ? glance.awaited : glance.idle;
      if (!leadership.held() && performance.now() - looked >= due) {
        await look();
        looked = performance.now();
      }
      await setTimeout(glance.awaited);
    }
  };

  const keep = async (work: () => Promise<void>) => {
    while (!around.signal.aborted) {
      try {
        await work();
      } catch (error) {
        if (error instanceof ForeignLog) {
          isForeign(error);
          return;
        }
        if (isAborted(around.signal)) return;
        log.retrying(projection.name, error);
        failures += 1;
        await around.pause(failures - 1, around.signal);
      }
    }
  };

  const parkedPositions = async () => (await (await model.current()).parked()).map(({ position }) => position);
  return {
    name: projection.name,
    caughtUp,
    reached: async (positions) => {
      const highest = positions.reduce((max, position) => (position > max ? position : max), 0n);
      const status = await waiting.wait(highest);
      if (status === 'reached') await model.show();
      const parked = new Set(await parkedPositions());
      return { status, parked: positions.filter((position) => parked.has(position)).length };
    },
    standing: async () => ({
      projection: projection.name,
      position: waiting.position(),
      parked: (await parkedPositions()).length,
      retrying,
      behind: await around.store.behind(waiting.position()),
    }),
    replay: async (options) => {
      const signal = await leadership.term();
      return replay({ ...around, log, signal }, options);
    },
    holding: async (work) => {
      await leadership.term();
      return turn(() => work(waiting.position()));
    },
    stopped: Promise.all([keep(follow), leadership.shared && keep(watch)]).then(() => undefined),
  };
};

import type { ProjectionName, Reached } from '../ports/projected.ts';
import type { ReadModel } from '../ports/read-model.ts';
import type { Projection } from './projection.ts';
import { replaying, type Replay } from './replay.ts';
import { turns } from './turns.ts';
import { waiters } from './waiters.ts';
import { ForeignLog, type ProjectorSurroundings, standing, writeEvents } from './write-events.ts';

/** Where a projection stands. `behind` counts events only roughly: positions need not be dense. */
export type Standing = {
  readonly projection: ProjectionName;
  readonly position: bigint;
  readonly parked: number;
  readonly retrying: boolean;
};

/** A projection at work. */
export type RunningProjection = {
  readonly name: ProjectionName;
  /** Settles when everything that was in the log at the start is projected; rejects with ForeignLog. */
  readonly caughtUp: Promise<void>;
  readonly reached: (positions: readonly bigint[]) => Promise<Reached>;
  readonly standing: () => Promise<Standing>;
  readonly replay: Replay;
  /** Settles when it has stopped after the signal aborted. */
  readonly stopped: Promise<void>;
};

/** Patience of those who wait for their own writes: take-over within 15 s, a dead peer found within 20 s, and a little. */
export const patience = 40_000;

/** Keeps a read model up with the log until the signal aborts: in order, one batch at a time, whatever fails is tried again. */
export const runProjection = <Change>(
  projection: Projection<Change>,
  model: ReadModel<Change>,
  around: ProjectorSurroundings & { readonly patience?: number; readonly progress?: (position: bigint) => void },
): RunningProjection => {
  const waiting = waiters(around.patience ?? patience);
  const turn = turns();
  const { promise: caughtUp, resolve: isCaughtUp, reject: isForeign } = Promise.withResolvers<undefined>();
  caughtUp.catch(() => undefined);
  let retrying = false;
  const watched = {
    ...around,
    log: {
      ...around.log,
      retrying: (name: ProjectionName, error: unknown) => {
        retrying = true;
        around.log.retrying(name, error);
      },
    },
  };

  const follow = async () => {
    const copy = await model.current();
    const start = await standing(copy, projection.name, around.logId);
    waiting.progress(start ?? 0n);
    for await (const { events, caughtUp: atEnd } of around.store.subscribe(start, around.signal)) {
      // The copy is asked for anew: a replay may have switched it between two batches.
      await turn(async () => writeEvents(projection, await model.current(), { events, around: watched }));
      if (around.signal.aborted) return;
      retrying = false;
      waiting.progress(events.at(-1)?.position ?? waiting.position());
      around.progress?.(waiting.position());
      if (atEnd) isCaughtUp(undefined);
    }
  };

  const keepFollowing = async () => {
    for (let failures = 0; !around.signal.aborted; failures += 1) {
      try {
        await follow();
      } catch (error) {
        if (error instanceof ForeignLog) {
          isForeign(error);
          return;
        }
        watched.log.retrying(projection.name, error);
        await around.pause(failures, around.signal);
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
      const parked = new Set(await parkedPositions());
      return { status, parked: positions.filter((position) => parked.has(position)).length };
    },
    standing: async () => ({
      projection: projection.name,
      position: waiting.position(),
      parked: (await parkedPositions()).length,
      retrying,
    }),
    replay: replaying(projection, model, { around, turn, live: waiting }),
    stopped: keepFollowing(),
  };
};

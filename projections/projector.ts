import { reasonOf } from '../src/domain/reason-of.ts';
import type { Backlog } from '../src/ports/event-store.ts';
import type { ReadModel } from '../src/ports/read-model.ts';
import type { ProjectionName, WaitResult } from '../src/ports/read-your-writes.ts';
import {
  newRun,
  pollAsFollower,
  type ProjectionContext,
  retryForever,
  type Run,
  runLeader,
} from './leader-and-follower.ts';
import type { Projection } from './projection.ts';
import { replaying, type ReplayOptions, type ReplayReport } from './replay.ts';

export type ProjectionStatus = {
  readonly projection: ProjectionName;
  readonly position: bigint;
  readonly parked: number;
  readonly retrying: boolean;
  /** What the store of the read model fails of, if it does. */
  readonly reason?: string | undefined;
  /** Undefined if the log does not answer. */
  readonly behind: Backlog | undefined;
};

export type RunningProjection = {
  readonly name: ProjectionName;
  /** Resolves when everything that was in the log at the start is projected; rejects with ForeignLog or LogDamaged. */
  readonly caughtUp: Promise<void>;
  readonly waitForPosition: (positions: readonly bigint[]) => Promise<WaitResult>;
  readonly status: () => Promise<ProjectionStatus>;
  /** Waits until this process is the leader. */
  readonly replay: (options: ReplayOptions) => Promise<ReplayReport>;
  /** Runs work between two batches, with the position that is projected. Waits until this process is the leader. */
  readonly pauseProjection: <Result>(work: (position: bigint) => Promise<Result>) => Promise<Result>;
  /** Resolves when the projection has stopped after the signal aborted. */
  readonly stopped: Promise<void>;
};

/**
 * Keeps a read model up to date with the log until the signal aborts: in order, one batch at a time, with endless retries. A process that is not the
 * leader only polls the leader's position.
 */
export const runProjection = <Change>(
  projection: Projection<Change>,
  model: ReadModel<Change>,
  context: ProjectionContext,
): RunningProjection => {
  const run = newRun(projection, model, context);
  const { waiters, exclusive } = run;
  const replay = replaying(projection, model, { exclusive, livePosition: waiters.position });
  const leading = retryForever(run, runLeader);
  const following = context.leadership.shared ? retryForever(run, pollAsFollower) : Promise.resolve();
  return {
    name: projection.name,
    caughtUp: run.caughtUp.promise,
    waitForPosition: (positions) => waitForPosition(run, positions),
    status: () => statusOf(run),
    replay: async (options) => {
      const signal = await context.leadership.acquire();
      return replay({ ...context, log: run.log, signal }, options);
    },
    pauseProjection: async (work) => {
      await context.leadership.acquire();
      return exclusive(() => work(waiters.position()));
    },
    stopped: Promise.all([leading, following]).then(() => undefined),
  };
};

const waitForPosition = async <Change>(
  { model, waiters, state }: Run<Change>,
  positions: readonly bigint[],
): Promise<WaitResult> => {
  const highest = positions.reduce((max, position) => (position > max ? position : max), 0n);
  const status = await waiters.wait(highest);
  if (status === 'reached') await (await model.current()).refresh();
  // A store that fails cannot be asked which events it has refused.
  if (status === 'stalled' && state.failure !== undefined) return { status, parked: 0, reason: state.failure };
  const parked = new Set(await parkedPositions(model));
  return { status, parked: positions.filter((position) => parked.has(position)).length };
};

const statusOf = async <Change>({
  projection,
  model,
  context,
  waiters,
  state,
  probes,
}: Run<Change>): Promise<ProjectionStatus> => {
  const position = waiters.position();
  const [parked, behind] = await Promise.allSettled([
    probes.model(parkedPositions(model)),
    probes.log(context.store.behind(position)),
  ]);
  const reason = state.failure ?? (parked.status === 'rejected' ? reasonOf(parked.reason) : undefined);
  return {
    projection: projection.name,
    position,
    parked: parked.status === 'fulfilled' ? parked.value.length : 0,
    retrying: reason !== undefined,
    reason,
    behind: behind.status === 'fulfilled' ? behind.value : undefined,
  };
};

/** The positions of the events that the read model has refused. */
const parkedPositions = async <Change>(model: ReadModel<Change>): Promise<readonly bigint[]> =>
  (await (await model.current()).parked()).map(({ position }) => position);

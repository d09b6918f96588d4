import type { EventStore } from '../ports/event-store.ts';
import type { Projected, ProjectionName } from '../ports/projected.ts';
import type { Standing } from '../projections/projector.ts';
import type { ReplayReport } from '../projections/replay.ts';

export type ReplayProgress = { readonly projection: ProjectionName; readonly position: bigint; readonly goal: bigint };

/** What the writer thread does for others. */
export type WriterMethods = {
  readonly appendAll: EventStore['appendAll'];
  readonly read: EventStore['read'];
  readonly reached: Projected['reached'];
  readonly standings: () => Promise<readonly Standing[]>;
  readonly replay: (projection: ProjectionName, accept: boolean) => Promise<ReplayReport>;
  /** How far the replay that runs has come; undefined where none runs. */
  readonly replayProgress: () => Promise<ReplayProgress | undefined>;
  readonly stop: () => Promise<void>;
};

export const writerMethods = ['appendAll', 'read', 'reached', 'standings', 'replay', 'replayProgress', 'stop'] as const;

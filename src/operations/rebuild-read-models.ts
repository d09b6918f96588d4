import { ReadModelsDamaged } from '../domain/errors.ts';
import type { LogProgress, ReadProgress } from '../ports/event-store.ts';
import type { ProjectionName } from '../ports/read-your-writes.ts';
import type { ProjectedModel, ReadModels } from './start-projections.ts';

/** The read models of one file, empty in a new one that is not in place yet. */
export type ReadModelsRebuild = {
  readonly models: Partial<ReadModels>;
  /** Puts the new file in place of the present one; every read and write from now on uses it. */
  readonly promote: () => void;
  readonly abandon: () => void;
};

type Rebuilding = {
  readonly store: Pick<LogProgress, 'head'>;
  readonly projected: readonly ProjectedModel[];
  readonly begin: () => ReadModelsRebuild;
};

export type RebuildProgress = (projection: ProjectionName, progress: ReadProgress) => void;

/** The events that came while the file was filled are projected in another round before the projections are paused for the last ones. */
const rounds = 2;

/**
 * Builds the read models of a file anew from the log, in another file, which then takes its place. The present one is used until then, as far as it
 * can be read. Nothing of it is read here: it may be damaged. A retained index of an earlier model is not built again.
 */
export const rebuildReadModels = async (
  { store, projected, begin }: Rebuilding,
  progress: RebuildProgress,
): Promise<void> => {
  const rebuild = begin();
  const fill = ({ running: { name }, fill: fillModel }: ProjectedModel, goal: bigint) =>
    fillModel(rebuild.models, { goal, progress: (made) => progress(name, made) });
  /** Runs `work` when all are paused and filled up to the positions at which they are paused. */
  const pauseAll = async ([first, ...others]: readonly ProjectedModel[], work: () => void): Promise<void> => {
    if (!first) {
      work();
      return;
    }
    await first.running.pauseProjection(async (position) => {
      await fill(first, position);
      await pauseAll(others, work);
    });
  };
  try {
    for (let round = 0; round < rounds; round += 1) {
      const goal = await store.head();
      for (const one of projected) await fill(one, goal);
    }
    await pauseAll(projected, rebuild.promote);
  } catch (error) {
    rebuild.abandon();
    throw error;
  }
};

/**
 * Repairs what keeps the service from starting: projections that cannot catch up, because a place that they write is damaged, wait for the new file.
 * Later it is the operator who decides. `failed` rejects if the rebuild fails.
 */
export const repairAtStart = (rebuild: (() => Promise<void>) | undefined, onRebuilt: () => void) => {
  const { promise: failed, reject } = Promise.withResolvers<never>();
  failed.catch(() => undefined);
  let isRunning = false;
  return {
    failed,
    /** To be called with what a projection fails of before all have caught up. */
    onFailure: (error: unknown): void => {
      if (!rebuild || isRunning || !(error instanceof ReadModelsDamaged)) return;
      isRunning = true;
      rebuild()
        .then(onRebuilt, reject)
        .finally(() => (isRunning = false));
    },
  };
};

import type { Mutex } from '../src/concurrency/mutex.ts';
import { ReadModelsDamaged } from '../src/domain/errors.ts';
import type { ReadProgress } from '../src/ports/event-store.ts';
import type { ReadModel } from '../src/ports/read-model.ts';
import type { ProjectionName } from '../src/ports/read-your-writes.ts';
import type { ProjectorContext } from './apply-events.ts';
import { catchUp } from './catch-up.ts';
import { type Checksum, checksumOf } from './checksum.ts';
import type { Projection } from './projection.ts';

/** The checksums of both generations at the same position (`before` is undefined if that is damaged), and whether readers were switched to the new one. */
export type ReplayReport = {
  readonly projection: ProjectionName;
  readonly before: Checksum | undefined;
  readonly after: Checksum;
  readonly same: boolean;
  readonly switched: boolean;
};

export type ReplayOptions = {
  /** Switch even if the new generation differs from the old one. */
  readonly accept: boolean;
  readonly progress: (progress: ReadProgress) => void;
};

/** Builds a new generation while the current one is read, compares the two at the same position, and switches. */
export type Replay = (context: ProjectorContext, options: ReplayOptions) => Promise<ReplayReport>;

const checksumOfCurrent = async (model: ReadModel<never>): Promise<Checksum | undefined> => {
  try {
    return await checksumOf(await model.current());
  } catch (error) {
    if (error instanceof ReadModelsDamaged) return undefined;
    throw error;
  }
};

type Live = {
  /** Held by the live projection during each batch. */
  readonly exclusive: Mutex;
  readonly livePosition: () => bigint;
};

/** Replays of one projection; throws if one is running. */
export const replaying = <Change>(
  projection: Projection<Change>,
  model: ReadModel<Change>,
  { exclusive, livePosition }: Live,
): Replay => {
  const replay: Replay = async (context, { accept, progress }) => {
    if (!accept) await model.abortBuild();
    const built = await model.building();
    const options = { context, goal: livePosition };
    await catchUp(projection, built, { ...options, progress });
    // The live projection is paused: both generations reach the same position.
    return exclusive(async () => {
      await catchUp(projection, built, { ...options, progress: () => undefined });
      const before = await checksumOfCurrent(model);
      const after = await checksumOf(built);
      const same = before?.count === after.count && before.sum === after.sum;
      const switched = same || accept;
      if (switched) await model.promote('drop');
      return { projection: projection.name, before, after, same, switched };
    });
  };

  let running = false;
  return async (context, options) => {
    if (running) throw new Error(`A replay of ${projection.name} is running already`);
    running = true;
    try {
      return await replay(context, options);
    } finally {
      running = false;
    }
  };
};

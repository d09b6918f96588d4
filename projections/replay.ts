import type { ProjectionName } from '../src/ports/read-your-writes.ts';
import type { ReadModel } from '../src/ports/read-model.ts';
import type { Projection } from './projection.ts';
import type { Mutex } from '../src/concurrency/mutex.ts';
import { type Checksum, checksumOf } from './checksum.ts';
import { catchUp } from './catch-up.ts';
import type { ProjectorContext } from './apply-events.ts';

/** How a replay ended: both copies at one position, and whether readers were switched to the new one. */
export type ReplayReport = {
  readonly projection: ProjectionName;
  readonly before: Checksum;
  readonly after: Checksum;
  readonly same: boolean;
  readonly switched: boolean;
};

export type ReplayOptions = {
  /** Switch even where the new copy differs from the old one. */
  readonly accept: boolean;
  readonly progress: (position: bigint, goal: bigint) => void;
};

/** Builds a read model anew beside the one that answers, compares the two at one position, and switches. */
export type Replay = (context: ProjectorContext, options: ReplayOptions) => Promise<ReplayReport>;

type Beside = {
  readonly turn: Mutex;
  /** How far the copy that readers use has come. */
  readonly live: () => bigint;
};

export const replaying = <Change>(
  projection: Projection<Change>,
  model: ReadModel<Change>,
  { turn, live }: Beside,
): Replay => {
  const replay: Replay = async (context, { accept, progress }) => {
    if (!accept) await model.abortBuild();
    const copy = await model.building();
    await catchUp(projection, copy, { context: context, goal: live, progress });
    // The live projection holds still between two batches: both copies stand at one position.
    return turn(async () => {
      await catchUp(projection, copy, { context: context, goal: live, progress });
      const before = await checksumOf(await model.current());
      const after = await checksumOf(copy);
      const same = before.count === after.count && before.sum === after.sum;
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

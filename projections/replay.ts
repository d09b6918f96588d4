import type { ProjectionName } from '../src/ports/read-your-writes.ts';
import type { ReadModel } from '../src/ports/read-model.ts';
import type { Projection } from './projection.ts';
import type { Turns } from '../src/concurrency/mutex.ts';
import { type Digest, digestOf } from './checksum.ts';
import { feedCopy } from './catch-up.ts';
import type { ProjectorSurroundings } from './apply-events.ts';

/** How a replay ended: both copies at one position, and whether readers were switched to the new one. */
export type ReplayReport = {
  readonly projection: ProjectionName;
  readonly before: Digest;
  readonly after: Digest;
  readonly same: boolean;
  readonly switched: boolean;
};

export type ReplayOptions = {
  /** Switch even where the new copy differs from the old one. */
  readonly accept: boolean;
  readonly progress: (position: bigint, goal: bigint) => void;
};

/** Builds a read model anew beside the one that answers, compares the two at one position, and switches. */
export type Replay = (around: ProjectorSurroundings, options: ReplayOptions) => Promise<ReplayReport>;

type Beside = {
  readonly turn: Turns;
  /** How far the copy that readers use has come. */
  readonly live: () => bigint;
};

export const replaying = <Change>(
  projection: Projection<Change>,
  model: ReadModel<Change>,
  { turn, live }: Beside,
): Replay => {
  const replay: Replay = async (around, { accept, progress }) => {
    if (!accept) await model.discard();
    const copy = await model.replacement();
    await feedCopy(projection, copy, { around, goal: live, progress });
    // The live projection holds still between two batches: both copies stand at one position.
    return turn(async () => {
      await feedCopy(projection, copy, { around, goal: live, progress });
      const before = await digestOf(await model.current());
      const after = await digestOf(copy);
      const same = before.count === after.count && before.sum === after.sum;
      const switched = same || accept;
      if (switched) await model.activate('drop');
      return { projection: projection.name, before, after, same, switched };
    });
  };

  let running = false;
  return async (around, options) => {
    if (running) throw new Error(`A replay of ${projection.name} is running already`);
    running = true;
    try {
      return await replay(around, options);
    } finally {
      running = false;
    }
  };
};

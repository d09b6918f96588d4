import type { ProjectionName } from '../ports/projected.ts';
import type { ReadModel, ReadModelCopy } from '../ports/read-model.ts';
import type { Projection } from './projection.ts';
import type { Turns } from './turns.ts';
import type { waiters } from './waiters.ts';
import { type ProjectorSurroundings, standing, writeEvents } from './write-events.ts';

/** Count and sum of hashes of all ids in a copy. */
export type Digest = { readonly count: number; readonly sum: bigint };

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
export type Replay = (options: ReplayOptions) => Promise<ReplayReport>;

type Beside = {
  readonly around: ProjectorSurroundings;
  readonly turn: Turns;
  readonly live: ReturnType<typeof waiters>;
};

export const replaying = <Change>(
  projection: Projection<Change>,
  model: ReadModel<Change>,
  { around, turn, live }: Beside,
): Replay => {
  let running = false;

  /** Feeds the copy until it holds everything up to `goal()`; returns its position. */
  const feed = async (copy: ReadModelCopy<Change>, goal: () => bigint, progress: ReplayOptions['progress']) => {
    let position = (await standing(copy, projection.name, around.logId)) ?? 0n;
    if (position >= goal()) return position;
    for await (const batch of around.store.subscribe(position, around.signal)) {
      const end = goal();
      const events = batch.events.filter((event) => event.position <= end);
      await writeEvents(projection, copy, { events, around });
      position = events.at(-1)?.position ?? position;
      progress(position, end);
      if (position >= end || batch.caughtUp) break;
    }
    return position;
  };

  const replay: Replay = async ({ accept, progress }) => {
    if (!accept) await model.discard();
    const copy = await model.replacement();
    await feed(copy, live.position, progress);
    // The live projection holds still between two batches: both copies stand at one position.
    return turn(async () => {
      await feed(copy, live.position, progress);
      const before = await digestOf(await model.current());
      const after = await digestOf(copy);
      const same = before.count === after.count && before.sum === after.sum;
      const switched = same || accept;
      if (switched) await model.activate('drop');
      return { projection: projection.name, before, after, same, switched };
    });
  };

  return async (options) => {
    if (running) throw new Error(`A replay of ${projection.name} is running already`);
    running = true;
    try {
      return await replay(options);
    } finally {
      running = false;
    }
  };
};

/** Adds a copy's pages up. */
export const digestOf = async (copy: Pick<ReadModelCopy<never>, 'digest'>): Promise<Digest> => {
  let count = 0;
  let sum = 0n;
  let after: string | undefined;
  do {
    const page = await copy.digest(after);
    count += page.count;
    sum = BigInt.asUintN(64, sum + page.sum);
    after = page.next;
    await new Promise(setImmediate);
  } while (after !== undefined);
  return { count, sum };
};

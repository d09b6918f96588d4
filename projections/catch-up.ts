import type { ReadModelCopy } from '../src/ports/read-model.ts';
import type { Projection } from './projection.ts';
import { type ProjectorSurroundings, standing, writeEvents } from './apply-events.ts';

type Feeding = {
  readonly around: ProjectorSurroundings;
  /** The position the copy is to hold; asked anew, since the log may grow meanwhile. */
  readonly goal: () => bigint;
  readonly progress: (position: bigint, goal: bigint) => void;
};

/** Feeds one copy from the log, from wherever it stands, until it holds everything up to its goal. */
export const feedCopy = async <Change>(
  projection: Projection<Change>,
  copy: ReadModelCopy<Change>,
  { around, goal, progress }: Feeding,
): Promise<void> => {
  let position = (await standing(projection, copy, around.logId)) ?? 0n;
  if (position >= goal()) return;
  for await (const batch of around.store.subscribe(position, around.signal)) {
    const end = goal();
    const events = batch.events.filter((event) => event.position <= end);
    await writeEvents(projection, copy, { events, around });
    position = events.at(-1)?.position ?? position;
    progress(position, end);
    if (position >= end || batch.caughtUp) break;
  }
};

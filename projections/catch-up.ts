import type { Generation } from '../src/ports/read-model.ts';
import type { Projection } from './projection.ts';
import { type ProjectorContext, initialiseCheckpoint, applyEvents } from './apply-events.ts';

type Feeding = {
  readonly context: ProjectorContext;
  /** The position the copy is to hold; asked anew, since the log may grow meanwhile. */
  readonly goal: () => bigint;
  readonly progress: (position: bigint, goal: bigint) => void;
};

/** Feeds one copy from the log, from wherever it stands, until it holds everything up to its goal. */
export const catchUp = async <Change>(
  projection: Projection<Change>,
  copy: Generation<Change>,
  { context, goal, progress }: Feeding,
): Promise<void> => {
  let position = (await initialiseCheckpoint(projection, copy, context.logId)) ?? 0n;
  if (position >= goal()) return;
  for await (const batch of context.store.subscribe(position, context.signal)) {
    const end = goal();
    const events = batch.events.filter((event) => event.position <= end);
    await applyEvents(projection, copy, { events, context });
    position = events.at(-1)?.position ?? position;
    progress(position, end);
    if (position >= end || batch.caughtUp) break;
  }
};

import type { ReadProgress } from '../src/ports/event-store.ts';
import type { Generation } from '../src/ports/read-model.ts';
import { applyEvents, initialiseCheckpoint, type ProjectorContext } from './apply-events.ts';
import type { Projection } from './projection.ts';
import { readChanges } from './read-changes.ts';

type Options = {
  readonly context: ProjectorContext;
  /** The position to reach; read again after each batch, since the log may grow meanwhile. */
  readonly goal: () => bigint;
  readonly progress: (progress: ReadProgress) => void;
};

/** Projects the log into a generation, from its checkpoint up to the goal. */
export const catchUp = async <Change>(
  projection: Projection<Change>,
  generation: Generation<Change>,
  { context, goal, progress }: Options,
): Promise<void> => {
  let after = await initialiseCheckpoint(projection, generation, context.logId);
  let read = 0;
  if ((after ?? 0n) >= goal()) return;
  for await (const batch of readChanges(projection, after ?? 0n, context)) {
    const end = goal();
    const events = batch.events.filter((event) => event.position <= end);
    await applyEvents(projection, generation, { events, after, context });
    after = events.at(-1)?.position ?? after;
    const position = after ?? 0n;
    read += events.length;
    progress({ position, goal: end, events: read });
    if (position >= end || batch.caughtUp) break;
  }
};

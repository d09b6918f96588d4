import { setTimeout } from 'node:timers/promises';

/** Milliseconds between two looks for uploads whose process is dead. */
const every = 10_000;

type Context = {
  readonly isLeader: () => boolean;
  readonly signal: AbortSignal;
  readonly failed: (error: unknown) => void;
};

/** Looks at once and then every 10 s, while this process is the one that projects, until the signal aborts. */
export const watchUploads = async (
  look: () => Promise<unknown>,
  { isLeader, signal, failed }: Context,
): Promise<void> => {
  while (!signal.aborted) {
    if (isLeader()) await look().catch(failed);
    await setTimeout(every, undefined, { signal }).catch(() => undefined);
  }
};

type Bounds = {
  /** The functions that run at a time. */
  readonly atOnce: number;
  /** The functions that may wait, at most. */
  readonly waiting: number;
  /** The error for a function that would be one too many. */
  readonly onFull: () => Error;
};

/**
 * Runs a function now, or after those that wait already. Rejects with `onFull()` at once if too many wait, and with the signal's reason if the
 * signal is aborted before the function has begun: its place is free then.
 */
export type BoundedQueue = <Result>(work: () => Promise<Result>, signal?: AbortSignal) => Promise<Result>;

export const boundedQueue = ({ atOnce, waiting, onFull }: Bounds): BoundedQueue => {
  const starts = new Set<() => void>();
  let running = 0;

  /** Hands the place of a finished function to the one that has waited longest. */
  const next = () => {
    const [start] = starts;
    if (!start) {
      running -= 1;
      return;
    }
    starts.delete(start);
    start();
  };

  return async (work, signal) => {
    signal?.throwIfAborted();
    if (running < atOnce) running += 1;
    else if (starts.size < waiting) await startIn(starts, signal);
    else throw onFull();
    try {
      return await work();
    } finally {
      next();
    }
  };
};

/** Resolves when a function that it adds to `starts` is called; rejects, and removes the function, if the signal is aborted before. */
const startIn = (starts: Set<() => void>, signal: AbortSignal | undefined): Promise<void> =>
  new Promise((resolve, reject) => {
    const leave = () => {
      starts.delete(start);
      reject(signal?.reason as Error);
    };
    const start = () => {
      signal?.removeEventListener('abort', leave);
      resolve();
    };
    starts.add(start);
    signal?.addEventListener('abort', leave, { once: true });
  });

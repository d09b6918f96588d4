type Bounds = {
  readonly concurrency: number;
  readonly maxWaiting: number;
  readonly onFull: () => Error;
};

/**
 * A FIFO queue with limits. Rejects with `onFull()` at once if too many functions wait, and with the signal's reason if the signal is aborted before the function
 * has started: it then leaves the queue.
 */
export type BoundedQueue = <Result>(work: () => Promise<Result>, signal?: AbortSignal) => Promise<Result>;

export const boundedQueue = ({ concurrency, maxWaiting, onFull }: Bounds): BoundedQueue => {
  const queue = new Set<() => void>();
  let running = 0;

  /** Starts the oldest waiting function when one has finished. */
  const startNext = () => {
    const [start] = queue;
    if (!start) {
      running -= 1;
      return;
    }
    queue.delete(start);
    start();
  };

  return async (work, signal) => {
    signal?.throwIfAborted();
    if (running < concurrency) running += 1;
    else if (queue.size < maxWaiting) await startIn(queue, signal);
    else throw onFull();
    try {
      return await work();
    } finally {
      startNext();
    }
  };
};

/** Resolves when a function that it adds to `starts` is called; rejects, and removes the function, if the signal is aborted before. */
const startIn = (queue: Set<() => void>, signal: AbortSignal | undefined): Promise<void> =>
  new Promise((resolve, reject) => {
    const leave = () => {
      queue.delete(start);
      reject(signal?.reason as Error);
    };
    const start = () => {
      signal?.removeEventListener('abort', leave);
      resolve();
    };
    queue.add(start);
    signal?.addEventListener('abort', leave, { once: true });
  });

type Waiter = { readonly position: bigint; readonly settle: (status: 'reached' | 'stalled') => void };

/** How long callers wait for a projection whose store is known to fail. */
const failingTimeoutMs = 2_000;

/**
 * Callers that wait until a projection reaches a position; all of them are stalled after `timeoutMs` without progress, and after 2 s while the
 * projection's store fails.
 */
export const positionWaiters = (timeoutMs: number) => {
  let waiting: Waiter[] = [];
  let position = -1n;
  let isClosed = false;
  let isFailing = false;
  const stallAll = () => {
    const stalled = waiting;
    waiting = [];
    for (const { settle } of stalled) settle('stalled');
  };
  const stall = stallTimer(() => (isFailing ? failingTimeoutMs : timeoutMs), stallAll);

  return {
    /** The projection holds everything up to this position. */
    progress: (reached: bigint) => {
      // An empty batch of the log is no progress.
      if (reached > position) stall.postpone();
      position = reached;
      const done = waiting.filter((waiter) => waiter.position <= reached);
      waiting = waiting.filter((waiter) => waiter.position > reached);
      for (const { settle } of done) settle('reached');
      if (waiting.length === 0) stall.stop();
    },
    wait: (wanted: bigint): Promise<'reached' | 'stalled'> =>
      new Promise((settle) => {
        if (wanted <= position) {
          settle('reached');
          return;
        }
        if (isClosed) {
          settle('stalled');
          return;
        }
        // The timeout begins with the first waiter: the time before it is idle.
        if (waiting.length === 0) stall.postpone();
        waiting.push({ position: wanted, settle });
        stall.start();
      }),
    /** There will be no more progress: everybody who waits, now or later, is stalled at once. */
    close: () => {
      isClosed = true;
      stall.stop();
      stallAll();
    },
    /** Whether the store of the projection fails; the 2 s begin with the first failure. */
    setFailing: (failing: boolean) => {
      if (failing === isFailing) return;
      isFailing = failing;
      stall.stop();
      stall.postpone();
      if (waiting.length > 0) stall.start();
    },
    hasWaiters: () => waiting.length > 0,
    position: () => position,
  };
};

/** Calls `onStall` once `timeoutMs` have passed since the last `postpone`, while started. */
const stallTimer = (timeoutMs: () => number, onStall: () => void) => {
  let postponedAt = Date.now();
  let timer: NodeJS.Timeout | undefined;
  const start = () => {
    timer ??= setTimeout(onTimer, Math.max(1, postponedAt + timeoutMs() - Date.now()));
  };
  const onTimer = () => {
    timer = undefined;
    if (Date.now() - postponedAt < timeoutMs()) start();
    else onStall();
  };
  return {
    start,
    postpone: () => {
      postponedAt = Date.now();
    },
    stop: () => {
      clearTimeout(timer);
      timer = undefined;
    },
  };
};

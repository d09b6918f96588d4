type Waiter = { readonly position: bigint; readonly settle: (status: 'reached' | 'stalled') => void };

/** Callers that wait until a projection reaches a position; all of them are stalled after `timeoutMs` without progress. */
export const positionWaiters = (timeoutMs: number) => {
  let waiting: Waiter[] = [];
  let position = -1n;
  let progressAt = Date.now();
  let timer: NodeJS.Timeout | undefined;

  const startTimer = () => {
    timer ??= setTimeout(onTimer, Math.max(1, progressAt + timeoutMs - Date.now()));
  };
  const onTimer = () => {
    timer = undefined;
    if (Date.now() - progressAt < timeoutMs) {
      if (waiting.length > 0) startTimer();
      return;
    }
    const stalled = waiting;
    waiting = [];
    for (const { settle } of stalled) settle('stalled');
  };

  return {
    /** The projection holds everything up to this position. */
    progress: (reached: bigint) => {
      // An empty batch of the log is no progress.
      if (reached > position) progressAt = Date.now();
      position = reached;
      const done = waiting.filter((waiter) => waiter.position <= reached);
      waiting = waiting.filter((waiter) => waiter.position > reached);
      for (const { settle } of done) settle('reached');
      if (waiting.length === 0) {
        clearTimeout(timer);
        timer = undefined;
      }
    },
    wait: (wanted: bigint): Promise<'reached' | 'stalled'> =>
      new Promise((settle) => {
        if (wanted <= position) {
          settle('reached');
          return;
        }
        // The timeout begins with the first waiter: the time before it is idle.
        if (waiting.length === 0) progressAt = Date.now();
        waiting.push({ position: wanted, settle });
        startTimer();
      }),
    hasWaiters: () => waiting.length > 0,
    position: () => position,
  };
};

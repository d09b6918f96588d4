type Waiter = { readonly position: bigint; readonly settle: (status: 'reached' | 'stalled') => void };

/** Whoever waits for a projection to hold a position; all of them give up when it has made no progress for `patience` milliseconds. */
export const positionWaiters = (timeoutMs: number) => {
  let waiting: Waiter[] = [];
  let position = -1n;
  let progressAt = Date.now();
  let timer: NodeJS.Timeout | undefined;

  const watch = () => {
    timer ??= setTimeout(
      () => {
        timer = undefined;
        if (Date.now() - progressAt >= timeoutMs) {
          const stalled = waiting;
          waiting = [];
          for (const { settle } of stalled) settle('stalled');
        } else if (waiting.length > 0) watch();
      },
      Math.max(1, progressAt + timeoutMs - Date.now()),
    );
  };

  return {
    /** The projection holds everything up to here now. */
    progress: (reached: bigint) => {
      // Hearing that the log holds nothing new brings nobody nearer to what they wait for.
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
        // Idle time is no lack of progress: patience begins when somebody waits.
        if (waiting.length === 0) progressAt = Date.now();
        waiting.push({ position: wanted, settle });
        watch();
      }),
    anybody: () => waiting.length > 0,
    position: () => position,
  };
};

type WaitStatus = 'reached' | 'stalled';
type Waiter = { readonly position: bigint; readonly settle: (status: WaitStatus) => void };

/** How long callers wait for a projection whose store is known to fail. */
const failingTimeoutMs = 2_000;

/**
 * Callers that wait until a projection reaches a position; all of them are stalled after `timeoutMs` without progress, and after 2 s while the
 * projection's store fails.
 */
export const positionWaiters = (timeoutMs: number) => {
  const callers = waitingCallers();
  let position = -1n;
  let isClosed = false;
  let isFailing = false;
  const stall = stallTimer(() => (isFailing ? failingTimeoutMs : timeoutMs), callers.stallAll);

  return {
    /** The projection holds everything up to this position. */
    progress: (reached: bigint) => {
      // An empty batch of the log is no progress.
      if (reached > position) stall.postpone();
      position = reached;
      callers.settleUpTo(reached);
      if (!callers.areWaiting()) stall.stop();
    },
    wait: (wanted: bigint): Promise<WaitStatus> => {
      if (wanted <= position) return Promise.resolve('reached');
      if (isClosed) return Promise.resolve('stalled');
      // The timeout begins with the first waiter: the time before it is idle.
      if (!callers.areWaiting()) stall.postpone();
      stall.start();
      return callers.add(wanted);
    },
    /** There will be no more progress: everybody who waits, now or later, is stalled at once. */
    close: () => {
      isClosed = true;
      stall.stop();
      callers.stallAll();
    },
    /** Whether the store of the projection fails; the 2 s begin with the first failure. */
    setFailing: (failing: boolean) => {
      if (failing === isFailing) return;
      isFailing = failing;
      stall.stop();
      stall.postpone();
      if (callers.areWaiting()) stall.start();
    },
    hasWaiters: callers.areWaiting,
    position: () => position,
  };
};

/** The callers with the positions that they wait for. */
const waitingCallers = () => {
  let waiting: Waiter[] = [];
  return {
    areWaiting: () => waiting.length > 0,
    /** Resolves when the position is reached or everybody is stalled. */
    add: (position: bigint) => new Promise<WaitStatus>((settle) => waiting.push({ position, settle })),
    settleUpTo: (reached: bigint) => {
      const done = waiting.filter(({ position }) => position <= reached);
      waiting = waiting.filter(({ position }) => position > reached);
      for (const { settle } of done) settle('reached');
    },
    stallAll: () => {
      const stalled = waiting;
      waiting = [];
      for (const { settle } of stalled) settle('stalled');
    },
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

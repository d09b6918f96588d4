/** Resolves like `work`; rejects with `onTimeout()` when that takes longer than `timeoutMs`. The work itself is not cancelled. */
export const withTimeout = async <Result>(
  work: Promise<Result>,
  timeoutMs: number,
  onTimeout: () => Error,
): Promise<Result> => {
  const { promise: timedOut, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(onTimeout()), timeoutMs);
  try {
    return await Promise.race([work, timedOut]);
  } finally {
    clearTimeout(timer);
  }
};

type ShortTimeout = {
  /** Whether an error means that the other side is away. */
  readonly isAway: (error: unknown) => boolean;
  readonly onTimeout: () => Error;
  /** A monotonic clock in ms. */
  readonly now?: () => number;
};

/** What has failed this long ago is tried again with its own time-out. */
const relevantMs = 10_000;
const knownToBeAwayMs = 1_500;

/**
 * Returns a function that resolves like work, which is given up after 1.5 s if other work has failed in the last 10 s. Work that was given up does not
 * count as failed, so that a slow server is not taken for one that is away for ever.
 */
export const shortTimeoutAfterFailure = ({ isAway, onTimeout, now = () => performance.now() }: ShortTimeout) => {
  let failedAt = -Infinity;
  return async <Result>(work: Promise<Result>): Promise<Result> => {
    const givenUp: Error[] = [];
    const giveUp = () => {
      const error = onTimeout();
      givenUp.push(error);
      return error;
    };
    try {
      const result = await (now() - failedAt < relevantMs ? withTimeout(work, knownToBeAwayMs, giveUp) : work);
      failedAt = -Infinity;
      return result;
    } catch (error) {
      if (isAway(error) && givenUp.length === 0) failedAt = now();
      throw error;
    }
  };
};

/** In ms. A server on a machine that is merely loaded answers within the first; the second is for one that has not, and has not answered since. */
const probeTimeoutsMs = { usual: 4_000, unanswered: 1_000 };

/**
 * Returns a function that resolves like a probe of a server; rejects with `onTimeout(seconds)` after 4 s, and after 1 s once a probe has taken longer, until
 * one is answered. An answer that comes too late counts: the server is busy then, not frozen.
 */
export const probeLimit = (onTimeout: (seconds: number) => Error) => {
  let isUnanswered = false;
  return async <Result>(probe: Promise<Result>): Promise<Result> => {
    const answered = () => {
      isUnanswered = false;
    };
    probe.then(answered, answered);
    const timeoutMs = isUnanswered ? probeTimeoutsMs.unanswered : probeTimeoutsMs.usual;
    return withTimeout(probe, timeoutMs, () => {
      isUnanswered = true;
      return onTimeout(timeoutMs / 1_000);
    });
  };
};

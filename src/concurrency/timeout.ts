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

const gone = Symbol('aborted');

/** Resolves like `work`, or as soon as the signal aborts before that with what `onAbort` returns or throws. The work itself is not cancelled, and nothing of it is awaited any more. */
export const unlessAborted = async <Result, Otherwise>(
  work: Promise<Result>,
  signal: AbortSignal,
  onAbort: () => Otherwise,
): Promise<Result | Otherwise> => {
  const { promise: aborted, resolve } = Promise.withResolvers<typeof gone>();
  const abort = () => resolve(gone);
  signal.addEventListener('abort', abort, { once: true });
  if (signal.aborted) abort();
  try {
    const result = await Promise.race([work, aborted]);
    return result === gone ? onAbort() : result;
  } finally {
    signal.removeEventListener('abort', abort);
  }
};

type ShortTimeout = {
  /** Whether an error means that the server cannot be reached. */
  readonly isUnreachable: (error: unknown) => boolean;
  readonly onTimeout: () => Error;
  /** A monotonic clock in ms. */
  readonly now?: () => number;
};

/** After this time without a failure, the caller's own time-out applies again. */
const failureWindowMs = 10_000;
const shortTimeoutMs = 1_500;

/**
 * Returns a function that resolves like `work`, but rejects after 1.5 s if other work has failed in the last 10 s. Such time-outs do not count as failures, so
 * that a slow server is not taken for an unreachable one for ever.
 */
export const shortTimeoutAfterFailure = ({ isUnreachable, onTimeout, now = () => performance.now() }: ShortTimeout) => {
  let failedAt = -Infinity;
  return async <Result>(work: Promise<Result>): Promise<Result> => {
    const timeouts: Error[] = [];
    const timeOut = () => {
      const error = onTimeout();
      timeouts.push(error);
      return error;
    };
    try {
      const result = await (now() - failedAt < failureWindowMs ? withTimeout(work, shortTimeoutMs, timeOut) : work);
      failedAt = -Infinity;
      return result;
    } catch (error) {
      if (isUnreachable(error) && timeouts.length === 0) failedAt = now();
      throw error;
    }
  };
};

/** In ms. A server on a loaded machine answers within the first; the second applies after a probe without an answer. */
const probeTimeoutsMs = { usual: 4_000, unanswered: 1_000 };

/**
 * Returns a function that resolves like a probe of a server; rejects with `onTimeout(seconds)` after 4 s, and after 1 s once a probe has taken longer, until
 * one is answered. A late answer counts: the server is busy, not frozen.
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

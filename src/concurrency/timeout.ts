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

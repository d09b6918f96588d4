/** The result of a call that has not worked. */
export const idle = Symbol('idle');

/**
 * Limits work to a share of the time (`ratio`, between 0 and 1): after each run, calls do nothing and resolve to `idle` until the work has idled for the rest of its
 * cycle; so do calls during a run. A run that throws is not counted.
 */
export const dutyCycle = <Result>(
  ratio: number,
  work: () => Promise<Result>,
  now: () => number = () => performance.now(),
): (() => Promise<Result | typeof idle>) => {
  let idleUntil = Number.NEGATIVE_INFINITY;
  let isRunning = false;
  return async () => {
    const startedAt = now();
    if (isRunning || startedAt < idleUntil) return idle;
    isRunning = true;
    try {
      const result = await work();
      const endedAt = now();
      idleUntil = endedAt + (endedAt - startedAt) * (1 / ratio - 1);
      return result;
    } finally {
      isRunning = false;
    }
  };
};

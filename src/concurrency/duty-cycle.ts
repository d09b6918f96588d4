/**
 * Limits work to a share of the time (`ratio`, between 0 and 1): after each run, calls do nothing until the work has idled for the rest of its cycle. A run that
 * throws is not counted.
 */
export const dutyCycle = (
  ratio: number,
  work: () => Promise<unknown>,
  now: () => number = () => performance.now(),
): (() => Promise<void>) => {
  let idleUntil = Number.NEGATIVE_INFINITY;
  return async () => {
    const startedAt = now();
    if (startedAt < idleUntil) return;
    await work();
    const endedAt = now();
    idleUntil = endedAt + (endedAt - startedAt) * (1 / ratio - 1);
  };
};

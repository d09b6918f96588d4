/**
 * Work that may take no more than a share of the time, between 0 and 1: a call does nothing until the last one that worked has been over for long enough.
 * A call that throws is not counted.
 */
export const shareOfTime = (
  share: number,
  work: () => Promise<unknown>,
  now: () => number = () => performance.now(),
): (() => Promise<void>) => {
  let restsUntil = Number.NEGATIVE_INFINITY;
  return async () => {
    const began = now();
    if (began < restsUntil) return;
    await work();
    const ended = now();
    restsUntil = ended + (ended - began) * (1 / share - 1);
  };
};

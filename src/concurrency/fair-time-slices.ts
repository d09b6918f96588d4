import { roundRobinQueue } from './round-robin-queue.ts';

/** Longest time in ms that a loop keeps the event loop waiting. */
const sliceMs = 4;

/** To be called in a long loop before each step: returns undefined, with nothing to await, while the loop may continue, else a promise of its next time slice. */
export type YieldIfDue = () => Promise<void> | undefined;

/**
 * Shares the time of a thread between tenants. Between two passes of the event loop one loop runs for about 4 ms; the tenants take turns, and all loops
 * of a tenant share its turns.
 */
export const fairTimeSlices = (now: () => number = () => performance.now()) => {
  const waiting = roundRobinQueue<() => void>();
  let running: YieldIfDue | undefined;
  let sliceEnd = 0;
  let isScheduled = false;
  const scheduleNext = (): void => {
    if (isScheduled || waiting.isEmpty()) return;
    isScheduled = true;
    setImmediate(() => {
      isScheduled = false;
      waiting.take()?.();
      scheduleNext();
    });
  };
  return {
    /** The function of one upload or preview of a tenant. */
    of: (tenantId: string): YieldIfDue => {
      const yieldIfDue: YieldIfDue = () => {
        if (running === yieldIfDue && now() < sliceEnd) return undefined;
        return new Promise((resolve) => {
          waiting.add(tenantId, () => {
            running = yieldIfDue;
            sliceEnd = now() + sliceMs;
            resolve();
          });
          scheduleNext();
        });
      };
      return yieldIfDue;
    },
  };
};

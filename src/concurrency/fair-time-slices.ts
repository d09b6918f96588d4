import { roundRobinQueue } from './round-robin-queue.ts';

/** Longest time in ms that a loop keeps the event loop waiting. */
const sliceMs = 4;

/** To be called in a long loop before each step: returns undefined, with nothing to await, while the loop may continue, else a promise of its next time slice. */
export type YieldIfDue = () => Promise<void> | undefined;

/**
 * Shares the time of a thread between tenants. Between two passes of the event loop one loop runs for about 4 ms; next comes the tenant that has used the
 * least time, so that one whose steps take longer gets fewer of them, and all loops of a tenant share its turns.
 */
export const fairTimeSlices = (now: () => number = () => performance.now()) => {
  const waiting = roundRobinQueue<() => void>();
  const time = usedTime();
  let running: YieldIfDue | undefined;
  let sliceEnd = 0;
  let isScheduled = false;
  const scheduleNext = (): void => {
    if (isScheduled || waiting.isEmpty()) return;
    isScheduled = true;
    setImmediate(() => {
      isScheduled = false;
      waiting.take(time.of)?.();
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
            const start = now();
            sliceEnd = start + sliceMs;
            const account = time.start(tenantId);
            // After the step, or as soon as it waits for something else.
            setImmediate(() => account(now() - start));
            resolve();
          });
          scheduleNext();
        });
      };
      return yieldIfDue;
    },
  };
};

/** The time in ms that each tenant has used. One that has not run for a while counts as if it had used as much as the one that ran last, and no less. */
const usedTime = () => {
  const used = new Map<string, number>();
  let floor = 0;
  const of = (tenantId: string): number => Math.max(used.get(tenantId) ?? 0, floor);
  return {
    of,
    /** To be called when a tenant's turn begins; returns the function that adds what it has used. */
    start: (tenantId: string): ((ms: number) => void) => {
      floor = of(tenantId);
      for (const [tenant, ms] of used) if (ms <= floor) used.delete(tenant);
      return (ms) => used.set(tenantId, of(tenantId) + ms);
    },
  };
};

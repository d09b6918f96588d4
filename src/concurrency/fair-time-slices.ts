import { roundRobinQueue } from './round-robin-queue.ts';
import type { Schedule } from './urgent-work.ts';

/** The longest time in ms that a loop blocks the event loop. */
const longestSliceMs = 4;

/** Called before each step of a long loop: returns undefined while the loop may continue, else a promise of its next time slice. */
export type YieldIfDue = () => Promise<void> | undefined;

/**
 * Fair scheduling of a thread's time between tenants: in each turn of the event loop one loop runs for about 4 ms, or `sliceMs`, of the tenant that has used the least time. All
 * loops of a tenant share its time. `schedule` may let more urgent work go first.
 */
export const fairTimeSlices = (
  now: () => number = () => performance.now(),
  sliceMs = longestSliceMs,
  schedule: Schedule = setImmediate,
) => {
  const waiting = roundRobinQueue<() => void>();
  const time = usedTime();
  let running: YieldIfDue | undefined;
  let sliceEnd = 0;
  let isScheduled = false;
  const scheduleNext = (): void => {
    if (isScheduled || waiting.isEmpty()) return;
    isScheduled = true;
    schedule(() => {
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

/** The time in ms that each tenant has used, at least that of the tenant that ran last: an idle tenant accumulates no credit. */
export const usedTime = () => {
  const used = new Map<string, number>();
  let floor = 0;
  const of = (tenantId: string): number => Math.max(used.get(tenantId) ?? 0, floor);
  return {
    of,
    /** Called when a tenant's slice begins; returns the function that adds its time. */
    start: (tenantId: string): ((ms: number) => void) => {
      floor = of(tenantId);
      for (const [tenant, ms] of used) if (ms <= floor) used.delete(tenant);
      return (ms) => used.set(tenantId, of(tenantId) + ms);
    },
  };
};

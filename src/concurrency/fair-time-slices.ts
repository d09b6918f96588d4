import type { Rank } from './round-robin-queue.ts';
import type { Schedule } from './urgent-work.ts';
import { type Holder, waitingHolders } from './waiting-holders.ts';

/** The longest time in ms that a loop blocks the event loop. */
const longestSliceMs = 4;

/** Called before each step of a long loop: returns undefined while the loop may continue, else a promise of its next time slice. */
export type YieldIfDue = () => Promise<void> | undefined;

/**
 * Fair scheduling of a thread's time: in each turn of the event loop one loop runs for about 4 ms, or `sliceMs`, of the customer that has used the least time, and in it of such a
 * tenant. All loops of a tenant share its time, and all tenants of a customer that of one. `schedule` may let more urgent work go first.
 */
export const fairTimeSlices = (
  now: () => number = () => performance.now(),
  sliceMs = longestSliceMs,
  schedule: Schedule = setImmediate,
) => slices({ now, sliceMs, schedule, isShared: false });

/** The same for short loops: as many run in a turn as pause within a slice, since a turn costs as much as one of them. */
export const sharedTimeSlices = (now = () => performance.now()) =>
  slices({ now, sliceMs: longestSliceMs, schedule: setImmediate, isShared: true });

type How = {
  readonly now: () => number;
  readonly sliceMs: number;
  readonly schedule: Schedule;
  readonly isShared: boolean;
};

const slices = ({ now, sliceMs, schedule, isShared }: How) => {
  const waiting = waitingHolders();
  const time = timeOfHolders();
  let running: YieldIfDue | undefined;
  let sliceEnd = 0;
  let isScheduled = false;
  const runNext = (): void => {
    waiting.take(time.rankOf)?.();
    afterMicrotasks(() => {
      isScheduled = isShared && !waiting.isEmpty() && now() < sliceEnd;
      (isScheduled ? runNext : scheduleNext)();
    });
  };
  const scheduleNext = (): void => {
    if (isScheduled || waiting.isEmpty()) return;
    isScheduled = true;
    schedule(() => {
      sliceEnd = now() + sliceMs;
      runNext();
    });
  };
  const inTurn = (yieldIfDue: YieldIfDue, holder: Holder): Promise<void> =>
    new Promise((resolve) => {
      waiting.add(holder, () => {
        running = yieldIfDue;
        const [start, account] = [now(), time.start(holder)];
        resolve();
        afterMicrotasks(() => account(now() - start));
      });
      scheduleNext();
    });
  return {
    /** The function of one upload, preview or search of a tenant, which is its own customer if none is named. */
    of: (tenantId: string, customer = tenantId): YieldIfDue => {
      const holder = { tenantId, customer };
      const yieldIfDue: YieldIfDue = () =>
        running === yieldIfDue && now() < sliceEnd ? undefined : inTurn(yieldIfDue, holder);
      return yieldIfDue;
    },
  };
};

type Used = Readonly<Record<'customers' | 'tenants', Pick<ReturnType<typeof usedTime>, 'start'>>>;

/** Called when a holder begins to use time; returns the function that adds its ms, for its customer and its tenant. */
export const startTime = ({ customers, tenants }: Used, { customer, tenantId }: Holder): ((ms: number) => void) => {
  const accounts = [customers.start(customer), tenants.start(tenantId)];
  return (ms) => {
    for (const account of accounts) account(ms);
  };
};

/** The time in ms that customers have used, and their tenants. */
const timeOfHolders = () => {
  const used = { customers: usedTime(), tenants: usedTime() };
  return {
    rankOf: ({ customer, tenantId }: Holder): Rank => [used.customers.of(customer), used.tenants.of(tenantId)],
    start: (holder: Holder) => startTime(used, holder),
  };
};

/** Calls back when everything that can go on now has gone on: a loop that was resumed has paused, or waits for something else. */
const afterMicrotasks = (next: () => void): void => queueMicrotask(() => process.nextTick(next));

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

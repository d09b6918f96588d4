import type { usedTime } from './fair-time-slices.ts';
import { roundRobinQueue } from './round-robin-queue.ts';

/**
 * Gives the slot of running work to a waiting tenant that has fewer; returns undefined if there is none, else a promise
 * of the next slot.
 */
export type YieldSlot = () => Promise<void> | undefined;

/** Whether a tenant with fewer slots waits for the one of running work. */
export type IsWanted = () => boolean;

/** Runs work of a tenant now or, while the maximum is running, later. */
export type FairLimit = <Result>(
  tenantId: string,
  work: (yieldSlot: YieldSlot, isWanted: IsWanted) => Promise<Result>,
) => Promise<Result>;

/** For how long each tenant has had slots. */
type UsedTime = Pick<ReturnType<typeof usedTime>, 'of' | 'start'>;

const notCounted: UsedTime = { of: () => 0, start: () => () => undefined };

/**
 * Returns a function that runs at most `max` calls at a time, and at most `maxOfTenant` of one tenant
 * (integers of at least 1). A free slot goes to the waiting tenant that has the fewest; tenants with equally many take
 * turns, or the one with the least `used` time goes first.
 */
export const fairLimit = (max: number, maxOfTenant = max, used = notCounted): FairLimit => {
  const { enter, leave, yieldSlot, isWanted } = fairSlots(max, maxOfTenant, used);
  return async (tenantId, work) => {
    await enter(tenantId);
    const [start, add] = [performance.now(), used.start(tenantId)];
    try {
      return await work(
        () => yieldSlot(tenantId),
        () => isWanted(tenantId),
      );
    } finally {
      add(performance.now() - start);
      leave(tenantId);
    }
  };
};

/** In ms, longer than any time that a tenant uses. */
const aSlot = 2 ** 45;

const fairSlots = (max: number, maxOfTenant: number, used: UsedTime) => {
  const waiting = roundRobinQueue<() => void>();
  const slots = new Map<string, number>();
  let taken = 0;
  const slotsOf = (tenantId: string) => slots.get(tenantId) ?? 0;
  const change = (tenantId: string, by: 1 | -1): void => {
    taken += by;
    slots.set(tenantId, slotsOf(tenantId) + by);
    if (slotsOf(tenantId) === 0) slots.delete(tenantId);
  };
  const mayEnter = (tenantId: string): boolean => taken < max && slotsOf(tenantId) < maxOfTenant;
  const fill = (): void => {
    // The tenant that is taken is the one with the fewest slots.
    while ([...waiting.keys()].some(mayEnter)) waiting.take((key) => slotsOf(key) * aSlot + used.of(key))?.();
  };
  const wait = (tenantId: string, add: typeof waiting.add): Promise<void> => {
    const { promise, resolve } = Promise.withResolvers<undefined>();
    add(tenantId, () => {
      change(tenantId, 1);
      resolve(undefined);
    });
    fill();
    return promise;
  };
  const leave = (tenantId: string): void => {
    change(tenantId, -1);
    fill();
  };
  const isWanted = (tenantId: string): boolean =>
    [...waiting.keys()].some((other) => slotsOf(other) < slotsOf(tenantId));
  return {
    enter: (tenantId: string) => wait(tenantId, waiting.add),
    leave,
    isWanted,
    yieldSlot: (tenantId: string): Promise<void> | undefined => {
      if (!isWanted(tenantId)) return undefined;
      leave(tenantId);
      return wait(tenantId, waiting.addFirst);
    },
  };
};

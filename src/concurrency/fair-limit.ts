import { roundRobinQueue } from './round-robin-queue.ts';

/**
 * Gives the slot of running work to a waiting tenant that has fewer; returns undefined if there is none, else a promise
 * of the next slot.
 */
export type YieldSlot = () => Promise<void> | undefined;

/** Runs work of a tenant now or, while the maximum is running, later. */
export type FairLimit = <Result>(tenantId: string, work: (yieldSlot: YieldSlot) => Promise<Result>) => Promise<Result>;

/**
 * Returns a function that runs at most `max` calls at a time, and at most `maxOfTenant` of one tenant
 * (integers of at least 1). A free slot goes to the waiting tenant that has the fewest; tenants with equally many take
 * turns.
 */
export const fairLimit = (max: number, maxOfTenant = max): FairLimit => {
  const { enter, leave, yieldSlot } = fairSlots(max, maxOfTenant);
  return async (tenantId, work) => {
    await enter(tenantId);
    try {
      return await work(() => yieldSlot(tenantId));
    } finally {
      leave(tenantId);
    }
  };
};

const fairSlots = (max: number, maxOfTenant: number) => {
  const waiting = roundRobinQueue<() => void>();
  const slots = new Map<string, number>();
  let taken = 0;
  const slotsOf = (tenantId: string) => slots.get(tenantId) ?? 0;
  const change = (tenantId: string, by: 1 | -1): void => {
    taken += by;
    const now = slotsOf(tenantId) + by;
    if (now === 0) slots.delete(tenantId);
    else slots.set(tenantId, now);
  };
  const mayEnter = (tenantId: string): boolean => taken < max && slotsOf(tenantId) < maxOfTenant;
  const fill = (): void => {
    // The tenant that is taken is the one with the fewest slots.
    while ([...waiting.keys()].some(mayEnter)) waiting.take(slotsOf)?.();
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
  return {
    enter: (tenantId: string) => wait(tenantId, waiting.add),
    leave,
    yieldSlot: (tenantId: string): Promise<void> | undefined => {
      if (![...waiting.keys()].some((other) => slotsOf(other) < slotsOf(tenantId))) return undefined;
      leave(tenantId);
      return wait(tenantId, waiting.addFirst);
    },
  };
};

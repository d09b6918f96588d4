import { roundRobinQueue } from './round-robin-queue.ts';

/** Gives the place of running work to a waiting tenant that has fewer; returns undefined if there is none, else a promise of the next place. */
export type YieldPlace = () => Promise<void> | undefined;

/** Runs work of a tenant now or, while the maximum is running, later. */
export type FairLimit = <Result>(
  tenantId: string,
  work: (yieldPlace: YieldPlace) => Promise<Result>,
) => Promise<Result>;

/**
 * Returns a function that runs at most `max` calls at a time, and at most `maxOfTenant` of one tenant (integers of at least 1). A free place goes
 * to the waiting tenant that has the fewest; tenants with equally many take turns.
 */
export const fairLimit = (max: number, maxOfTenant = max): FairLimit => {
  const { enter, leave, yieldPlace } = fairPlaces(max, maxOfTenant);
  return async (tenantId, work) => {
    await enter(tenantId);
    try {
      return await work(() => yieldPlace(tenantId));
    } finally {
      leave(tenantId);
    }
  };
};

const fairPlaces = (max: number, maxOfTenant: number) => {
  const waiting = roundRobinQueue<() => void>();
  const places = new Map<string, number>();
  let taken = 0;
  const placesOf = (tenantId: string) => places.get(tenantId) ?? 0;
  const change = (tenantId: string, by: 1 | -1): void => {
    taken += by;
    const now = placesOf(tenantId) + by;
    if (now === 0) places.delete(tenantId);
    else places.set(tenantId, now);
  };
  const mayEnter = (tenantId: string): boolean => taken < max && placesOf(tenantId) < maxOfTenant;
  const fill = (): void => {
    // The tenant that is taken is the one with the fewest places.
    while ([...waiting.keys()].some(mayEnter)) waiting.take(placesOf)?.();
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
    yieldPlace: (tenantId: string): Promise<void> | undefined => {
      if (![...waiting.keys()].some((other) => placesOf(other) < placesOf(tenantId))) return undefined;
      leave(tenantId);
      return wait(tenantId, waiting.addFirst);
    },
  };
};

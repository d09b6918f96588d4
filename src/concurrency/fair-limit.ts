import { startTime, type usedTime } from './fair-time-slices.ts';
import { lowest, type Rank } from './round-robin-queue.ts';
import { type Holder, waitingHolders } from './waiting-holders.ts';

/**
 * Gives the slot of running work to a waiting tenant that has fewer; returns undefined if there is none, else a promise
 * of the next slot.
 */
export type YieldSlot = () => Promise<void> | undefined;

/** Whether a tenant with fewer slots waits for the one of running work. */
export type IsWanted = () => boolean;

/**
 * Runs work of a tenant now or, while the maximum is running, later. `customer` is where it comes from; a tenant is its own without one. Rejects with the reason of the signal as
 * soon as it aborts before the work has begun, of which nothing is kept then. The work itself is not ended.
 */
export type FairLimit = <Result>(
  tenantId: string,
  work: (yieldSlot: YieldSlot, isWanted: IsWanted) => Promise<Result>,
  customer?: string,
  signal?: AbortSignal,
) => Promise<Result>;

/** For how long each tenant, or customer, has had slots. */
type UsedTime = Pick<ReturnType<typeof usedTime>, 'of' | 'start'>;

const notCounted: UsedTime = { of: () => 0, start: () => () => undefined };

type Options = {
  /** Of one customer: with fewer than all, others never wait for what it runs. */
  readonly maxOfCustomer?: number | undefined;
  /** Made once for tenants and once for customers; without it time does not count. */
  readonly countTime?: () => UsedTime;
};

/**
 * Returns a function that runs at most `max` calls at a time, and at most `maxOfTenant` of one tenant
 * (integers of at least 1). A free slot goes to the customer that has the fewest, or has used the least time if that is
 * counted, and in it so to a tenant: many accounts of one customer have the share of one. Equals take turns.
 */
export const fairLimit = (
  max: number,
  maxOfTenant = max,
  { maxOfCustomer = max, countTime = () => notCounted }: Options = {},
): FairLimit => {
  const shares = { customers: slotShares(countTime()), tenants: slotShares(countTime()) };
  const { enter, yieldSlot, leave, isWanted } = fairSlots(takenSlots({ max, maxOfTenant, maxOfCustomer }, shares));
  return async (tenantId, work, customer = tenantId, signal) => {
    const holder = { tenantId, customer };
    await enter(holder, signal);
    let count = counted(shares, holder);
    const yieldCounted = () => {
      if (!isWanted(holder)) return undefined;
      count();
      return yieldSlot(holder).then(() => void (count = counted(shares, holder)));
    };
    try {
      signal?.throwIfAborted();
      return await work(yieldCounted, () => isWanted(holder));
    } finally {
      count();
      leave(holder);
    }
  };
};

/** Begins to count the time of a slot; returns the function that adds it. */
const counted = (shares: Shares, holder: Holder): (() => void) => {
  const [start, add] = [performance.now(), startTime(shares, holder)];
  return () => add(performance.now() - start);
};

/** How many slots each tenant, or customer, has, and for how long. */
const slotShares = ({ of, start }: UsedTime) => {
  const slots = new Map<string, number>();
  const slotsOf = (key: string): number => slots.get(key) ?? 0;
  return {
    start,
    slotsOf,
    change: (key: string, by: 1 | -1): void => {
      slots.set(key, slotsOf(key) + by);
      if (slotsOf(key) === 0) slots.delete(key);
    },
    /** Whoever has the least comes first: the fewest slots, among equals the least time. */
    rank: (key: string): Rank => [slotsOf(key), of(key)],
  };
};

type Maxima = Readonly<Record<'max' | 'maxOfTenant' | 'maxOfCustomer', number>>;
type Shares = Readonly<Record<'customers' | 'tenants', ReturnType<typeof slotShares>>>;

/** The slots that are taken, and who is next. */
const takenSlots = ({ max, maxOfTenant, maxOfCustomer }: Maxima, { customers, tenants }: Shares) => {
  let taken = 0;
  const rankOf = ({ tenantId, customer }: Holder): Rank => [...customers.rank(customer), ...tenants.rank(tenantId)];
  return {
    change: ({ tenantId, customer }: Holder, by: 1 | -1): void => {
      taken += by;
      customers.change(customer, by);
      tenants.change(tenantId, by);
    },
    /** Of holders in the order of their turns; undefined if none may have a slot. */
    nextOf: (waiting: readonly Holder[]): Holder | undefined => {
      if (taken >= max) return undefined;
      const able = waiting.filter(
        ({ tenantId, customer }) =>
          tenants.slotsOf(tenantId) < maxOfTenant && customers.slotsOf(customer) < maxOfCustomer,
      );
      return lowest(able, rankOf);
    },
    hasFewer: (one: Holder, other: Holder): boolean => tenants.slotsOf(one.tenantId) < tenants.slotsOf(other.tenantId),
  };
};

const fairSlots = ({ change, nextOf, hasFewer }: ReturnType<typeof takenSlots>) => {
  const waiting = waitingHolders();
  const fill = (): void => {
    for (let next = nextOf(waiting.all()); next; next = nextOf(waiting.all())) waiting.takeOf(next)?.();
  };
  const wait = (holder: Holder, add: typeof waiting.add, signal?: AbortSignal): Promise<void> => {
    const { promise, resolve, reject } = Promise.withResolvers<undefined>();
    const giveUp = () => {
      waiting.remove(holder, begin);
      reject(signal?.reason as Error);
    };
    const begin = () => {
      signal?.removeEventListener('abort', giveUp);
      change(holder, 1);
      resolve(undefined);
    };
    signal?.throwIfAborted();
    signal?.addEventListener('abort', giveUp, { once: true });
    add(holder, begin);
    fill();
    return promise;
  };
  const leave = (holder: Holder): void => {
    change(holder, -1);
    fill();
  };
  const isWanted = (holder: Holder): boolean => waiting.all().some((other) => hasFewer(other, holder));
  return {
    enter: (holder: Holder, signal?: AbortSignal) => wait(holder, waiting.add, signal),
    leave,
    isWanted,
    /** Gives the slot away and waits for the next one. */
    yieldSlot: (holder: Holder): Promise<void> => {
      leave(holder);
      return wait(holder, waiting.addFirst);
    },
  };
};

import { type Rank, roundRobinQueue } from './round-robin-queue.ts';

/** Whose work it is: a tenant, and the customer that it comes from, all of whose accounts may be one person's. Neither has a line break. */
export type Holder = { readonly tenantId: string; readonly customer: string };

/** What waits, by tenant and customer. */
export const waitingHolders = () => {
  const { add, addFirst, remove, take, takeOf, keys, isEmpty } = roundRobinQueue<() => void>();
  return {
    isEmpty,
    add: (holder: Holder, begin: () => void): void => add(keyOf(holder), begin),
    addFirst: (holder: Holder, begin: () => void): void => addFirst(keyOf(holder), begin),
    remove: (holder: Holder, begin: () => void): void => remove(keyOf(holder), begin),
    takeOf: (holder: Holder) => takeOf(keyOf(holder)),
    /** Of the holder with the lowest rank; among equal ranks, of the one whose last turn is longest ago. */
    take: (rankOf: (holder: Holder) => Rank) => take((key) => rankOf(holderOf(key))),
    /** In the order of their turns. */
    all: (): readonly Holder[] => [...keys()].map(holderOf),
  };
};

const keyOf = ({ tenantId, customer }: Holder): string => `${customer}\n${tenantId}`;

const holderOf = (key: string): Holder => {
  const end = key.indexOf('\n');
  return { customer: key.slice(0, end), tenantId: key.slice(end + 1) };
};

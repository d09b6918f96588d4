import { setTimeout } from 'node:timers/promises';
import { abortableLimit, type Waiter } from './abortable-limit.ts';
import { restAfter } from './duty-cycle.ts';
import { usedTime } from './fair-time-slices.ts';

/** The share of the time in which a slot works while others wait for it: the rest of it is for what has no slot. */
const workingShare = 1 / 3;
/** A rest has an end: what took long may have waited for a network, and not worked. */
const longestRestMs = 75;

/** Waits so many milliseconds. */
export type Rest = (ms: number) => Promise<unknown>;

/** How much runs at a time: of all, of one tenant, and of one customer. */
export type Maxima = { readonly atOnce: number; readonly ofTenant: number; readonly ofCustomer?: number };

/** Runs work now or in the turn of whoever asks for it; a wait ends as that for an `AbortableLimit` does. */
export type RestingLimit = <Result>(waiter: Waiter, work: () => Promise<Result>) => Promise<Result>;

/** The limits of an `AbortableLimit` for work that takes a thread from all others: a slot is free only after a rest of twice the time that the work took. */
export const restingLimit = ({ atOnce, ofTenant, ofCustomer }: Maxima, rest: Rest = restFor): RestingLimit => {
  const limit = abortableLimit(atOnce, ofTenant, { maxOfCustomer: ofCustomer, countTime: usedTime });
  return (waiter, work) =>
    new Promise((resolve, reject) => {
      const inSlot = async () => {
        const start = performance.now();
        await work().then(resolve, reject);
        await rest(restOf(performance.now() - start));
      };
      limit(waiter, inSlot).catch(reject);
    });
};

/** The rest, in ms, after work that took so long. */
export const restOf = (workedMs: number): number => Math.min(restAfter(workedMs, workingShare), longestRestMs);

export const restFor: Rest = (ms) => setTimeout(ms, undefined, { ref: false });

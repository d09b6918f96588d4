import { roundRobinQueue } from '../concurrency/round-robin-queue.ts';
import type { UnprovenErasure } from '../ports/erasures.ts';

/** Returns a function that puts erasures into an order: the tenant whose last turn is longest ago comes next. */
export const tenantTurns = () => {
  const lastTurns = new Map<string, number>();
  let turn = 0;
  return (erasures: readonly UnprovenErasure[]): (() => UnprovenErasure | undefined) => {
    const queue = roundRobinQueue<UnprovenErasure>();
    for (const key of erasures) queue.add(key.tenantId, key);
    const waiting = new Set(queue.keys());
    for (const tenant of lastTurns.keys()) if (!waiting.has(tenant)) lastTurns.delete(tenant);
    return () => {
      const key = queue.take((tenant) => lastTurns.get(tenant) ?? 0);
      if (key) lastTurns.set(key.tenantId, (turn += 1));
      return key;
    };
  };
};

/** A waiting step is checked again after half the time that it has waited, within these bounds. */
const recheckDelayMs = { min: 1_000, max: 60_000 };

/** Files that still have texts are looked at again after a delay that doubles, up to the last look; from then on once a day. */
export const leftTextsDelayMs = { first: 1_000, max: 3_600_000, looks: 12, afterLast: 24 * 3_600_000 };

type Waiting = { readonly since: number; readonly until: number; readonly looks: number };

/** When each waiting erasure is due for its next check. */
export const recheckSchedule = (ofLeftTexts = leftTextsDelayMs, now: () => number = () => performance.now()) => {
  const waiting = new Map<string, Waiting>();
  return {
    isDue: (id: string) => now() >= (waiting.get(id)?.until ?? 0),
    checked: (id: string, isWaiting: boolean) => {
      if (!isWaiting) {
        waiting.delete(id);
        return;
      }
      const { since = now(), looks = 0 } = waiting.get(id) ?? {};
      const delayMs = Math.min(recheckDelayMs.max, Math.max(recheckDelayMs.min, (now() - since) / 2));
      waiting.set(id, { since, looks, until: now() + delayMs });
    },
    /** The files still have texts of an erasure; returns whether that was the last look. `wasHeldBack`: by a look before. */
    leftTexts: (id: string, wasHeldBack: boolean): boolean => {
      const { since = now(), looks: before = 0 } = waiting.get(id) ?? {};
      const looks = before + 1;
      const { first, max, afterLast } = ofLeftTexts;
      const isLast = wasHeldBack || looks >= ofLeftTexts.looks;
      const delayMs = isLast ? afterLast : Math.min(max, first * 2 ** (looks - 1));
      waiting.set(id, { since, looks, until: now() + delayMs });
      return isLast;
    },
  };
};

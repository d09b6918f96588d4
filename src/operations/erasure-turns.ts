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

/** When each waiting erasure is due for its next check. */
export const recheckSchedule = () => {
  const waiting = new Map<string, { readonly since: number; readonly until: number }>();
  return {
    isDue: (id: string) => performance.now() >= (waiting.get(id)?.until ?? 0),
    checked: (id: string, isWaiting: boolean) => {
      const now = performance.now();
      const since = waiting.get(id)?.since ?? now;
      const delayMs = Math.min(recheckDelayMs.max, Math.max(recheckDelayMs.min, (now - since) / 2));
      if (isWaiting) waiting.set(id, { since, until: now + delayMs });
      else waiting.delete(id);
    },
  };
};

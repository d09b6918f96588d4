import { batchFaults } from './batch-calls.ts';

/** When all connections are lost: after an append was received and before it is written, or after it is written and before the response. */
export type Strike = 'before append' | 'after append';

/** Injects faults and counts calls. `cut` ends every connection. */
export const faults = (cut: () => void) => {
  let strike: Strike | undefined;
  let delay = 0;
  let running = 0;
  const seen = { maxAtOnce: 0, delivered: 0, calls: new Map<string, number>() };
  return {
    seen,
    batch: batchFaults(),
    /** Number of times that each event of a subscription is sent. */
    copies: 1,
    /** Injects a fault into the next append. */
    strikeNext: (next: Strike): void => {
      strike = next;
    },
    strikes: (here: Strike): boolean => {
      if (strike !== here) return false;
      strike = undefined;
      cut();
      return true;
    },
    /** Delays each append by this many milliseconds. */
    slow: (milliseconds: number): void => {
      delay = milliseconds;
    },
    enter: async (): Promise<void> => {
      running += 1;
      seen.maxAtOnce = Math.max(seen.maxAtOnce, running);
      if (delay > 0) await new Promise((resolve) => setTimeout(resolve, delay));
    },
    leave: (): void => {
      running -= 1;
    },
  };
};

export type Faults = ReturnType<typeof faults>;

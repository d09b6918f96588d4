import { batchFaults } from './batch-calls.ts';
import type { Proposed } from './log.ts';

/** When all connections are lost: after an append was received and before it is written, or after it or a tombstone is written and before the response. */
export type Strike = 'before append' | 'after append' | 'after tombstone';

/** Which appends a strike is meant for, by their events; a tombstone has none. */
type IsMeant = (events: readonly Proposed[]) => boolean;

/** Injects faults and counts calls. `cut` ends every connection. */
export const faults = (cut: () => void) => {
  let strike: { readonly at: Strike; readonly isMeant: IsMeant; readonly struck: () => void } | undefined;
  let delay = 0;
  let running = 0;
  const seen = { maxAtOnce: 0, delivered: 0, calls: new Map<string, number>() };
  return {
    seen,
    batch: batchFaults(),
    /** Number of times that each event of a subscription is sent. */
    copies: 1,
    /** Injects a fault into the next append or tombstone that is meant; resolves when it has struck, before a client can notice. */
    strikeNext: (at: Strike, isMeant: IsMeant = () => true): Promise<void> =>
      new Promise((struck) => {
        strike = { at, isMeant, struck };
      }),
    strikes: (here: Strike, events: readonly Proposed[] = []): boolean => {
      if (strike?.at !== here || !strike.isMeant(events)) return false;
      strike.struck();
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

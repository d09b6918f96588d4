/** Where the connection of everybody is lost: with an append that has come but is not written, or that is written but not answered. */
export type Strike = 'before append' | 'after append';

/** What a test wants to go wrong, and what it can count. `cut` ends every connection. */
export const faults = (cut: () => void) => {
  let strike: Strike | undefined;
  let delay = 0;
  let running = 0;
  const seen = { mostAtOnce: 0, delivered: 0, calls: new Map<string, number>() };
  return {
    seen,
    /** How often each event of a subscription is sent. */
    copies: 1,
    /** The next append meets this. */
    strikeNext: (next: Strike): void => {
      strike = next;
    },
    strikes: (here: Strike): boolean => {
      if (strike !== here) return false;
      strike = undefined;
      cut();
      return true;
    },
    /** Each append takes this many milliseconds before it is decided. */
    slow: (milliseconds: number): void => {
      delay = milliseconds;
    },
    enter: async (): Promise<void> => {
      running += 1;
      seen.mostAtOnce = Math.max(seen.mostAtOnce, running);
      if (delay > 0) await new Promise((resolve) => setTimeout(resolve, delay));
    },
    leave: (): void => {
      running -= 1;
    },
  };
};

export type Faults = ReturnType<typeof faults>;

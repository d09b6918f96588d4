/** The work that runs under a limit, and that waits for it. */
export type Load = { readonly running: number; readonly waiting: number };

/** Counts the work under a limit: `count` runs it through `limit`, which calls it when its turn has come. */
export const loadCounter = () => {
  let running = 0;
  let waiting = 0;
  return {
    load: (): Load => ({ running, waiting }),
    count: async <Args extends readonly unknown[], Result>(
      work: (...args: Args) => Promise<Result>,
      limit: (counted: (...args: Args) => Promise<Result>) => Promise<Result>,
    ): Promise<Result> => {
      waiting += 1;
      let leave = () => {
        waiting -= 1;
      };
      try {
        return await limit((...args) => {
          leave();
          running += 1;
          leave = () => {
            running -= 1;
          };
          return work(...args);
        });
      } finally {
        leave();
      }
    },
  };
};

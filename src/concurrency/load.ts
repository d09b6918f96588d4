/** Running and waiting work of a limit. */
export type Load = { readonly running: number; readonly waiting: number };

/** Counts the work under a limit: `count` passes the work to `limit` and counts it as waiting until `limit` starts it. */
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

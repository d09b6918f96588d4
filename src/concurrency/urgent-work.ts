/** While urgent work is under way, other work pauses after each of its slices for at least so many ms, and twice as long as the slice has taken. */
const leastPauseMs = 4;
const pausePerSlice = 2;

/** Calls back in a later turn of the event loop. */
export type Schedule = (next: () => void) => void;

/** Priority in a thread: other work that is scheduled by this pauses between its slices while urgent work is under way: it has a third of the time then, and is never starved. */
export const urgentWork = () => {
  let underWay = 0;
  let sliceMs = 0;
  const schedule: Schedule = (next) => {
    const run = () => {
      const start = performance.now();
      next();
      // After the slice, which begins when `next` has returned.
      setImmediate(() => (sliceMs = performance.now() - start));
    };
    if (underWay === 0) setImmediate(run);
    else setTimeout(run, Math.max(leastPauseMs, pausePerSlice * sliceMs));
  };
  return {
    schedule,
    /** A function whose calls are urgent until they settle. */
    urgent:
      <Args extends readonly unknown[], Result>(work: (...args: Args) => Promise<Result>) =>
      async (...args: Args): Promise<Result> => {
        underWay += 1;
        try {
          return await work(...args);
        } finally {
          underWay -= 1;
        }
      },
  };
};

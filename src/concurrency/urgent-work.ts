import { restAfter } from './duty-cycle.ts';

/**
 * While urgent work is under way, other work pauses after each of its slices twice as long as the slice has taken, for at least and at most so many ms: a slice that the system has
 * interrupted says nothing of what is to come.
 */
const pauseMs = { least: 4, most: 25 };
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
    else setTimeout(run, Math.min(pauseMs.most, Math.max(pauseMs.least, pausePerSlice * sliceMs)));
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

/** A schedule for slices of work that together take at most a share of the thread's time, between 0 and 1; the thread serves others meanwhile. */
export const restingSchedule = (share: number, schedule: Schedule = setImmediate): Schedule => {
  let restMs = 0;
  const run = (next: () => void): void => {
    const start = performance.now();
    // After the slice, and before the next one is scheduled.
    setImmediate(() => (restMs = restAfter(performance.now() - start, share)));
    next();
  };
  return (next) => setImmediate(() => setTimeout(() => schedule(() => run(next)), restMs));
};

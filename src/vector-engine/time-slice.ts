import { setImmediate } from 'node:timers/promises';

/** Runs a generator to its end in time slices; the generator yields at least once in a millisecond or so. */
export type TimeSlice = <Result>(work: Generator<void, Result>) => Promise<Result>;

/**
 * Returns a scheduler that gives the event loop back after each slice. Concurrent generators share the slice length, so that a short one does
 * not wait for a long one to end.
 */
export const timeSlice = (sliceMs: number): TimeSlice => {
  let running = 0;
  return async (work) => {
    running += 1;
    try {
      let until = performance.now() + sliceMs / running;
      for (;;) {
        const step = work.next();
        if (step.done) return step.value;
        if (performance.now() < until) continue;
        await setImmediate();
        until = performance.now() + sliceMs / running;
      }
    } finally {
      running -= 1;
    }
  };
};

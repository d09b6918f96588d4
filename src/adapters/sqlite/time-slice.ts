import { setImmediate } from 'node:timers/promises';

/** Runs work in slices. The work yields wherever it may pause, at least every millisecond or so. */
export type TimeSlice = <Result>(work: Generator<void, Result>) => Promise<Result>;

/** Works that run at the same time take turns of about `milliseconds`, shorter the more of them there are, so that a small one never waits for a big one. */
export const timeSlice = (milliseconds: number): TimeSlice => {
  let running = 0;
  return async (work) => {
    running += 1;
    try {
      let until = performance.now() + milliseconds / running;
      for (;;) {
        const step = work.next();
        if (step.done) return step.value;
        if (performance.now() < until) continue;
        await setImmediate();
        until = performance.now() + milliseconds / running;
      }
    } finally {
      running -= 1;
    }
  };
};

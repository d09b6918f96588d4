import type { YieldIfDue } from './fair-time-slices.ts';

/** Cooperative work: a generator that yields at least every few milliseconds and returns the result. */
export type Steps<Result> = Generator<void, Result, undefined>;

/** Runs work without pauses. */
export const runToCompletion = <Result>(steps: Steps<Result>): Result => {
  let step = steps.next();
  while (!step.done) step = steps.next();
  return step.value;
};

/** Runs work that pauses when its time slice is used up. */
export const runInSlices = async <Result>(steps: Steps<Result>, yieldIfDue: YieldIfDue): Promise<Result> => {
  for (let step = steps.next(); ; step = steps.next()) {
    if (step.done) return step.value;
    const nextSlice = yieldIfDue();
    if (nextSlice) await nextSlice;
  }
};

/** Runs work to its end. */
export type RunSteps = <Result>(steps: Steps<Result>) => Promise<Result>;

/** The same for work of which no step may be outside a time slice, not even the first. */
export const inSlicesOf =
  (yieldIfDue: YieldIfDue): RunSteps =>
  async (steps) => {
    await yieldIfDue();
    return runInSlices(steps, yieldIfDue);
  };

/** Few enough for a time slice, and enough that yielding costs little. */
const itemsPerStep = 256;

/** Whether a loop over many items should yield at this index. */
export const isStepEnd = (index: number): boolean => index % itemsPerStep === itemsPerStep - 1;

/** `map` with cooperative work. */
export function* mapInSteps<Item, Result>(
  items: readonly Item[],
  each: (item: Item, index: number) => Steps<Result>,
): Steps<Result[]> {
  const results: Result[] = [];
  for (const item of items) results.push(yield* each(item, results.length));
  return results;
}

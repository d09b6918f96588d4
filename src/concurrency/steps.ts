import type { YieldIfDue } from './fair-time-slices.ts';

/** Work in steps of a few milliseconds at most: a generator that yields between them and returns the result, which does not depend on the pauses. */
export type Steps<Result> = Generator<void, Result, undefined>;

/** Returns the result of work that need not pause. */
export const runAtOnce = <Result>(steps: Steps<Result>): Result => {
  let step = steps.next();
  while (!step.done) step = steps.next();
  return step.value;
};

/** Resolves to the result; pauses between two steps when the time slice is used up. */
export const runInSlices = async <Result>(steps: Steps<Result>, yieldIfDue: YieldIfDue): Promise<Result> => {
  for (let step = steps.next(); ; step = steps.next()) {
    if (step.done) return step.value;
    const nextSlice = yieldIfDue();
    if (nextSlice) await nextSlice;
  }
};

/** Items of a list that one step may go through: few enough for a slice, and enough that the steps cost little. */
const itemsPerStep = 256;

/** Whether a step of a loop over many items ends at this index. */
export const endsStep = (index: number): boolean => index % itemsPerStep === itemsPerStep - 1;

/** Returns the result of a function for each item, in their order; each call is work in steps. */
export function* mapInSteps<Item, Result>(
  items: readonly Item[],
  each: (item: Item, index: number) => Steps<Result>,
): Steps<Result[]> {
  const results: Result[] = [];
  for (const item of items) results.push(yield* each(item, results.length));
  return results;
}

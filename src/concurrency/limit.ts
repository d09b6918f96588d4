import pLimit from 'p-limit';

/** Runs a function now or, while the maximum number of others is running, after them in the order of the calls. */
export type Limit = <Result>(work: () => Promise<Result>) => Promise<Result>;

/** Returns a queue that runs at most `max` functions at a time (an integer of at least 1). */
export const limitConcurrency = (max: number): Limit => pLimit(max);

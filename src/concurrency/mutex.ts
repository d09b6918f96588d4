import { limitConcurrency, type Limit } from './limit.ts';

/** Runs one function at a time, in the order of the calls. */
export type Mutex = Limit;

export const mutex = (): Mutex => limitConcurrency(1);

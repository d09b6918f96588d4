import { setTimeout } from 'node:timers/promises';
import { backOffMs } from '../src/concurrency/retry.ts';
import type { Pause } from './apply-events.ts';

/** Waits 0.1 s after the first failure (attempt 0), doubled after each further one up to 10 s; an abort ends the wait. */
export const backOff: Pause = async (attempt, signal) => {
  try {
    await setTimeout(backOffMs(attempt + 1, { firstMs: 100, maxMs: 10_000 }), undefined, { signal });
  } catch (error) {
    if (!signal.aborted) throw error;
  }
};

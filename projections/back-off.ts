import { setTimeout } from 'node:timers/promises';
import type { Pause } from './apply-events.ts';

/** Waits 0.1 s before the first repeat and doubles up to 10 s; an abort ends the wait at once. */
export const backOff: Pause = async (attempt, signal) => {
  try {
    await setTimeout(Math.min(10_000, 100 * 2 ** Math.min(attempt, 10)), undefined, { signal });
  } catch (error) {
    if (!signal.aborted) throw error;
  }
};

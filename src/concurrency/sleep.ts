import { setTimeout } from 'node:timers/promises';

/** Waits; ends early, without an error, when the signal aborts. */
export const sleep = async (milliseconds: number, signal: AbortSignal): Promise<void> => {
  try {
    await setTimeout(milliseconds, undefined, { signal });
  } catch (error) {
    if (!signal.aborted) throw error;
  }
};

/** Whether a signal has aborted by now. The compiler narrows `aborted` to false after a check, although it may change during an await. */
export const isAborted = (signal: AbortSignal): boolean => signal.aborted;

import { setTimeout } from 'node:timers/promises';
import { GaveUp, NotNow } from './failures.ts';

export type Patience = {
  /** How often in a row something may fail. */
  readonly attempts: number;
  readonly signal: AbortSignal;
  /** Is told of every failure that is to be made up for. */
  readonly failed: (failure: { readonly reason: string; readonly seconds: number; readonly attempt: number }) => void;
};

/** Seconds before the second attempt; they double up to the longest. */
const pauses = { first: 1, longest: 30 };

/**
 * Repeats what may go better next time, with growing pauses or after as long as the service has asked for. `moved` tells whether the last attempt has
 * got something done: then the counting begins anew. Throws GaveUp after the last attempt, and at once whatever a repeat cannot help.
 */
export const patiently = async <Result>(
  work: () => Promise<Result>,
  { attempts, signal, failed }: Patience,
  moved: () => boolean = () => false,
): Promise<Result> => {
  for (let failures = 0; ;) {
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof NotNow)) throw error;
      failures = moved() ? 1 : failures + 1;
      if (failures >= attempts) throw new GaveUp(error.message);
      const seconds = error.retryAfter ?? Math.min(pauses.longest, pauses.first * 2 ** (failures - 1));
      failed({ reason: error.message, seconds, attempt: failures });
      await setTimeout(seconds * 1_000, undefined, { signal });
    }
  }
};

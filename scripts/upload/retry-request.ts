import { setTimeout } from 'node:timers/promises';
import { type Attempt, backOffMs, retry } from '../../src/concurrency/retry.ts';
import { RetriesExhausted, TemporaryFailure } from './failures.ts';

export type RetryContext = {
  /** Number of failures in a row after which to give up. */
  readonly attempts: number;
  readonly signal: AbortSignal;
  /** Called before each wait; `attempt` counts the failures in a row. */
  readonly onFailure: (failure: {
    readonly reason: string;
    readonly seconds: number;
    readonly attempt: number;
  }) => void;
};

const backOff = { firstMs: 1_000, maxMs: 30_000 };

/**
 * Repeats a request that throws TemporaryFailure, after the wait that the service has asked for, else with back-off. `madeProgress`: whether the last
 * attempt got further, which starts the count anew. Throws RetriesExhausted after the last attempt, and every other error at once.
 */
export const retryRequest = <Result>(
  request: () => Promise<Result>,
  { attempts, signal, onFailure }: RetryContext,
  madeProgress: () => boolean = () => false,
): Promise<Result> => {
  let failures = 0;
  return retry(() => attemptOf(request), {
    waitMs: ({ error, retryAfterMs }) => {
      failures = madeProgress() ? 1 : failures + 1;
      if (failures >= attempts) return undefined;
      const wait = retryAfterMs ?? backOffMs(failures, backOff);
      onFailure({ reason: error.message, seconds: wait / 1_000, attempt: failures });
      return wait;
    },
    sleep: (milliseconds) => setTimeout(milliseconds, undefined, { signal }),
  });
};

const attemptOf = async <Result>(request: () => Promise<Result>): Promise<Attempt<Result>> => {
  try {
    return { kind: 'done', result: await request() };
  } catch (error) {
    if (!(error instanceof TemporaryFailure)) throw error;
    const retryAfterMs = error.retryAfter === undefined ? undefined : error.retryAfter * 1_000;
    return { kind: 'failed', error: new RetriesExhausted(error.message), retryAfterMs };
  }
};

import { setTimeout } from 'node:timers/promises';

export type FailedAttempt = {
  readonly kind: 'failed';
  readonly error: Error;
  /** The wait that the other side has asked for, if any. */
  readonly retryAfterMs?: number | undefined;
};

/** How one attempt ended. A failed one may be repeated; what an attempt throws is final. */
export type Attempt<Result> = { readonly kind: 'done'; readonly result: Result } | FailedAttempt;

export type RetryPolicy = {
  /** The wait before the next attempt, by the number of failures in a row (1, 2, …); undefined: no further attempt. */
  readonly waitMs: (failed: FailedAttempt, failures: number) => number | undefined;
  readonly sleep?: ((milliseconds: number) => Promise<unknown>) | undefined;
};

/** Returns the result of the first attempt that succeeds; throws the error of the last one once the policy allows no other. An attempt gets how many have failed before it. */
export const retry = async <Result>(
  attempt: (failed: number) => Promise<Attempt<Result>>,
  { waitMs, sleep = setTimeout }: RetryPolicy,
): Promise<Result> => {
  for (let failures = 1; ; failures += 1) {
    const outcome = await attempt(failures - 1);
    if (outcome.kind === 'done') return outcome.result;
    const wait = waitMs(outcome, failures);
    if (wait === undefined) throw outcome.error;
    await sleep(wait);
  }
};

export type BackOff = {
  readonly firstMs: number;
  readonly maxMs: number;
  /** Adds jitter: a number from 0 to below 1 takes up to half off each wait, so that many callers do not come back at once. */
  readonly random?: () => number;
};

/** Exponential back-off: the wait in ms by the number of failures in a row (1, 2, …). */
export const backOffMs = (failures: number, { firstMs, maxMs, random }: BackOff): number =>
  Math.min(maxMs, firstMs * 2 ** (failures - 1)) * (random ? 0.5 + random() / 2 : 1);

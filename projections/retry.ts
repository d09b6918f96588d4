import { backOffMs } from '../src/concurrency/retry.ts';
import { sleep } from '../src/concurrency/sleep.ts';

/** Waits before a retry, by the number of failures so far (0, 1, …); a parameter so that tests need not wait. Ends early when the signal aborts. */
export type Pause = (failures: number, signal: AbortSignal) => Promise<void>;

/** Waits 0.1 s before the first repeat and doubles up to 1 s, so that work goes on soon after a store works again. */
export const backOff: Pause = (failures, signal) =>
  sleep(backOffMs(failures + 1, { firstMs: 100, maxMs: 1_000 }), signal);

type Retry = {
  /** Called with each error; throws it to give up. */
  readonly failed: (error: unknown) => void;
  readonly pause: Pause;
  readonly signal: AbortSignal;
};

/** Repeats work until it succeeds or the signal aborts. */
export const retryUntilDone = async (work: () => Promise<void>, { failed, pause, signal }: Retry): Promise<void> => {
  for (let failures = 0; !signal.aborted; failures += 1) {
    try {
      await work();
      return;
    } catch (error) {
      failed(error);
      await pause(failures, signal);
    }
  }
};

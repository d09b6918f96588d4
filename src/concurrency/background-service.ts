import { backOffMs } from './retry.ts';
import { isAborted, sleep } from './sleep.ts';

/** Work of which there is some to do again and again, for as long as the process runs. */
export type BackgroundService = {
  /** Names the work in a warning. */
  readonly name: string;
  /** Does what there is to do now; may resolve to the wait in ms before the next run, in place of the interval. */
  readonly runOnce: () => Promise<number> | Promise<void>;
  readonly intervalMs: number;
  /** Called after the last run; resolves when nothing that the runs have started is left. */
  readonly stop?: () => Promise<unknown>;
};

type Running = {
  readonly signal: AbortSignal;
  /** Called with each failure of a run, but not after the signal has aborted. */
  readonly failed: (name: string, error: unknown) => void;
};

/** The wait after a first failure, which is doubled after each further one up to the interval. */
const firstBackOffMs = 100;

/** Runs a service, one run after the other, until the signal aborts; resolves when it has stopped. */
export const runInBackground = async (
  { name, runOnce, intervalMs, stop }: BackgroundService,
  { signal, failed }: Running,
): Promise<void> => {
  for (let failures = 0; !signal.aborted;) {
    let waitMs = intervalMs;
    try {
      waitMs = (await runOnce()) ?? intervalMs;
      failures = 0;
    } catch (error) {
      if (isAborted(signal)) break;
      failed(name, error);
      failures += 1;
      waitMs = backOffMs(failures, { firstMs: firstBackOffMs, maxMs: intervalMs });
    }
    await sleep(waitMs, signal);
  }
  await stop?.();
};

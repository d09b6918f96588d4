import { withTimeout } from '../concurrency/timeout.ts';
import { LogUnavailable } from '../domain/errors.ts';
import type { AppendOutcome, LogProgress, Streams } from '../ports/event-store.ts';

/** An attempt at a log that is known to fail; callers repeat it. */
const attemptTimeoutMs = 1_000;

/** A failure that is older says nothing of a log that was not used since. */
const relevantMs = 10_000;

type Failure = { readonly reason: string; readonly since: number; readonly at: number };

type Options = {
  /** What is said if the log gives no reason. */
  readonly noAnswer: string;
  /** A monotonic clock in ms. */
  readonly now?: () => number;
};

/**
 * The streams of a log, of which it is remembered whether it fails: an attempt then ends after 1 s instead of the store's own time-out, and the outcomes
 * say for how long. `failure` tries the log and returns what it fails of, undefined if it works; it never rejects.
 */
export const watchLog = (
  log: Streams & Pick<LogProgress, 'probe'>,
  { noAnswer, now = () => performance.now() }: Options,
): Streams & { readonly failure: () => Promise<string | undefined> } => {
  let last: Failure | undefined;
  const current = () => (last && now() - last.at < relevantMs ? last : undefined);
  const failed = (reason: string): Failure => (last = { reason, since: current()?.since ?? now(), at: now() });
  const worked = () => {
    last = undefined;
  };
  const limited = <Result>(work: Promise<Result>, timeoutMs: number): Promise<Result> =>
    withTimeout(work, timeoutMs, () => new LogUnavailable(noAnswer));
  const limitedIfFailing = <Result>(work: Promise<Result>): Promise<Result> =>
    current() ? limited(work, attemptTimeoutMs) : work;

  return {
    appendAll: async (appends) => {
      const outcomes = await limitedIfFailing(log.appendAll(appends)).catch((error: unknown): AppendOutcome[] => {
        if (error instanceof LogUnavailable) return appends.map(() => ({ outcome: 'unknown' }));
        throw error;
      });
      if (outcomes.some(({ outcome }) => outcome !== 'unknown')) worked();
      const unknown = outcomes.find((outcome) => outcome.outcome === 'unknown');
      if (unknown?.outcome !== 'unknown') return outcomes;
      const { reason, since } = failed(unknown.reason ?? noAnswer);
      const failingForMs = now() - since;
      return outcomes.map((outcome) =>
        outcome.outcome === 'unknown' ? { ...outcome, reason, failingForMs } : outcome,
      );
    },
    read: async (stream) => {
      try {
        return await limitedIfFailing(log.read(stream));
      } catch (error) {
        if (error instanceof LogUnavailable) failed(error.message);
        throw error;
      }
    },
    failure: async () => {
      try {
        await limited(log.probe(), attemptTimeoutMs);
        worked();
        return undefined;
      } catch (error) {
        return failed(error instanceof LogUnavailable ? error.message : noAnswer).reason;
      }
    },
  };
};

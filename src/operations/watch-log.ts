import { probeLimit, withTimeout } from '../concurrency/timeout.ts';
import { LogUnavailable } from '../domain/errors.ts';
import type { AppendOutcome, LogProgress, Streams } from '../ports/event-store.ts';

/** An attempt at a log that is known to fail; callers repeat it. */
const attemptTimeoutMs = 1_000;

/** A failure that is older says nothing of a log that was not used since. */
const failureWindowMs = 10_000;

type Failure = { readonly reason: string; readonly since: number; readonly at: number };

type Options = {
  /** The reason for clients if the log gives none. */
  readonly noAnswer: string;
  /** A monotonic clock in ms. */
  readonly now?: () => number;
};

/** An attempt timed out before the log has failed or succeeded. */
class AttemptTimedOut extends LogUnavailable {}

/**
 * A circuit breaker around the streams of a log: while the log fails, attempts time out after 1 s instead of the store's own time-out, and outcomes say for how long
 * it has failed. Such time-outs do not count as failures, so that a slow log is not taken for an unreachable one for ever. `failure` probes the log and returns the
 * reason of a failure, undefined if there is none; it never rejects.
 */
export const watchLog = (
  log: Streams & Pick<LogProgress, 'probe'>,
  { noAnswer, now = () => performance.now() }: Options,
): Streams & { readonly failure: () => Promise<string | undefined> } => {
  const { current, succeeded, recordFailure, recordOutcomes, withFailure } = logFailures(noAnswer, now);
  const limitProbe = probeLimit(() => new AttemptTimedOut(noAnswer));
  const withTimeoutIfFailing = <Result>(work: Promise<Result>): Promise<Result> =>
    current() ? withTimeout(work, attemptTimeoutMs, () => new AttemptTimedOut(noAnswer)) : work;

  const read = <Result>(work: Promise<Result>): Promise<Result> =>
    withTimeoutIfFailing(work).catch((error: unknown) => {
      recordFailure(error);
      throw error;
    });

  return {
    appendAll: async (appends) => {
      try {
        return recordOutcomes(await withTimeoutIfFailing(log.appendAll(appends)));
      } catch (error) {
        recordFailure(error);
        if (!(error instanceof LogUnavailable)) throw error;
        const unknown = appends.map((): AppendOutcome => ({ outcome: 'unknown' }));
        return withFailure(unknown, current() ?? { reason: error.message, since: now(), at: now() });
      }
    },
    read: (stream) => read(log.read(stream)),
    readPage: (stream, page) => read(log.readPage(stream, page)),
    readHeaders: (stream, page) => read(log.readHeaders(stream, page)),
    failure: async () => {
      try {
        await limitProbe(log.probe());
        succeeded();
        return undefined;
      } catch (error) {
        recordFailure(error);
        return error instanceof LogUnavailable ? error.message : noAnswer;
      }
    },
  };
};

/** Keeps the last failure of a log. */
const logFailures = (noAnswer: string, now: () => number) => {
  let last: Failure | undefined;
  const current = () => (last && now() - last.at < failureWindowMs ? last : undefined);
  const failed = (reason: string): Failure => (last = { reason, since: current()?.since ?? now(), at: now() });
  const succeeded = () => {
    last = undefined;
  };
  const withFailure = (outcomes: readonly AppendOutcome[], { reason, since }: Failure): readonly AppendOutcome[] => {
    const failingForMs = now() - since;
    return outcomes.map((outcome) => (outcome.outcome === 'unknown' ? { ...outcome, reason, failingForMs } : outcome));
  };
  return {
    /** The last failure, unless the log has succeeded since or it is too old. */
    current,
    succeeded,
    /** The outcomes; unknown ones with the reason and duration of the log's failure. */
    withFailure,
    recordFailure: (error: unknown): void => {
      if (error instanceof LogUnavailable && !(error instanceof AttemptTimedOut)) failed(error.message);
    },
    /** Returns the outcomes with the failure. */
    recordOutcomes: (outcomes: readonly AppendOutcome[]): readonly AppendOutcome[] => {
      if (outcomes.some(({ outcome }) => outcome !== 'unknown')) succeeded();
      const unknown = outcomes.find((outcome) => outcome.outcome === 'unknown');
      return unknown?.outcome === 'unknown' ? withFailure(outcomes, failed(unknown.reason ?? noAnswer)) : outcomes;
    },
  };
};

import { probeLimit, withTimeout } from '../concurrency/timeout.ts';
import { LogUnavailable } from '../domain/errors.ts';
import type { AppendOutcome, LogProgress, Streams } from '../ports/event-store.ts';

/** An attempt at a log that is known to fail; callers repeat it. */
const attemptTimeoutMs = 1_000;

/** A failure that is older says nothing of a log that was not used since. */
const relevantMs = 10_000;

type Failure = { readonly reason: string; readonly since: number; readonly at: number };

type Options = {
  /** The reason for clients if the log gives none. */
  readonly noAnswer: string;
  /** A monotonic clock in ms. */
  readonly now?: () => number;
};

/** An attempt was ended before the log has failed or succeeded. */
class GivenUp extends LogUnavailable {}

/**
 * The streams of a log, with a record of whether the log fails: an attempt then ends after 1 s instead of the store's own time-out, and the outcomes
 * say for how long. An attempt that was ended so does not count as a failure, so that a slow log is not taken for one that is away for ever. `failure`
 * tries the log and returns what it fails of, undefined if it works; it never rejects.
 */
export const watchLog = (
  log: Streams & Pick<LogProgress, 'probe'>,
  { noAnswer, now = () => performance.now() }: Options,
): Streams & { readonly failure: () => Promise<string | undefined> } => {
  const { current, worked, noteFailure, noteOutcomes, withFailure } = logFailures(noAnswer, now);
  const limited = <Result>(work: Promise<Result>): Promise<Result> =>
    withTimeout(work, attemptTimeoutMs, () => new GivenUp(noAnswer));
  const limitProbe = probeLimit(() => new GivenUp(noAnswer));
  const limitedIfFailing = <Result>(work: Promise<Result>): Promise<Result> => (current() ? limited(work) : work);

  return {
    appendAll: async (appends) => {
      try {
        return noteOutcomes(await limitedIfFailing(log.appendAll(appends)));
      } catch (error) {
        noteFailure(error);
        if (!(error instanceof LogUnavailable)) throw error;
        const unknown = appends.map((): AppendOutcome => ({ outcome: 'unknown' }));
        return withFailure(unknown, current() ?? { reason: error.message, since: now(), at: now() });
      }
    },
    read: async (stream) => {
      try {
        return await limitedIfFailing(log.read(stream));
      } catch (error) {
        noteFailure(error);
        throw error;
      }
    },
    failure: async () => {
      try {
        await limitProbe(log.probe());
        worked();
        return undefined;
      } catch (error) {
        noteFailure(error);
        return error instanceof LogUnavailable ? error.message : noAnswer;
      }
    },
  };
};

/** Remembers the last failure of a log. */
const logFailures = (noAnswer: string, now: () => number) => {
  let last: Failure | undefined;
  const current = () => (last && now() - last.at < relevantMs ? last : undefined);
  const failed = (reason: string): Failure => (last = { reason, since: current()?.since ?? now(), at: now() });
  const worked = () => {
    last = undefined;
  };
  const withFailure = (outcomes: readonly AppendOutcome[], { reason, since }: Failure): readonly AppendOutcome[] => {
    const failingForMs = now() - since;
    return outcomes.map((outcome) => (outcome.outcome === 'unknown' ? { ...outcome, reason, failingForMs } : outcome));
  };
  return {
    /** The last failure, unless the log has worked since or it is too old. */
    current,
    worked,
    /** The outcomes; unknown ones with the reason and duration of the log's failure. */
    withFailure,
    noteFailure: (error: unknown): void => {
      if (error instanceof LogUnavailable && !(error instanceof GivenUp)) failed(error.message);
    },
    /** Returns the outcomes with the failure. */
    noteOutcomes: (outcomes: readonly AppendOutcome[]): readonly AppendOutcome[] => {
      if (outcomes.some(({ outcome }) => outcome !== 'unknown')) worked();
      const unknown = outcomes.find((outcome) => outcome.outcome === 'unknown');
      return unknown?.outcome === 'unknown' ? withFailure(outcomes, failed(unknown.reason ?? noAnswer)) : outcomes;
    },
  };
};

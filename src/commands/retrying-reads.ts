import { type RetryLimit, retryPolicyWithin } from './command-handler.ts';
import { type Attempt, retry } from '../concurrency/retry.ts';
import { LogUnavailable } from '../domain/errors.ts';
import type { Streams } from '../ports/event-store.ts';

/** What work that runs for minutes waits for a log that is away, frozen or out of room: as long as a server takes to restart. */
const logTimeoutMs = 30_000;

/**
 * How long such work waits for a log that fails, at each read and append. An upload that begins while the log fails is refused within 2 s, since its start is recorded
 * without this.
 */
export const logLimit = (signal: AbortSignal, timeoutMs = logTimeoutMs) => ({ signal, timeoutMs }) satisfies RetryLimit;

/**
 * The streams of work that runs for minutes, such as an upload that has begun: a read that the log fails is repeated within the limit, then rejects with
 * LogUnavailable. Appends are repeated by who appends.
 */
export const retryingReads = (streams: Streams, limit: RetryLimit): Streams => {
  const retried = <Result>(read: () => Promise<Result>): Promise<Result> => {
    const attempt = async (): Promise<Attempt<Result>> => {
      try {
        return { kind: 'done', result: await read() };
      } catch (error) {
        if (!(error instanceof LogUnavailable)) throw error;
        return { kind: 'failed', error };
      }
    };
    return retry(attempt, retryPolicyWithin(limit));
  };
  return {
    appendAll: streams.appendAll,
    read: (stream) => retried(() => streams.read(stream)),
    readPage: (stream, page) => retried(() => streams.readPage(stream, page)),
    readHeaders: (stream, page) => retried(() => streams.readHeaders(stream, page)),
  };
};

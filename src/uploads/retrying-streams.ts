import { appendUntilKnown } from '../commands/command-handler.ts';
import { type Attempt, backOffMs, retry } from '../concurrency/retry.ts';
import { LogUnavailable } from '../domain/errors.ts';
import type { Streams } from '../ports/event-store.ts';

/** What a running upload waits for a log that is away, frozen or out of room: as long as a server takes to restart. */
const logTimeoutMs = 30_000;

type RetryLimit = {
  /** Ends the waiting when it aborts. */
  readonly signal: AbortSignal;
  readonly timeoutMs?: number | undefined;
};

/**
 * The streams of an upload that has begun: what the log fails is repeated until it works. Rejects with LogUnavailable, which names the log's reason, when
 * it has failed for 30 s. An upload that begins while the log fails is refused within 2 s, since its start is recorded without this.
 */
export const retryingStreams = (streams: Streams, { signal, timeoutMs = logTimeoutMs }: RetryLimit): Streams => ({
  appendAll: (appends) => appendUntilKnown(streams, appends, { timeoutMs, signal }),
  read: (stream) => {
    const end = performance.now() + timeoutMs;
    const attempt = async (): Promise<Attempt<Awaited<ReturnType<Streams['read']>>>> => {
      try {
        return { kind: 'done', result: await streams.read(stream) };
      } catch (error) {
        if (!(error instanceof LogUnavailable)) throw error;
        return { kind: 'failed', error };
      }
    };
    return retry(attempt, {
      waitMs: (_, failures) => {
        const wait = backOffMs(failures, { firstMs: 50, maxMs: 500 });
        return signal.aborted || performance.now() + wait > end ? undefined : wait;
      },
    });
  },
});

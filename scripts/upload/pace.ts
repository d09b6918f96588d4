import type { IncomingHttpHeaders } from 'node:http';
import { setTimeout } from 'node:timers/promises';

/** Keeps requests within the service's rate limit. */
export type Pace = {
  /** Resolves when another request may be sent. */
  readonly wait: (signal: AbortSignal) => Promise<void>;
  /** Reads the RateLimit headers of a response. */
  readonly record: (headers: IncomingHttpHeaders) => void;
};

/** The longest wait that is believed, in seconds: some proxies tell the end of a window as a date. */
export const longestPause = 3_600;

/** Leaves a third of the rate limit to other clients at this address: after that, waits until the limit's window ends. */
export const pace = (onWait: (seconds: number) => void): Pace => {
  let until = 0;
  return {
    wait: async (signal) => {
      const milliseconds = until - performance.now();
      if (milliseconds <= 0) return;
      onWait(Math.ceil(milliseconds / 1_000));
      await setTimeout(milliseconds, undefined, { signal });
    },
    record: (headers) => {
      const [limit = 0, remaining = 0, reset = 0] = ['limit', 'remaining', 'reset'].map((name) =>
        Number(headers[`ratelimit-${name}`] ?? 0),
      );
      until = limit > 0 && remaining <= limit / 3 ? performance.now() + Math.min(reset, longestPause) * 1_000 : 0;
    },
  };
};

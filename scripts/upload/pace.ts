import type { IncomingHttpHeaders } from 'node:http';
import { setTimeout } from 'node:timers/promises';

export type Pace = {
  /** Waits until another request may be sent. */
  readonly admitted: (signal: AbortSignal) => Promise<void>;
  /** Learns from an answer how many are left. */
  readonly answered: (headers: IncomingHttpHeaders) => void;
};

/** Leaves a third of the service's limit to others at this address: waits for the next minute where the last answer said that no more is left. */
export const pace = (pausing: (seconds: number) => void): Pace => {
  let until = 0;
  return {
    admitted: async (signal) => {
      const milliseconds = until - performance.now();
      if (milliseconds <= 0) return;
      pausing(Math.ceil(milliseconds / 1_000));
      await setTimeout(milliseconds, undefined, { signal });
    },
    answered: (headers) => {
      const [limit = 0, remaining = 0, reset = 0] = ['limit', 'remaining', 'reset'].map((name) =>
        Number(headers[`ratelimit-${name}`] ?? 0),
      );
      until = limit > 0 && remaining <= limit / 3 ? performance.now() + reset * 1_000 : 0;
    },
  };
};

import type { RateLimit, RateLimiter } from '../../ports/rate-limiter.ts';
import { expiringMap } from './expiring-map.ts';

/** Addresses in memory, about 200 bytes each; beyond it the oldest are forgotten. */
const maxAddresses = 100_000;

type Window = { count: number; readonly endsAt: number };

export type MemoryRateLimiter = RateLimiter & {
  /** Whether the window of an address has begun and not ended yet. */
  readonly isCounting: (client: string) => boolean;
};

/** Counts requests in this process. `now` is monotonic, in ms. */
export const memoryRateLimiter = (
  { requests: limit, windowSeconds }: Omit<RateLimit, 'name'>,
  now = () => performance.now(),
): MemoryRateLimiter => {
  const windows = expiringMap<Window>(now, maxAddresses);
  const begin = (address: string): Window => {
    const window = { count: 0, endsAt: now() + windowSeconds * 1_000 };
    windows.set(address, window, windowSeconds * 1_000);
    return window;
  };
  return {
    isCounting: (address) => windows.get(address) !== undefined,
    admit: (address, requests = 1) => {
      const window = windows.get(address) ?? begin(address);
      window.count += requests;
      return Promise.resolve({
        admitted: window.count <= limit,
        limit,
        remaining: Math.max(0, limit - window.count),
        resetSeconds: Math.max(1, Math.ceil((window.endsAt - now()) / 1_000)),
      });
    },
  };
};

/** Admits every request: a limit of 0. */
export const noRateLimiter: RateLimiter = {
  admit: () => Promise.resolve({ admitted: true, limit: 0, remaining: 0, resetSeconds: 0 }),
};

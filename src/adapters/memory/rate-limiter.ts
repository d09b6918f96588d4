import { type RateLimiterAbstract, RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import type { RateLimiter } from '../../ports/rate-limiter.ts';

/** The window in which an address may send so many requests, in seconds ("Limits" of the contract). */
export const windowSeconds = 60;

/** Counts requests in this process: `limit` in each minute and address. */
export const memoryRateLimiter = (limit: number): RateLimiter =>
  countedBy(new RateLimiterMemory({ points: limit, duration: windowSeconds }), limit);

/** Counts with a limiter of the library, wherever that keeps its numbers. */
export const countedBy = (limiter: Pick<RateLimiterAbstract, 'consume'>, limit: number): RateLimiter => ({
  admit: async (address) => {
    const result = await limiter.consume(address).catch((refused: unknown) => {
      if (refused instanceof RateLimiterRes) return refused;
      throw refused;
    });
    return {
      admitted: result.consumedPoints <= limit,
      limit,
      remaining: Math.max(0, result.remainingPoints),
      resetSeconds: Math.max(1, Math.ceil(result.msBeforeNext / 1000)),
    };
  },
});

/** RATE_LIMIT_PER_MINUTE=0: everybody is admitted. */
export const noRateLimiter: RateLimiter = {
  admit: () => Promise.resolve({ admitted: true, limit: 0, remaining: 0, resetSeconds: 0 }),
};

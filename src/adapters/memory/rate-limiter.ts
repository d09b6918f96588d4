import { type RateLimiterAbstract, RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import type { RateLimiter } from '../../ports/rate-limiter.ts';

/** Length of the window that requests are counted in (docs/contract.md, "Limits"). */
export const windowSeconds = 60;

/** Counts requests in this process: `limit` for each minute and address. */
export const memoryRateLimiter = (limit: number): RateLimiter =>
  admitWith(new RateLimiterMemory({ points: limit, duration: windowSeconds }), limit);

/** Returns a RateLimiter on top of a limiter of rate-limiter-flexible. */
export const admitWith = (limiter: Pick<RateLimiterAbstract, 'consume'>, limit: number): RateLimiter => ({
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

/** Admits every request (RATE_LIMIT_PER_MINUTE=0). */
export const noRateLimiter: RateLimiter = {
  admit: () => Promise.resolve({ admitted: true, limit: 0, remaining: 0, resetSeconds: 0 }),
};

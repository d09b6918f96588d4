import type { Redis } from 'ioredis';
import { RateLimiterRedis, RateLimiterRes } from 'rate-limiter-flexible';
import type { Admission, RateLimit, RateLimiter } from '../../ports/rate-limiter.ts';
import { memoryRateLimiter } from '../memory/rate-limiter.ts';

/**
 * Counts the requests of all instances in Redis. While Redis is not available or takes no writes, each instance counts
 * in its own memory; a window that has begun there is counted there to its end, and whichever says to wait longer counts.
 */
export const redisRateLimiter = (redis: Redis, rateLimit: RateLimit): RateLimiter => {
  const { name, requests: limit, windowSeconds } = rateLimit;
  const limiter = new RateLimiterRedis({
    storeClient: redis,
    keyPrefix: `precedent:${name}`,
    points: limit,
    duration: windowSeconds,
    rejectIfRedisNotReady: true,
  });
  const inMemory = memoryRateLimiter(rateLimit);
  return {
    admit: async (address, requests = 1) => {
      // Above the limit it rejects with a result, without Redis with an error.
      const result = await limiter.consume(address, requests).catch((rejected: unknown) => rejected);
      if (!(result instanceof RateLimiterRes)) return inMemory.admit(address, requests);
      const admission = {
        admitted: result.consumedPoints <= limit,
        limit,
        remaining: Math.max(0, result.remainingPoints),
        resetSeconds: Math.max(1, Math.ceil(result.msBeforeNext / 1000)),
      };
      return inMemory.isCounting(address) ? stricter(admission, await inMemory.admit(address, requests)) : admission;
    },
  };
};

/** The one that refuses, the longer of two refusals, or that with fewer requests left. */
const stricter = (one: Admission, other: Admission): Admission => {
  if (one.admitted !== other.admitted) return one.admitted ? other : one;
  if (one.admitted) return one.remaining <= other.remaining ? one : other;
  return one.resetSeconds >= other.resetSeconds ? one : other;
};

import type { Redis } from 'ioredis';
import { RateLimiterRedis, RateLimiterRes } from 'rate-limiter-flexible';
import type { RateLimiter } from '../../ports/rate-limiter.ts';
import { memoryRateLimiter, windowSeconds } from '../memory/rate-limiter.ts';

/**
 * Counts the requests of all instances in Redis: `limit` for each minute and address. While Redis is not available, each instance counts in
 * its own memory.
 */
export const redisRateLimiter = (redis: Redis, limit: number): RateLimiter => {
  const limiter = new RateLimiterRedis({
    storeClient: redis,
    keyPrefix: 'precedent:rate',
    points: limit,
    duration: windowSeconds,
    rejectIfRedisNotReady: true,
  });
  const inMemory = memoryRateLimiter(limit);
  return {
    admit: async (address) => {
      // Above the limit it rejects with a result, without Redis with an error.
      const result = await limiter.consume(address).catch((rejected: unknown) => rejected);
      if (!(result instanceof RateLimiterRes)) return inMemory.admit(address);
      return {
        admitted: result.consumedPoints <= limit,
        limit,
        remaining: Math.max(0, result.remainingPoints),
        resetSeconds: Math.max(1, Math.ceil(result.msBeforeNext / 1000)),
      };
    },
  };
};

import { Redis } from 'ioredis';
import { RateLimiterMemory, RateLimiterRedis } from 'rate-limiter-flexible';
import type { RateLimiter } from '../../ports/rate-limiter.ts';
import { countedBy, windowSeconds } from '../memory/rate-limiter.ts';

/** How long a request waits for Redis before it is counted in memory instead. */
const patience = 1_000;

export type RedisWatch = {
  /** Told once when Redis is lost and once when it is back; `reason` has no address in it. */
  readonly lost: (reason: string) => void;
  readonly back: () => void;
};

export type RedisRateLimiter = RateLimiter & {
  /** Settles when Redis counts. */
  readonly ready: () => Promise<void>;
  readonly close: () => void;
};

/**
 * Counts requests for all instances in one Redis: `limit` in each minute and address. While Redis is away each instance counts in its own
 * memory, so that the service goes on with limits that are no longer shared.
 */
export const redisRateLimiter = (url: string, limit: number, watch: RedisWatch): RedisRateLimiter => {
  const redis = new Redis(url, {
    enableOfflineQueue: false,
    commandTimeout: patience,
    connectTimeout: 5_000,
    maxRetriesPerRequest: 0,
    retryStrategy: (attempt) => Math.min(5_000, 100 * 2 ** Math.min(attempt, 6)),
  });
  tellOnce(redis, watch);
  const limiter = new RateLimiterRedis({
    storeClient: redis,
    keyPrefix: 'precedent:rate',
    points: limit,
    duration: windowSeconds,
    rejectIfRedisNotReady: true,
    insuranceLimiter: new RateLimiterMemory({ points: limit, duration: windowSeconds }),
  });
  return {
    ...countedBy(limiter, limit),
    ready: () =>
      new Promise((resolve) => {
        if (redis.status === 'ready') resolve();
        else redis.once('ready', () => resolve());
      }),
    close: () => redis.disconnect(),
  };
};

const tellOnce = (redis: Redis, { lost, back }: RedisWatch): void => {
  let away = false;
  redis.on('error', (error: NodeJS.ErrnoException) => {
    if (!away) lost(error.code ?? error.name);
    away = true;
  });
  redis.on('ready', () => {
    if (away) back();
    away = false;
  });
};

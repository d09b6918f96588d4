import { Redis } from 'ioredis';
import { RateLimiterMemory, RateLimiterRedis } from 'rate-limiter-flexible';
import { backOffMs } from '../../concurrency/retry.ts';
import type { RateLimiter } from '../../ports/rate-limiter.ts';
import { admitWith, windowSeconds } from '../memory/rate-limiter.ts';

/** A request that Redis does not answer in this time is counted in memory instead. */
const commandTimeoutMs = 1_000;

export type RedisWatch = {
  /** Called once when the connection is lost and once when it is back; `reason` contains no address. */
  readonly lost: (reason: string) => void;
  readonly back: () => void;
};

export type RedisRateLimiter = RateLimiter & {
  /** Resolves when Redis is connected. */
  readonly ready: () => Promise<void>;
  readonly close: () => void;
};

/**
 * Counts the requests of all instances in Redis: `limit` for each minute and address. While Redis is not available, each instance counts in
 * its own memory.
 */
export const redisRateLimiter = (url: string, limit: number, watch: RedisWatch): RedisRateLimiter => {
  const redis = new Redis(url, {
    enableOfflineQueue: false,
    commandTimeout: commandTimeoutMs,
    connectTimeout: 5_000,
    maxRetriesPerRequest: 0,
    retryStrategy: (failures) => backOffMs(failures, { firstMs: 200, maxMs: 5_000 }),
  });
  reportConnection(redis, watch);
  const limiter = new RateLimiterRedis({
    storeClient: redis,
    keyPrefix: 'precedent:rate',
    points: limit,
    duration: windowSeconds,
    rejectIfRedisNotReady: true,
    insuranceLimiter: new RateLimiterMemory({ points: limit, duration: windowSeconds }),
  });
  return {
    ...admitWith(limiter, limit),
    ready: () =>
      new Promise((resolve) => {
        if (redis.status === 'ready') resolve();
        else redis.once('ready', () => resolve());
      }),
    close: () => redis.disconnect(),
  };
};

const reportConnection = (redis: Redis, { lost, back }: RedisWatch): void => {
  let isLost = false;
  redis.on('error', (error: NodeJS.ErrnoException) => {
    if (!isLost) lost(error.code ?? error.name);
    isLost = true;
  });
  redis.on('ready', () => {
    if (isLost) back();
    isLost = false;
  });
};

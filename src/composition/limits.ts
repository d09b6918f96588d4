import { memoryFailedLogins } from '../adapters/memory/failed-logins.ts';
import { memoryRateLimiter, noRateLimiter } from '../adapters/memory/rate-limiter.ts';
import type { Config } from '../config.ts';
import type { FailedLogins } from '../ports/failed-logins.ts';
import type { RateLimiter } from '../ports/rate-limiter.ts';

export type Limits = {
  readonly limiter: RateLimiter;
  readonly failedLogins: FailedLogins;
  readonly close: () => void;
};

type Warn = (message: string, fields: Readonly<Record<string, unknown>>) => void;

/** Counts requests and failed logins, of all instances together if Redis is set, else of this process. */
export const openLimits = async ({ servers, rateLimitPerMinute: limit }: Config, warn: Warn): Promise<Limits> => {
  if (servers.redis === undefined) {
    const limiter = limit === 0 ? noRateLimiter : memoryRateLimiter(limit);
    return { limiter, failedLogins: memoryFailedLogins(), close: () => undefined };
  }
  const [{ redisConnection }, { redisRateLimiter }, { redisFailedLogins }] = await Promise.all([
    import('../adapters/redis/connection.ts'),
    import('../adapters/redis/rate-limiter.ts'),
    import('../adapters/redis/failed-logins.ts'),
  ]);
  const { redis, close } = redisConnection(servers.redis, {
    lost: (reason) => warn('Redis is away; each instance counts requests and failed logins by itself', { reason }),
    back: () => warn('Redis is back; instances count together again', {}),
  });
  const limiter = limit === 0 ? noRateLimiter : redisRateLimiter(redis, limit);
  return { limiter, failedLogins: redisFailedLogins(redis), close };
};

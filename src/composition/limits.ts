import { memoryFailedLogins } from '../adapters/memory/failed-logins.ts';
import { memoryRateLimiter, noRateLimiter } from '../adapters/memory/rate-limiter.ts';
import type { Config } from '../config.ts';
import type { FailedLogins } from '../ports/failed-logins.ts';
import type { RateLimiter } from '../ports/rate-limiter.ts';
import type { WatchedServer } from '../ports/server-check.ts';
import { watchedServer } from './server-checks.ts';

export type Limits = {
  readonly limiter: RateLimiter;
  readonly failedLogins: FailedLogins;
  /** Redis, if it is set. */
  readonly servers: readonly WatchedServer[];
  readonly close: () => void;
};

/** Counts requests and failed logins, of all instances together if Redis is set, else of this process. */
export const openLimits = async ({ servers, rateLimitPerMinute: limit }: Config): Promise<Limits> => {
  if (servers.redis === undefined) {
    const limiter = limit === 0 ? noRateLimiter : memoryRateLimiter(limit);
    return { limiter, failedLogins: memoryFailedLogins(), servers: [], close: () => undefined };
  }
  const [{ redisConnection }, { redisRateLimiter }, { redisFailedLogins }] = await Promise.all([
    import('../adapters/redis/connection.ts'),
    import('../adapters/redis/rate-limiter.ts'),
    import('../adapters/redis/failed-logins.ts'),
  ]);
  const { redis, check, close } = redisConnection(servers.redis);
  const limiter = limit === 0 ? noRateLimiter : redisRateLimiter(redis, limit);
  return {
    limiter,
    failedLogins: redisFailedLogins(redis),
    servers: [watchedServer('redis', { ...check, close })],
    close,
  };
};

import { memoryFailedLogins } from '../adapters/memory/failed-logins.ts';
import { memoryRateLimiter, noRateLimiter } from '../adapters/memory/rate-limiter.ts';
import type { Config } from '../config.ts';
import type { FailedLogins } from '../ports/failed-logins.ts';
import type { RateLimit, RateLimiter } from '../ports/rate-limiter.ts';
import type { WatchedServer } from '../ports/server-check.ts';
import { watchedServer } from './server-checks.ts';

export type Limits = {
  readonly limiter: RateLimiter;
  readonly registrations: RateLimiter;
  readonly failedLogins: FailedLogins;
  /** Redis, if it is set. */
  readonly servers: readonly WatchedServer[];
  readonly close: () => void;
};

/** Counts requests, registrations and failed logins, of all instances together if Redis is set, else of this process. */
export const openLimits = async (config: Config): Promise<Limits> => {
  const { servers } = config;
  if (servers.redis === undefined) {
    const limiters = limitersOf(config, memoryRateLimiter);
    return { ...limiters, failedLogins: memoryFailedLogins(), servers: [], close: () => undefined };
  }
  const [{ redisConnection }, { redisRateLimiter }, { redisFailedLogins }] = await Promise.all([
    import('../adapters/redis/connection.ts'),
    import('../adapters/redis/rate-limiter.ts'),
    import('../adapters/redis/failed-logins.ts'),
  ]);
  const { redis, check, close } = redisConnection(servers.redis);
  return {
    ...limitersOf(config, (limit) => redisRateLimiter(redis, limit)),
    failedLogins: redisFailedLogins(redis),
    servers: [watchedServer('redis', { ...check, close })],
    close,
  };
};

const limitersOf = (
  { rateLimitPerMinute, registrationsPerHour }: Config,
  open: (limit: RateLimit) => RateLimiter,
): Pick<Limits, 'limiter' | 'registrations'> => {
  const limiterOf = (limit: RateLimit) => (limit.requests === 0 ? noRateLimiter : open(limit));
  return {
    limiter: limiterOf({ name: 'rate', requests: rateLimitPerMinute, windowSeconds: 60 }),
    registrations: limiterOf({ name: 'registrations', requests: registrationsPerHour, windowSeconds: 3_600 }),
  };
};

import { memoryFailedLogins } from '../adapters/memory/failed-logins.ts';
import { memoryRateLimiter, noRateLimiter } from '../adapters/memory/rate-limiter.ts';
import type { Config } from '../config.ts';
import type { FailedLogins } from '../ports/failed-logins.ts';
import type { RateLimit, RateLimiter } from '../ports/rate-limiter.ts';
import type { WatchedServer } from '../ports/server-check.ts';
import { requireRoomIn } from '../uploads/spool-folder.ts';
import { watchedServer } from './server-checks.ts';

export type Limits = {
  readonly limiter: RateLimiter;
  readonly registrations: RateLimiter;
  /** Of each account. */
  readonly changes: RateLimiter;
  readonly rotations: RateLimiter;
  readonly failedLogins: FailedLogins;
  /** Redis, if it is set. */
  readonly servers: readonly WatchedServer[];
  readonly close: () => void;
};

/** Counts requests, registrations, changes and failed logins, of all instances together if Redis is set, else of this process. */
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

/** New keys of an account: who replaces a leaked one needs a few, and each stays in the log. */
const rotationsPerHour = 60;

const limitersOf = (
  { rateLimitPerMinute, registrationsPerHour, changesPerDay }: Config,
  open: (limit: RateLimit) => RateLimiter,
): Pick<Limits, 'limiter' | 'registrations' | 'changes' | 'rotations'> => {
  const limiterOf = (limit: RateLimit) => (limit.requests === 0 ? noRateLimiter : open(limit));
  return {
    limiter: limiterOf({ name: 'rate', requests: rateLimitPerMinute, windowSeconds: 60 }),
    registrations: limiterOf({ name: 'registrations', requests: registrationsPerHour, windowSeconds: 3_600 }),
    changes: limiterOf({ name: 'changes', requests: changesPerDay, windowSeconds: 86_400 }),
    rotations: limiterOf({ name: 'rotations', requests: rotationsPerHour, windowSeconds: 3_600 }),
  };
};

/** Throws DiskFull if the disk of embedded stores has no more than the reserve; nothing where all stores are servers. */
export const roomOf = ({ dataDir, servers: { eventStore, mongodb, elasticsearch } }: Config) =>
  [eventStore, mongodb, elasticsearch].includes(undefined) ? { requireRoom: () => requireRoomIn(dataDir, 0) } : {};

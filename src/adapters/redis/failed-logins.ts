import type { Redis } from 'ioredis';
import { addressKnownForMs, failuresForgottenAfterMs, loginDelayMs } from '../../domain/login-delays.ts';
import { type FailedLogins, loginKeys } from '../../ports/failed-logins.ts';
import { memoryFailedLogins } from '../memory/failed-logins.ts';

/** Keys of Redis: of failures their number, of waits and known addresses that they exist; each expires. */
const failures = (key: string) => `precedent:login:failures:${key}`;
const wait = (key: string) => `precedent:login:wait:${key}`;
const known = (key: string) => `precedent:login:known:${key}`;

/**
 * Counts the failed logins of all instances in Redis; while Redis is not available or takes no writes, each instance counts in its own memory. The longer
 * of both waits applies: Redis may still answer reads, and lacks the failures that were counted in memory meanwhile.
 */
export const redisFailedLogins = (redis: Redis): FailedLogins => {
  const inRedis = failedLoginsIn(redis);
  const inMemory = memoryFailedLogins();
  return {
    waitMs: async (attempt) => {
      const waits = await Promise.all([inMemory.waitMs(attempt), inRedis.waitMs(attempt).catch(() => 0)]);
      return Math.max(...waits);
    },
    failed: (attempt) => inRedis.failed(attempt).catch(() => inMemory.failed(attempt)),
    succeeded: async (attempt) => {
      await inMemory.succeeded(attempt);
      // A key that is not deleted in Redis expires there.
      await inRedis.succeeded(attempt).catch(() => undefined);
    },
  };
};

/** Commands that are sent together are executed in their order, in one round trip. */
const failedLoginsIn = (redis: Redis): FailedLogins => {
  const { countOf, add, set } = failureCounts(redis);
  const countedKey = async ({ account, both }: ReturnType<typeof loginKeys>) =>
    (await redis.exists(known(both))) === 1 ? both : account;

  return {
    waitMs: async (attempt) => {
      const { account, address, both } = loginKeys(attempt);
      const [isKnown, ...waits] = await Promise.all([
        redis.exists(known(both)),
        redis.pttl(wait(both)),
        redis.pttl(wait(account)),
        redis.pttl(wait(address)),
      ]);
      // A key that does not exist has a negative time to live.
      return Math.max(0, ...(isKnown === 1 ? waits.slice(0, 1) : waits));
    },
    failed: async (attempt) => {
      const keys = loginKeys(attempt);
      await Promise.all([add(await countedKey(keys)), add(keys.address)]);
    },
    succeeded: async (attempt) => {
      const keys = loginKeys(attempt);
      const counted = await countedKey(keys);
      const [forgotten, ofAddress] = await Promise.all([countOf(counted), countOf(keys.address)]);
      await Promise.all([
        set(counted, 0),
        set(keys.address, ofAddress - forgotten),
        redis.set(known(keys.both), '1', 'PX', addressKnownForMs),
      ]);
    },
  };
};

/** The failures of each key; its block expires by itself. */
const failureCounts = (redis: Redis) => ({
  countOf: async (key: string): Promise<number> => Number((await redis.get(failures(key))) ?? 0),
  add: async (key: string): Promise<void> => {
    const [count] = await Promise.all([
      redis.incr(failures(key)),
      redis.pexpire(failures(key), failuresForgottenAfterMs),
    ]);
    const delay = loginDelayMs(count);
    if (delay > 0) await redis.set(wait(key), '1', 'PX', delay);
  },
  /** Forgets the failures of the key if none are left. */
  set: (key: string, left: number): Promise<unknown> =>
    left > 0 ? redis.set(failures(key), left, 'PX', failuresForgottenAfterMs) : redis.del(failures(key)),
});

import { Redis } from 'ioredis';
import { backOffMs } from '../../concurrency/retry.ts';

/** A command that Redis does not answer in this time fails; callers count in memory instead. */
const commandTimeoutMs = 1_000;

export type RedisWatch = {
  /** Called once when the connection is lost and once when it is back; `reason` contains no address. */
  readonly lost: (reason: string) => void;
  readonly back: () => void;
};

export type RedisConnection = {
  readonly redis: Redis;
  /** Resolves when Redis is connected. */
  readonly ready: () => Promise<void>;
  readonly close: () => void;
};

/** A connection that is opened again whenever it is lost; until then every command fails at once. */
export const redisConnection = (url: string, watch: RedisWatch): RedisConnection => {
  const redis = new Redis(url, {
    enableOfflineQueue: false,
    commandTimeout: commandTimeoutMs,
    connectTimeout: 5_000,
    maxRetriesPerRequest: 0,
    retryStrategy: (failures) => backOffMs(failures, { firstMs: 200, maxMs: 5_000 }),
  });
  reportConnection(redis, watch);
  return {
    redis,
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

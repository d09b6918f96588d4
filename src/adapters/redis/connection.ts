import { readFileSync } from 'node:fs';
import { Redis } from 'ioredis';
import { backOffMs } from '../../concurrency/retry.ts';
import type { ServerCheck } from '../../ports/server-check.ts';
import { attemptOf, endpointOf } from './check.ts';

/** A command that Redis does not answer in this time fails; callers count in memory instead. */
const commandTimeoutMs = 1_000;

export type RedisConnection = {
  readonly redis: Redis;
  /** Resolves when Redis is connected. */
  readonly ready: () => Promise<void>;
  readonly check: Omit<ServerCheck, 'close'>;
  readonly close: () => void;
};

/**
 * A connection that is opened again whenever it is lost; until then every command fails at once. The URL may name the file of the certificate
 * authorities: `rediss://:password@host:6380?tlsCAFile=/path/to/ca.pem`.
 */
export const redisConnection = (url: string): RedisConnection => {
  const endpoint = endpointOf(url);
  const redis = new Redis(url, {
    enableOfflineQueue: false,
    commandTimeout: commandTimeoutMs,
    connectTimeout: 5_000,
    maxRetriesPerRequest: 0,
    retryStrategy: (failures) => backOffMs(failures, { firstMs: 200, maxMs: 5_000 }),
    // The address may lead to the new primary by now. A script of Redis 6 has the word within its message.
    reconnectOnError: ({ message }) => /\bREADONLY\b/.test(message),
    // It prints a line if the user has no right to INFO. While Redis loads its data, commands fail and memory counts.
    enableReadyCheck: false,
    ...(endpoint.caFile !== undefined && endpoint.tls && { tls: { ca: readFileSync(endpoint.caFile) } }),
  });
  silence(redis);
  return {
    redis,
    ready: () =>
      new Promise((resolve) => {
        if (redis.status === 'ready') resolve();
        else redis.once('ready', () => resolve());
      }),
    check: { endpoint, attempt: attemptOf(redis, endpoint) },
    close: () => redis.disconnect(),
  };
};

/** Answers to credentials that ioredis prints to the console, and then goes on. */
const printed = /no password is set|without any password configured|wrong number of arguments for 'auth'/;

type Send = (...args: unknown[]) => Promise<unknown>;

/** Makes these answers errors like any other, but for that of a server without passwords, which needs no credentials. */
const silence = (redis: Redis): void => {
  const quietly =
    (send: Send): Send =>
    (...args) =>
      send.apply(redis, args).catch((error: unknown) => {
        const { message } = error as Error;
        if (!printed.test(message)) throw error;
        if (message.startsWith('DENIED')) throw new Error('DENIED by protected mode');
        if (message.includes('wrong number')) throw new Error('WRONGPASS for this version');
      });
  const { hello, auth } = redis as unknown as Readonly<Record<'hello' | 'auth', Send>>;
  Object.assign(redis, { hello: quietly(hello), auth: quietly(auth) });
};

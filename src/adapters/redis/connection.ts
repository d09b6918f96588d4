import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { Redis } from 'ioredis';
import { backOffMs } from '../../concurrency/retry.ts';
import type { ServerCheck, ServerEndpoint } from '../../ports/server-check.ts';

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
    ...(endpoint.caFile !== undefined && endpoint.tls && { tls: { ca: readFileSync(endpoint.caFile) } }),
  });
  return {
    redis,
    ready: () =>
      new Promise((resolve) => {
        if (redis.status === 'ready') resolve();
        else redis.once('ready', () => resolve());
      }),
    check: { endpoint, attempt: attemptOf(redis) },
    close: () => redis.disconnect(),
  };
};

const endpointOf = (url: string): ServerEndpoint => {
  const { protocol, hostname, port, username, password, searchParams } = new URL(url);
  return {
    hosts: [{ host: hostname.replaceAll(/[[\]]/g, ''), port: Number(port || 6_379) }],
    tls: protocol === 'rediss:',
    caFile: searchParams.get('tlsCAFile') ?? undefined,
    hasCredentials: username !== '' || password !== '',
    greeting: 'PING\r\n',
    isAnswer: (bytes) => /^(?:\+PONG|-[A-Z]+ )/.test(bytes.toString('latin1')),
  };
};

/** Reads as the service does. A connection that cannot be opened is opened again all the time: its last error says why. */
const attemptOf = (redis: Redis): ServerCheck['attempt'] => {
  let last: Error | undefined;
  redis.on('error', (error: Error) => {
    last = error;
  });
  redis.on('close', () => {
    last ??= new Error('closed');
  });
  redis.on('ready', () => {
    last = undefined;
  });
  return async () => {
    if (redis.status !== 'ready') {
      if (last) throw last;
      await once(redis, 'ready');
    }
    await redis.exists('precedent:check');
    // A user may have the rights that the service needs, but not this one.
    const server = await redis.info('server').catch(() => '');
    return /^redis_version:(\S+)/m.exec(server)?.[1];
  };
};

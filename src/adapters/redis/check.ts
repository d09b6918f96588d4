import { once } from 'node:events';
import { connect } from 'node:net';
import type { Redis } from 'ioredis';
import { finding } from '../../platform/server-trouble.ts';
import type { ServerCheck, ServerEndpoint } from '../../ports/server-check.ts';

/** Where `REDIS_URL` leads. */
export const endpointOf = (url: string): ServerEndpoint => {
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

/** Writes as the service does. A connection that cannot be opened is opened again all the time: its last error says why. */
export const attemptOf = (redis: Redis, endpoint: ServerEndpoint): ServerCheck['attempt'] => {
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
      const failure = last ?? (await once(redis, 'ready').then(noFailure, (error: unknown) => error as Error));
      if (failure) throw (await deniedBy(endpoint)) ?? failure;
    }
    // A user may have the rights that the service needs, but not this one.
    const server = await redis.info('server').catch(() => '');
    const field = (name: string) => new RegExp(`^${name}:(\\S+)`, 'm').exec(server)?.[1];
    const mode = field('redis_mode');
    if (mode === 'cluster') throw finding('runsAsCluster');
    if (mode === 'sentinel') throw finding('runsAsSentinel');
    await redis.set('precedent:check', '1', 'PX', checkedMs);
    return field('redis_version');
  };
};

const noFailure = (): undefined => undefined;

/** How long the key of a check stays. */
const checkedMs = 60_000;

const greetingTimeoutMs = 500;

/**
 * A server in protected mode sends an error at once and closes the connection; if a command is in flight, the client sees only a reset. Resolves with that error;
 * undefined if there is none.
 */
const deniedBy = async ({ hosts: [host], tls }: ServerEndpoint): Promise<Error | undefined> => {
  if (!host || tls) return undefined;
  const socket = connect(host);
  try {
    const [bytes] = (await once(socket, 'data', { signal: AbortSignal.timeout(greetingTimeoutMs) })) as [Buffer];
    const answer = bytes.toString('latin1');
    return answer.startsWith('-DENIED') ? new Error('DENIED by protected mode') : undefined;
  } catch {
    return undefined;
  } finally {
    socket.destroy();
  }
};

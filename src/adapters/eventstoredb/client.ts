import { EventStoreDBClient } from '@eventstore/db-client';
import { withTimeout } from '../../concurrency/timeout.ts';
import { LogUnavailable } from '../../domain/errors.ts';

/** Time-out of one call; appends of unknown outcome are repeated for several of these. */
export const callTimeoutMs = 5_000;

/** Resolves like a call of the client; rejects after the time-out. The client's own deadlines start only once it is connected. */
export const withCallTimeout = <Result>(call: Promise<Result>, timeoutMs = callTimeoutMs): Promise<Result> =>
  withTimeout(call, timeoutMs, () => new Error('timed out'));

/** The error for clients of the service; its cause is for the operator. */
export const logUnavailable = (cause?: unknown) => new LogUnavailable('EventStoreDB did not answer', { cause });

/** A member of the client that is replaced because it could end the process. */
type Overridden = {
  readonly handleError: (client: unknown, error: unknown) => Promise<void>;
};

/** Returns a client for a connection string; throws, without quoting it, if it is not valid. */
export const connect = (url: string): EventStoreDBClient => {
  const client = clientOf(url);
  const { handleError } = client as unknown as Overridden;
  const overridden: Overridden = {
    // The client does not await it, and it rejects if the nodes of a cluster cannot be found.
    handleError: (failed, error) => handleError(failed, error).catch(() => undefined),
  };
  return Object.assign(client, overridden);
};

/**
 * Returns a connection string for a TCP connection of its own. gRPC clients with equal options share a connection, on which the unread data of a busy subscription
 * would block all other calls; a keep-alive time-out that is 1 ms longer makes the options differ.
 */
export const withSeparateConnection = (url: string): string => {
  const timeoutMs = Number(optionsOf(url).options.get('keepalivetimeout') ?? defaultKeepAliveTimeoutMs);
  // -1 switches the time-out off.
  return timeoutMs < 0 ? url : `${url}${url.includes('?') ? '&' : '?'}keepAliveTimeout=${timeoutMs + 1}`;
};

/** The client's default. */
const defaultKeepAliveTimeoutMs = 10_000;

const clientOf = (url: string): EventStoreDBClient => {
  try {
    return EventStoreDBClient.connectionString(withoutUnknownOptions(url));
  } catch {
    // The client's own message quotes the string with its password.
    throw new Error('EVENTSTORE_URL is no connection string of EventStoreDB');
  }
};

/** The parts of a connection string; names of options are compared without case, _ and -, as the client does. */
export const optionsOf = (url: string) => {
  const [, credentials, hosts = '', query = ''] =
    /^[^:]+:\/\/(?:([^@/?]*)@)?([^/?]*)\/?\??(.*)$/s.exec(url.trim()) ?? [];
  const options = [...new URLSearchParams(query)].map(([name, value]) => [normalisedName(name), value.trim()] as const);
  return { credentials, hosts: hosts.split(',').filter((host) => host !== ''), options: new Map(options) };
};

const normalisedName = (name: string): string => name.toLowerCase().replaceAll(/[_-]/g, '');

const knownOptions =
  /^(?:maxdiscoverattempts|connectionname|defaultdeadline|discoveryinterval|gossiptimeout|nodepreference|tls|tlscafile|user(?:cert|key)file|throwonappendfailure|keepalive(?:interval|timeout))$/;

/** The client ignores other options, and the one that it does not support, but prints the whole string with its password. */
const withoutUnknownOptions = (url: string): string => {
  const [base = '', query] = url.split(/\?(.*)/s);
  const known =
    query?.split('&').filter((option) => knownOptions.test(normalisedName(option.split('=')[0] ?? ''))) ?? [];
  return known.length === 0 ? base : `${base}?${known.join('&')}`;
};

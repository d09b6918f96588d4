import { setTimeout } from 'node:timers/promises';
import {
  type Db,
  MongoClient,
  type MongoClientOptions,
  MongoError,
  MongoServerError,
  ReadConcern,
  ReadPreference,
} from 'mongodb';
import { backOffMs } from '../../concurrency/retry.ts';
import { withTimeout } from '../../concurrency/timeout.ts';
import { Unavailable } from '../../domain/errors.ts';
import { isStandalone, writeConcernOf } from './deployment.ts';

/** A database of a MongoDB server; its opener closes it. */
export type MongoConnection = { readonly db: Db; readonly client: MongoClient; readonly close: () => Promise<void> };

const options: MongoClientOptions = {
  appName: 'precedent',
  connectTimeoutMS: 5_000,
  serverSelectionTimeoutMS: 2_000,
  // A frozen server answers neither commands nor the driver's heartbeat, which fails first.
  socketTimeoutMS: 20_000,
  heartbeatFrequencyMS: 5_000,
  maxPoolSize: 50,
  waitQueueTimeoutMS: 10_000,
  // The driver repeats a read once. Writes are repeated by their callers, for whom a repeat is harmless.
  retryReads: true,
  retryWrites: false,
  // Also without a primary there is a connection, which says what the server is; `databaseIn` reads from the primary.
  readPreference: 'nearest',
  useBigInt64: true,
  ignoreUndefined: true,
};

const defaultDatabase = 'precedent';

/**
 * The database that a URL names in its path, else `precedent`, for a replica set. The first use connects, and the driver reconnects by itself. Throws an
 * error without the URL, which may hold a password, if it is not a connection string.
 */
export const openMongo = (url: string): MongoConnection => {
  const client = clientOf(url);
  const stop = reconnecting(client);
  const close = async () => {
    stop();
    await client.close();
  };
  return { db: databaseIn(client, url, false), client, close };
};

/** A driver whose first connection fails refuses everything from then on ("Topology is closed") unless it is made to connect again. */
const reconnecting = (client: MongoClient): (() => void) => {
  const stopped = new AbortController();
  let isConnecting = false;
  const reconnect = async () => {
    isConnecting = true;
    while (!stopped.signal.aborted) {
      try {
        await client.connect();
        break;
      } catch {
        // Callers get the error of their own operation.
        await setTimeout(reconnectMs, undefined, { ref: false });
      }
    }
    isConnecting = false;
  };
  client.on('topologyClosed', () => {
    if (!isConnecting && !stopped.signal.aborted) void reconnect();
  });
  return () => stopped.abort();
};

const reconnectMs = 100;

/** The same for a server of unknown kind: resolves once the server has reported it, however long that takes. */
export const openDeployedMongo = async (url: string): Promise<MongoConnection> => {
  const { client, db, close } = openMongo(url);
  for (let failures = 1; ; failures += 1) {
    try {
      return { db: databaseIn(client, url, await isStandalone(db)), client, close };
    } catch (error) {
      if (!isFailure(error)) throw error;
      await setTimeout(backOffMs(failures, { firstMs: 100, maxMs: 1_000 }));
    }
  }
};

/** Nothing in the URL changes when a write is acknowledged. Reads never return what a change of the primary could undo; a standalone has nothing else. */
const databaseIn = (client: MongoClient, url: string, standalone: boolean): Db =>
  client.db(databaseOf(url), {
    writeConcern: writeConcernOf(standalone),
    readConcern: new ReadConcern('majority'),
    readPreference: ReadPreference.primary,
  });

const clientOf = (url: string): MongoClient => {
  try {
    return new MongoClient(url, options);
  } catch {
    throw new Error('MONGODB_URL is no connection string of MongoDB');
  }
};

/** The path between the hosts and the options. `URL` cannot parse a connection string with several hosts. */
const databaseOf = (url: string): string => {
  const [, path = ''] = /^[^/]*\/\/[^/?]*\/([^?]*)/.exec(url) ?? [];
  return path === '' ? defaultDatabase : decodeURIComponent(path);
};

/** Milliseconds that a request waits for MongoDB: longer than one operation may take, and shorter than the sum of several. */
const requestTimeoutMs = 30_000;

/** The error for callers of a request that takes too long. */
export const timedOut = () => new Unavailable('MongoDB did not answer in time');

/** Whether an error is one of a socket: the driver does not wrap it if it writes to a socket whose other end is gone. */
const isSocketError = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && /^(?:EPIPE|ECONN\w+|ERR_STREAM_\w+)$/.test(String(error.code));

const isFailure = (error: unknown): boolean => error instanceof MongoError || isSocketError(error);

/** The result of a request to MongoDB. Throws Unavailable, without any address, if MongoDB fails or does not answer in time. */
export const mapErrors = async <Result>(work: () => Promise<Result>, timeoutMs = requestTimeoutMs): Promise<Result> => {
  try {
    return await withTimeout(work(), timeoutMs, timedOut);
  } catch (error) {
    throw refusalOf(error);
  }
};

/** Unavailable, without any address in its message, if MongoDB has failed; any other error unchanged. */
const refusalOf = (error: unknown): unknown => {
  if (error instanceof MongoServerError && isFull(error)) {
    return new Unavailable('MongoDB has no room: its disk or its quota is full', { cause: error });
  }
  if (!isFailure(error)) return error;
  return new Unavailable('MongoDB did not answer', { cause: error });
};

/** MongoDB's OutOfDiskSpace, what its storage engine says, and the refusal of a hosted one whose quota is used up. */
const isFull = ({ code, message }: MongoServerError): boolean =>
  code === 14_031 || /no space left on device|over your space quota/i.test(message);

/**
 * Milliseconds for a batch or a page: several commands, each of which may take a third of it. The driver limits all of its steps but one: it waits
 * without end for the drain of a socket whose other end is gone, as happens when a server is killed during a write.
 */
const batchTimeoutMs = 60_000;

/** Limits the time of work of the projector, which repeats what failed. Work that timed out may still be done. Throws like `mapErrors`. */
export const limitTime =
  <Args extends readonly unknown[], Result>(work: (...args: Args) => Promise<Result>) =>
  (...args: Args): Promise<Result> =>
    mapErrors(() => work(...args), batchTimeoutMs);

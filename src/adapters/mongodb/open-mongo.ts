import { type Db, MongoClient, type MongoClientOptions } from 'mongodb';

/** A database of a MongoDB server; whoever opened it closes it. */
export type MongoConnection = { readonly db: Db; readonly close: () => Promise<void> };

const options: MongoClientOptions = {
  appName: 'precedent',
  connectTimeoutMS: 5_000,
  serverSelectionTimeoutMS: 5_000,
  // A frozen server answers neither a command nor the driver's own beat: both ends are found, the beat's sooner.
  socketTimeoutMS: 20_000,
  heartbeatFrequencyMS: 5_000,
  maxPoolSize: 50,
  waitQueueTimeoutMS: 10_000,
  // A read is repeated once by the driver. Writes are repeated by those who ask for them: they know that a repeat is harmless.
  retryReads: true,
  retryWrites: false,
  // A write is on the disks of most members before it counts, else a checkpoint that was believed could be lost in a crash.
  writeConcern: { w: 'majority', journal: true },
  readPreference: 'primary',
  useBigInt64: true,
  ignoreUndefined: true,
};

const defaultDatabase = 'precedent';

/**
 * The database that a URL names in its path, else `precedent`. Returns at once: the first use connects, and the driver reconnects by itself.
 * Throws an error without the URL, which may hold a password, where it is not a connection string.
 */
export const openMongo = (url: string): MongoConnection => {
  const client = clientOf(url);
  return { db: client.db(databaseOf(url)), close: () => client.close() };
};

const clientOf = (url: string): MongoClient => {
  try {
    return new MongoClient(url, options);
  } catch {
    throw new Error('The URL of MongoDB is not a connection string that can be used');
  }
};

/** What stands between the hosts and the options. The URL itself cannot be parsed as one: it may have several hosts. */
const databaseOf = (url: string): string => {
  const [, path = ''] = /^[^/]*\/\/[^/?]*\/([^?]*)/.exec(url) ?? [];
  return path === '' ? defaultDatabase : decodeURIComponent(path);
};

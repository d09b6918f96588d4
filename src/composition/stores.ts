import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { dataFiles } from '../adapters/files/data-files.ts';
import { memoryUploadLeases } from '../adapters/memory/upload-leases.ts';
import { accountTables, sqliteAccounts } from '../adapters/sqlite/rows/accounts.ts';
import { collectionTables } from '../adapters/sqlite/rows/collection-tables.ts';
import { sqliteCollections } from '../adapters/sqlite/rows/collections.ts';
import { openDatabase } from '../adapters/sqlite/database.ts';
import { type EraseTraces, sqliteTraces } from '../adapters/sqlite/erase-traces.ts';
import { sqliteErasedContents } from '../adapters/sqlite/tickets/erased-contents.ts';
import { sqliteErasures } from '../adapters/sqlite/rows/erasures.ts';
import { sqliteEventStore } from '../adapters/sqlite/log/event-store.ts';
import { fileHealth } from '../adapters/sqlite/file-health.ts';
import { sqliteReadModel, type Tables } from '../adapters/sqlite/read-model.ts';
import { ticketIndexTables } from '../adapters/sqlite/tickets/ticket-index-tables.ts';
import { sqliteTickets } from '../adapters/sqlite/tickets/tickets.ts';
import { uploadTables } from '../adapters/sqlite/rows/upload-tables.ts';
import { sqliteUploads } from '../adapters/sqlite/rows/uploads.ts';
import {
  removeDamaged,
  type Replacement,
  type WritableViewsFile,
  writeViewsFile,
} from '../adapters/sqlite/views-file.ts';
import { sqliteCodeBlocks } from '../adapters/sqlite/vectors/store-code-blocks.ts';
import { sqliteTicketIndex } from '../adapters/sqlite/vectors/vector-search.ts';
import type { Config } from '../config.ts';
import type { ReadModelsRebuild } from '../operations/rebuild-read-models.ts';
import { changeReaderThread } from './change-reader-thread.ts';
import type { ElasticsearchPorts } from './elasticsearch-ports.ts';
import { logReaderThread } from './log-reader-thread.ts';
import type { MongodbPorts } from './mongodb-ports.ts';
import { requireServers } from './server-checks.ts';
import { storeFiles } from './read-stores.ts';
import { type Leadership, leadershipByLease, neverLeader, singleProcess } from '../../projections/leadership.ts';

export type StoreConfig = Pick<Config, 'dataDir' | 'servers' | 'role'>;

type OnError = (error: unknown) => void;

type StoreOptions = {
  readonly onError: OnError;
  /** Called if the file of the read models was damaged at the start and was moved aside. */
  readonly onViewsDamaged: (error: unknown) => void;
  /** Memory shared with the threads that read the embedded files. */
  readonly fileStates: SharedArrayBuffer;
};

/** In ms: how long the right to project lasts without a renewal, and the renewal interval. Another process takes over within 15 s. */
const leaseTimes = { lifetimeMs: 9_000, renewalIntervalMs: 2_500 };

/** The log and the read models for the thread that writes them, one line a port: the server if its URL is set, else SQLite in the folder. */
export const openStores = async ({ dataDir, servers, role }: StoreConfig, options: StoreOptions) => {
  const { onError } = options;
  const { opened, close } = openResources();
  const { eventStore, mongodb, elasticsearch } = servers;
  const mongo = mongodb === undefined ? undefined : opened(await mongodbPorts(mongodb));
  const search = elasticsearch === undefined ? undefined : opened(await elasticsearchPorts(elasticsearch));
  const serverLog = eventStore === undefined ? undefined : opened(await eventStoreDb(eventStore, onError));
  const traces: EraseTraces[] = [];
  const log = serverLog ?? openLog(dataDir, opened, { ...options, traces });
  const ahead = serverLog ? undefined : changeReaderThread(join(dataDir, 'events.db'), { log, onFailure: onError });
  const views = once(() => openViews(dataDir, opened, options));
  const holder = randomUUID();
  if (!mongo || !search) traces.push(views().port((database) => sqliteTraces(database)));
  const embedded = <Change>(tables: Tables<Change>) => views().port((database) => sqliteReadModel(database, tables));
  return {
    log,
    ahead,
    erased: serverLog?.erased,
    /** What is said of a log that fails without a reason. */
    logNoAnswer: eventStore === undefined ? 'Event log cannot be written' : 'EventStoreDB did not answer',
    models: {
      accounts: mongo?.accountModel() ?? embedded(accountTables),
      collections: mongo?.collectionModel() ?? embedded(collectionTables),
      uploads: mongo?.uploadModel() ?? embedded(uploadTables),
      index: search?.ticketIndexModel() ?? embedded(ticketIndexTables),
    },
    accounts: mongo?.accounts() ?? views().port(sqliteAccounts),
    readers: textReaders(dataDir, views, { mongo, search }),
    uploads: mongo?.uploads() ?? views().port(sqliteUploads),
    leases: mongo?.uploadLeases() ?? memoryUploadLeases(),
    /** Removes what deletions have left in the embedded files; resolves to false if it must be called again. */
    eraseTraces: async () => (await Promise.all(traces.map(({ erase }) => erase()))).every(Boolean),
    ticketIndex: search?.ticketIndex() ?? views().port((database) => sqliteTicketIndex(database)),
    codeBlocks: search ? undefined : views().port(sqliteCodeBlocks),
    leadership: leadershipOf({ role, mongo, holder, onError }),
    operationRequests: mongo && opened(mongo.operationRequests({ ...requestOptions(holder), failed: onError })),
    ...storeFiles({ dataDir, servers, fileStates: options.fileStates }),
    /** Builds the read models that are in the folder in another file; undefined if none are. */
    beginRebuild: mongo && search ? undefined : () => rebuildOf(views().beginReplacement(), { mongo, search }),
    /** To be called once the read models are complete. */
    removeDamagedViews: () => removeDamaged(join(dataDir, 'views.db')),
    close,
  };
};

type Ports = {
  readonly mongo: MongodbPorts | undefined;
  readonly search: ElasticsearchPorts | undefined;
};

/** What erasures and undos look at. */
const textReaders = (dataDir: string, views: () => WritableViewsFile, { mongo, search }: Ports) => ({
  collections: mongo?.collections() ?? views().port(sqliteCollections),
  erasures: mongo?.erasures() ?? views().port(sqliteErasures),
  tickets: search?.tickets() ?? views().port(sqliteTickets),
  contents: search?.erasedContents() ?? views().port(sqliteErasedContents),
  files: dataFiles(dataDir),
});

type Opened = ReturnType<typeof openResources>['opened'];

type LogOptions = StoreOptions & { readonly traces: EraseTraces[] };

const openLog = (dataDir: string, opened: Opened, { onError, fileStates, traces }: LogOptions) => {
  const health = fileHealth(fileStates, 'events.db');
  try {
    const database = opened(openDatabase(join(dataDir, 'events.db'), 'full'));
    traces.push(sqliteTraces(database));
    return sqliteEventStore(database, onError, health);
  } catch (error) {
    throw health.noted(error);
  }
};

const openViews = (dataDir: string, opened: Opened, { onViewsDamaged: onDamaged, fileStates }: StoreOptions) =>
  opened(writeViewsFile(join(dataDir, 'views.db'), { health: fileHealth(fileStates, 'views.db'), onDamaged }));

type Servers = { readonly mongo: unknown; readonly search: unknown };

/** The read models that no server holds, in a file that is to replace the present one. */
const rebuildOf = ({ database, promote, abandon }: Replacement, { mongo, search }: Servers): ReadModelsRebuild => {
  const rows = () => ({
    accounts: sqliteReadModel(database, accountTables),
    collections: sqliteReadModel(database, collectionTables),
    uploads: sqliteReadModel(database, uploadTables),
  });
  const index = () => ({ index: sqliteReadModel(database, ticketIndexTables) });
  return { models: { ...(mongo ? {} : rows()), ...(search ? {} : index()) }, promote, abandon };
};

/** The queue of operations in a MongoDB, for a process that enqueues them. Throws, with one line, if MongoDB cannot be used. */
export const openOperationRequests = async (url: string) => {
  await requireServers({ eventStore: undefined, mongodb: url, elasticsearch: undefined });
  const { opened, close } = openResources();
  const mongo = opened(await mongodbPorts(url));
  const options = { ...requestOptions(randomUUID()), failed: () => undefined };
  return { ...opened(mongo.operationRequests(options)), close };
};

const mongodbPorts = async (url: string) => (await import('./mongodb-ports.ts')).openMongodbPorts(url);
const elasticsearchPorts = async (url: string) =>
  (await import('./elasticsearch-ports.ts')).openElasticsearchPorts(url);
const eventStoreDb = async (url: string, onError: OnError) => {
  const { eventStoreDbEventStore } = await import('../adapters/eventstoredb/event-store.ts');
  return eventStoreDbEventStore(url, onError, logReaderThread(url, onError));
};

const requestOptions = (holder: string) => {
  const { lifetimeMs: lifetime } = leaseTimes;
  return { holder, lifetime, newId: randomUUID, time: () => new Date() };
};

type LeadershipOptions = {
  readonly role: Config['role'];
  readonly mongo: MongodbPorts | undefined;
  readonly holder: string;
  readonly onError: OnError;
};

/** Which process may project: this one alone, or the holder of the lease that all processes on one MongoDB share. */
const leadershipOf =
  ({ role, mongo, holder, onError: failed }: LeadershipOptions) =>
  (signal: AbortSignal): Leadership => {
    if (role === 'api') return neverLeader(signal);
    if (!mongo) return singleProcess(signal);
    const lease = mongo.lease(holder, leaseTimes.lifetimeMs);
    return leadershipByLease({ lease, name: 'projections', ...leaseTimes, signal, failed });
  };

type Close = () => Promise<void> | void;

/** Collects what has been opened; `close` closes it in reverse order. */
const openResources = () => {
  const closing: Close[] = [];
  return {
    opened: <Resource extends { readonly close: Close }>(resource: Resource): Resource => {
      closing.push(() => resource.close());
      return resource;
    },
    close: async (): Promise<void> => {
      for (const close of closing.toReversed()) await close();
    },
  };
};

const once = <Value>(make: () => Value): (() => Value) => {
  let made: { readonly value: Value } | undefined;
  return () => (made ??= { value: make() }).value;
};

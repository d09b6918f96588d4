import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { dataFiles } from '../adapters/files/data-files.ts';
import { memoryUploadLeases } from '../adapters/memory/upload-leases.ts';
import { sqliteKeyUses } from '../adapters/sqlite/key-uses.ts';
import { sqliteAccountErasures } from '../adapters/sqlite/rows/account-erasure-tables.ts';
import { accountTables, sqliteAccounts } from '../adapters/sqlite/rows/accounts.ts';
import { collectionTables } from '../adapters/sqlite/rows/collection-tables.ts';
import { sqliteCollections } from '../adapters/sqlite/rows/collections.ts';
import { openDatabase } from '../adapters/sqlite/database.ts';
import { type EraseTraces, sqliteTraces } from '../adapters/sqlite/erase-traces.ts';
import { sqliteErasedContents } from '../adapters/sqlite/tickets/erased-contents.ts';
import { sqliteErasures } from '../adapters/sqlite/rows/erasures.ts';
import { sqliteEventStore } from '../adapters/sqlite/log/event-store.ts';
import { searchLogFile } from '../adapters/sqlite/log/search-log.ts';
import { fileHealth } from '../adapters/sqlite/file-health.ts';
import { legacyReadModels } from '../adapters/sqlite/legacy-read-models.ts';
import type { Tables } from '../adapters/sqlite/read-model.ts';
import { openReadModel, type SqliteReadModel } from '../adapters/sqlite/read-model-files.ts';
import { ticketIndexTables } from '../adapters/sqlite/tickets/ticket-index-tables.ts';
import { sqliteTickets } from '../adapters/sqlite/tickets/tickets.ts';
import { sqliteGaps } from '../adapters/sqlite/rows/gaps.ts';
import { questionTables } from '../adapters/sqlite/rows/question-tables.ts';
import { sqliteQuestions } from '../adapters/sqlite/rows/questions.ts';
import { uploadTables } from '../adapters/sqlite/rows/upload-tables.ts';
import { sqliteUploads } from '../adapters/sqlite/rows/uploads.ts';
import { sqliteCodeBlocks } from '../adapters/sqlite/vectors/store-code-blocks.ts';
import { sqliteTicketIndex } from '../adapters/sqlite/vectors/vector-search.ts';
import { fairDutyCycle } from '../concurrency/duty-cycle.ts';
import type { Config } from '../config.ts';
import { searchEvents } from '../operations/search-events.ts';
import type { EventStore } from '../ports/event-store.ts';
import type { SearchLog } from '../ports/log-search.ts';
import type { ProjectionName } from '../ports/read-your-writes.ts';
import { vectorCache } from '../vector-engine/vector-cache.ts';
import { changeReaderThread } from './change-reader-thread.ts';
import type { ElasticsearchPorts } from './elasticsearch-ports.ts';
import { logReaderThread } from './log-reader-thread.ts';
import type { MongodbPorts } from './mongodb-ports.ts';
import { openResources } from './open-resources.ts';
import { requireServers } from './server-checks.ts';
import { storeFiles } from './read-stores.ts';
import { type Leadership, leadershipByLease, neverLeader, singleProcess } from '../../projections/leadership.ts';

export type StoreConfig = Pick<Config, 'dataDir' | 'servers' | 'role'>;

type OnError = (error: unknown) => void;

type StoreOptions = {
  readonly onError: OnError;
  /** Called if the file of a read model was damaged at the start: an empty one has replaced it. */
  readonly onViewsDamaged: (name: ProjectionName, error: unknown) => void;
  /** Memory shared with the threads that read the embedded files. */
  readonly fileStates: SharedArrayBuffer;
};

/** In ms: how long the right to project lasts without a renewal, and the renewal interval. Another process takes over within 15 s. */
const leaseTimes = { lifetimeMs: 9_000, renewalIntervalMs: 2_500 };

/** The log and the read models for the thread that writes them: the server if its URL is set, else SQLite in the folder. */
export const openStores = async ({ dataDir, servers, role }: StoreConfig, options: StoreOptions) => {
  const { onError, fileStates } = options;
  const { opened, close } = openResources();
  const { eventStore, mongodb, elasticsearch } = servers;
  const mongo = mongodb === undefined ? undefined : opened(await mongodbPorts(mongodb));
  const search = elasticsearch === undefined ? undefined : opened(await elasticsearchPorts(elasticsearch));
  const serverLog = eventStore === undefined ? undefined : opened(await eventStoreDb(eventStore, onError));
  const { log, traces: logTraces } = serverLog ? { log: serverLog, traces: [] } : openLog(dataDir, opened, options);
  const embedded: Embedded = async (tables) => opened(await openTables(dataDir, tables, options));
  const rows = mongo ? mongoRows(mongo) : await sqliteRows(embedded);
  const tickets = search ? elasticsearchTickets(search) : await sqliteTicketPorts(embedded);
  const traces = [...logTraces, ...rows.traces, ...tickets.traces];
  const holder = randomUUID();
  return {
    log,
    ahead: serverLog ? undefined : changeReaderThread(join(dataDir, 'events.db'), { log, onFailure: onError }),
    erased: serverLog?.erased,
    /** The reason for clients if the log fails without one. */
    logNoAnswer: eventStore === undefined ? 'Event log cannot be written' : 'EventStoreDB did not answer',
    models: { ...rows.models, index: tickets.model },
    accounts: rows.accounts,
    accountErasures: rows.accountErasures,
    /** The ports for erasures and undos. */
    readers: { ...rows.readers, ...tickets.readers, files: dataFiles(dataDir) },
    uploads: rows.uploads,
    questions: rows.questions,
    gaps: rows.gaps,
    leases: mongo?.uploadLeases() ?? memoryUploadLeases(),
    keyUses: mongo?.keyUses() ?? opened(sqliteKeyUses(join(dataDir, 'key-uses.db'))),
    eraseTraces: fairDutyCycle(sharesForTraces, { run: () => eraseAll(traces), hasServed: isDone }),
    searchLog: logSearch(join(dataDir, 'events.db'), serverLog),
    ticketIndex: tickets.index,
    codeBlocks: tickets.codeBlocks,
    leadership: leadershipOf({ role, mongo, holder, onError }),
    operationRequests: mongo && opened(mongo.operationRequests({ ...requestOptions(holder), failed: onError })),
    ...storeFiles({ dataDir, servers, fileStates }),
    /** The read models of an earlier release, which kept all of them in one file. */
    legacyReadModels: mongo && search ? undefined : legacyReadModels(dataDir),
    close,
  };
};

/**
 * What deletions leave in files is removed for these shares of the time at most: nothing can be stored while a file is rewritten. A tenant that erases all the time
 * uses up its own share; the erasures of others wait for the share of all only, four times as long as the last rewrite took.
 */
const sharesForTraces = { ofClient: 0.05, ofAll: 0.2 };

/** Removes what deletions have left in the embedded files, one after the other; resolves with why it must be called again, undefined if it is done. */
const eraseAll = async (traces: readonly EraseTraces[]): Promise<string | undefined> => {
  let reason: string | undefined;
  for (const { erase } of traces) {
    reason = (await erase()) ?? reason;
    // What has come meanwhile goes first.
    await setImmediate();
  }
  return reason;
};

/** The files beside a server's log have the statements of their tables only. */
const logSearch = (path: string, serverLog: Pick<EventStore, 'subscribe'> | undefined): SearchLog => {
  const searchFile = searchLogFile(path);
  if (serverLog === undefined) return searchFile;
  return async (search) => {
    const { found } = await searchFile(search);
    const inLog = await searchEvents(serverLog)(search);
    return { ...inLog, found: new Set([...found, ...inLog.found]) };
  };
};

const isDone = (reason: string | undefined): boolean => reason === undefined;

type Embedded = <Change>(tables: Tables<Change>) => Promise<SqliteReadModel<Change>>;

const openTables = <Change>(
  dataDir: string,
  tables: Tables<Change>,
  { fileStates, onViewsDamaged }: StoreOptions,
): Promise<SqliteReadModel<Change>> => {
  const { name } = tables;
  const health = fileHealth(fileStates, `views-${name}`);
  return openReadModel(dataDir, tables, { health, onDamaged: (error) => onViewsDamaged(name, error) });
};

const sqliteRows = async (embedded: Embedded) => {
  const accounts = await embedded(accountTables);
  const collections = await embedded(collectionTables);
  const uploads = await embedded(uploadTables);
  const questions = await embedded(questionTables);
  return {
    models: {
      ...{ accounts: accounts.model, collections: collections.model },
      ...{ uploads: uploads.model, questions: questions.model },
    },
    accounts: accounts.port(sqliteAccounts),
    accountErasures: accounts.port(sqliteAccountErasures),
    uploads: uploads.port(sqliteUploads),
    questions: questions.port(sqliteQuestions),
    gaps: questions.port(sqliteGaps),
    readers: { collections: collections.port(sqliteCollections), erasures: collections.port(sqliteErasures) },
    traces: [accounts.traces, collections.traces, uploads.traces, questions.traces],
  };
};

const mongoRows = (mongo: MongodbPorts) => ({
  models: {
    ...{ accounts: mongo.accountModel(), collections: mongo.collectionModel() },
    ...{ uploads: mongo.uploadModel(), questions: mongo.questionModel() },
  },
  accounts: mongo.accounts(),
  accountErasures: mongo.accountErasures(),
  uploads: mongo.uploads(),
  questions: mongo.questions(),
  gaps: mongo.gaps(),
  readers: { collections: mongo.collections(), erasures: mongo.erasures() },
  traces: [],
});

const sqliteTicketPorts = async (embedded: Embedded) => {
  const index = await embedded(ticketIndexTables);
  const { model, port, traces } = index;
  const cache = vectorCache();
  return {
    model,
    index: port((database, _commits, generation) => sqliteTicketIndex(database, { generation, cache })),
    readers: { tickets: port(sqliteTickets), contents: sqliteErasedContents(index) },
    codeBlocks: port(sqliteCodeBlocks),
    traces: [traces],
  };
};

const elasticsearchTickets = (search: ElasticsearchPorts) => ({
  model: search.ticketIndexModel(),
  index: search.ticketIndex(),
  readers: { tickets: search.tickets(), contents: search.erasedContents() },
  codeBlocks: undefined,
  traces: [],
});

type Opened = ReturnType<typeof openResources>['opened'];

const openLog = (dataDir: string, opened: Opened, { onError, fileStates }: StoreOptions) => {
  const health = fileHealth(fileStates, 'events.db');
  try {
    const database = opened(openDatabase(join(dataDir, 'events.db'), 'full'));
    return { log: sqliteEventStore(database, onError, health), traces: [sqliteTraces(database)] };
  } catch (error) {
    throw health.noted(error);
  }
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

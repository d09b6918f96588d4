import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { openElasticsearch } from '../adapters/elasticsearch/connection.ts';
import { elasticsearchTicketIndexModel } from '../adapters/elasticsearch/read-model.ts';
import { elasticsearchTicketIndex } from '../adapters/elasticsearch/ticket-index.ts';
import { eventStoreDbEventStore } from '../adapters/eventstoredb/event-store.ts';
import { accountDocuments } from '../adapters/mongodb/accounts.ts';
import { collectionDocuments } from '../adapters/mongodb/collection-documents.ts';
import { mongoLease, mongoUploadLeases } from '../adapters/mongodb/leases.ts';
import { type MongoConnection, openMongo } from '../adapters/mongodb/connection.ts';
import { mongoReadModel } from '../adapters/mongodb/read-model.ts';
import { mongoOperationRequests } from '../adapters/mongodb/operation-requests.ts';
import { uploadDocuments } from '../adapters/mongodb/upload-documents.ts';
import { mongoUploads } from '../adapters/mongodb/uploads.ts';
import { memoryUploadLeases } from '../adapters/memory/upload-leases.ts';
import { accountTables } from '../adapters/sqlite/accounts.ts';
import { collectionTables } from '../adapters/sqlite/collection-tables.ts';
import { openDatabase } from '../adapters/sqlite/database.ts';
import { sqliteEventStore } from '../adapters/sqlite/event-store.ts';
import { sqliteReadModel } from '../adapters/sqlite/read-model.ts';
import { ticketIndexTables } from '../adapters/sqlite/ticket-index-tables.ts';
import { uploadTables } from '../adapters/sqlite/upload-tables.ts';
import { sqliteUploads } from '../adapters/sqlite/uploads.ts';
import { sqliteTicketIndex } from '../adapters/sqlite/vector-search.ts';
import type { Config } from '../config.ts';
import { type Leadership, leadershipByLease, neverLeader, singleProcess } from '../../projections/leadership.ts';

export type StoreConfig = Pick<Config, 'dataDir' | 'servers' | 'role'>;

type OnError = (error: unknown) => void;

/** In ms: how long the right to project lasts without a renewal, and the renewal interval. Another process takes over within 15 s. */
const leaseTimes = { lifetimeMs: 9_000, renewalIntervalMs: 2_500 };

/** The log and the read models for the thread that writes them, one line a port: the server if its URL is set, else SQLite in the folder. */
export const openStores = ({ dataDir, servers, role }: StoreConfig, onError: OnError) => {
  const { opened, close } = openResources();
  const database = (name: string, durability: 'full' | 'normal') =>
    opened(openDatabase(join(dataDir, name), durability));
  const views = once(() => database('views.db', 'normal'));
  const { eventStore, mongodb, elasticsearch } = servers;
  const mongo = mongodb === undefined ? undefined : opened(openMongo(mongodb)).db;
  const search = elasticsearch === undefined ? undefined : opened(openElasticsearch(elasticsearch));
  const holder = randomUUID();
  return {
    log:
      eventStore === undefined
        ? sqliteEventStore(database('events.db', 'full'), onError)
        : opened(eventStoreDbEventStore(eventStore, onError)),
    models: {
      accounts: mongo ? mongoReadModel(mongo, accountDocuments) : sqliteReadModel(views(), accountTables),
      collections: mongo ? mongoReadModel(mongo, collectionDocuments) : sqliteReadModel(views(), collectionTables),
      uploads: mongo ? mongoReadModel(mongo, uploadDocuments) : sqliteReadModel(views(), uploadTables),
      index: search ? elasticsearchTicketIndexModel(search) : sqliteReadModel(views(), ticketIndexTables),
    },
    uploads: mongo ? mongoUploads(mongo) : sqliteUploads(views()),
    leases: mongo ? mongoUploadLeases(mongo) : memoryUploadLeases(),
    ticketIndex: search ? elasticsearchTicketIndex(search) : sqliteTicketIndex(views()),
    leadership: leadershipOf({ role, mongo, holder, onError }),
    operationRequests: mongo && opened(mongoOperationRequests(mongo, { ...requestOptions(holder), failed: onError })),
    close,
  };
};

/** The queue of operations in a MongoDB, for a process that enqueues them. */
export const openOperationRequests = (url: string) => {
  const { opened, close } = openResources();
  const { db } = opened(openMongo(url));
  const options = { ...requestOptions(randomUUID()), failed: () => undefined };
  return { ...opened(mongoOperationRequests(db, options)), close };
};

const requestOptions = (holder: string) => {
  const { lifetimeMs: lifetime } = leaseTimes;
  return { holder, lifetime, newId: randomUUID, time: () => new Date() };
};

type LeadershipOptions = {
  readonly role: Config['role'];
  readonly mongo: MongoConnection['db'] | undefined;
  readonly holder: string;
  readonly onError: OnError;
};

/** Which process may project: this one alone, or the holder of the lease that all processes on one MongoDB share. */
const leadershipOf =
  ({ role, mongo, holder, onError: failed }: LeadershipOptions) =>
  (signal: AbortSignal): Leadership => {
    if (role === 'api') return neverLeader(signal);
    if (!mongo) return singleProcess(signal);
    const lease = mongoLease(mongo, holder, leaseTimes.lifetimeMs);
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

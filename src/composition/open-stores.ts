import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { openElasticsearch } from '../adapters/elasticsearch/connect.ts';
import { elasticsearchTicketIndexModel } from '../adapters/elasticsearch/read-model.ts';
import { elasticsearchTicketIndex } from '../adapters/elasticsearch/ticket-index.ts';
import { eventStoreDbEventStore } from '../adapters/eventstoredb/event-store.ts';
import { accountDocuments } from '../adapters/mongodb/accounts.ts';
import { collectionDocuments } from '../adapters/mongodb/collection-documents.ts';
import { mongoLease, mongoUploadLeases } from '../adapters/mongodb/leases.ts';
import { openMongo } from '../adapters/mongodb/connection.ts';
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
import { type Leadership, leadershipBy, neverLeader, singleProcess } from '../../projections/leadership.ts';

export type StoreConfig = Pick<Config, 'dataDir' | 'servers' | 'role'>;

/** Everything embedded in one folder. */
export const embeddedIn = (dataDir: string): StoreConfig & Pick<Config, 'gateway'> => ({
  dataDir,
  servers: { eventStore: undefined, mongodb: undefined, elasticsearch: undefined, redis: undefined },
  role: 'all',
  gateway: undefined,
});

/** How long a right to project lasts unless it is renewed, and how often it is; milliseconds. Another process takes over within 15 s. */
const lease = { lifetime: 9_000, every: 2_500 };

/** The log and the read models as the projector writes them, one line each: its URL set → the server, else SQLite in the folder. */
export const openStores = ({ dataDir, servers, role }: StoreConfig, failed: (error: unknown) => void) => {
  const closing: Close[] = [];
  const opened = <Store extends { readonly close: Close }>(store: Store): Store => {
    closing.push(() => store.close());
    return store;
  };
  const { eventStore, mongodb, elasticsearch } = servers;
  const embedded = mongodb === undefined || elasticsearch === undefined;
  const views = embedded ? opened(openDatabase(join(dataDir, 'views.db'), 'normal')) : undefined;
  const mongo = mongodb === undefined ? undefined : opened(openMongo(mongodb)).db;
  const search = elasticsearch === undefined ? undefined : opened(openElasticsearch(elasticsearch));
  const holder = randomUUID();
  return {
    log:
      eventStore === undefined
        ? sqliteEventStore(opened(openDatabase(join(dataDir, 'events.db'), 'full')), failed)
        : opened(eventStoreDbEventStore(eventStore, failed)),
    accounts: mongo ? mongoReadModel(mongo, accountDocuments) : sqliteReadModel(given(views), accountTables),
    collections: mongo ? mongoReadModel(mongo, collectionDocuments) : sqliteReadModel(given(views), collectionTables),
    uploads: mongo ? mongoReadModel(mongo, uploadDocuments) : sqliteReadModel(given(views), uploadTables),
    uploadRows: mongo ? mongoUploads(mongo) : sqliteUploads(given(views)),
    leases: mongo ? mongoUploadLeases(mongo) : memoryUploadLeases(),
    index: search ? elasticsearchTicketIndexModel(search) : sqliteReadModel(given(views), ticketIndexTables),
    reader: search ? elasticsearchTicketIndex(search) : sqliteTicketIndex(given(views)),
    /** Who may project: this process alone, or whoever holds the lease that processes on one MongoDB share. */
    leadership: (signal: AbortSignal): Leadership => {
      if (role === 'api') return neverLeader(signal);
      if (!mongo) return singleProcess(signal);
      const { lifetime, every } = lease;
      return leadershipBy({
        lease: mongoLease(mongo, holder, lifetime),
        name: 'projections',
        lifetime,
        every,
        signal,
        failed,
      });
    },
    /** Operations asked on the command line of processes that share a MongoDB. */
    requests: mongo && opened(mongoOperationRequests(mongo, { ...requestTaker(holder), failed })),
    /** In the reverse order of their opening. */
    close: async () => {
      for (const close of closing.toReversed()) await close();
    },
  };
};

type Close = () => Promise<void> | void;

/** The requests of a MongoDB, for whoever asks. */
export const openRequests = (url: string) => {
  const { db, close } = openMongo(url);
  const requests = mongoOperationRequests(db, { ...requestTaker(randomUUID()), failed: () => undefined });
  return {
    ...requests,
    close: async () => {
      requests.close();
      await close();
    },
  };
};

const requestTaker = (holder: string) => ({
  ...{ holder, lifetime: lease.lifetime, newId: randomUUID, time: () => new Date() },
});

/** What is opened wherever it is needed. */
const given = <Value>(value: Value | undefined): Value => {
  if (value === undefined) throw new Error('The embedded read models are not open');
  return value;
};

import { join } from 'node:path';
import { sqliteAccounts } from '../adapters/sqlite/accounts.ts';
import { sqliteCollections } from '../adapters/sqlite/collections.ts';
import { openDatabase } from '../adapters/sqlite/database.ts';
import { fileHealth } from '../adapters/sqlite/file-health.ts';
import { sqliteUploads } from '../adapters/sqlite/uploads.ts';
import { sqliteTicketIndex } from '../adapters/sqlite/vector-search.ts';
import type { Config } from '../config.ts';
import type { WatchedFile } from '../operations/readiness.ts';
import type { Accounts } from '../ports/accounts.ts';
import type { Collections } from '../ports/collections.ts';
import type { TicketIndex } from '../ports/ticket-index.ts';
import type { Uploads } from '../ports/uploads.ts';

type StoreConfig = Pick<Config, 'dataDir' | 'servers'>;

type ReadModels = {
  readonly accounts: Accounts;
  readonly collections: Collections;
  readonly uploads: Uploads;
  readonly close: () => Promise<void> | void;
};

/** Accounts, collections and uploads for a thread that reads them: MongoDB if its URL is set, else SQLite in the folder. */
export const openReadModels = async ({ dataDir, servers }: StoreConfig): Promise<ReadModels> => {
  if (servers.mongodb !== undefined) {
    const { openMongodbPorts } = await import('./mongodb-ports.ts');
    const { accounts, collections, uploads, close } = openMongodbPorts(servers.mongodb);
    return { accounts: accounts(), collections: collections(), uploads: uploads(), close };
  }
  const views = openDatabase(join(dataDir, 'views.db'), 'read');
  return {
    accounts: sqliteAccounts(views),
    collections: sqliteCollections(views),
    uploads: sqliteUploads(views),
    close: () => views.close(),
  };
};

/** The ticket index for a thread that searches: Elasticsearch if its URL is set, else SQLite in the folder. */
export const openTicketIndex = async ({ dataDir, servers }: StoreConfig): Promise<TicketIndex> => {
  if (servers.elasticsearch === undefined) return sqliteTicketIndex(openDatabase(join(dataDir, 'views.db'), 'read'));
  const { openElasticsearchPorts } = await import('./elasticsearch-ports.ts');
  return openElasticsearchPorts(servers.elasticsearch).ticketIndex();
};

/** The embedded stores' files that are in use. */
export const watchedFiles = (
  { servers }: Pick<Config, 'servers'>,
  fileStates: SharedArrayBuffer,
): readonly WatchedFile[] => {
  const log = { store: 'event-log', name: 'events.db', remedy: 'stop the service and restore a back-up' } as const;
  const views = { store: 'read-models', name: 'views.db', remedy: 'npm run verify -- --repair rebuilds it' } as const;
  const used = [
    ...(servers.eventStore === undefined ? [log] : []),
    ...(servers.mongodb === undefined || servers.elasticsearch === undefined ? [views] : []),
  ];
  return used.map((file) => ({ ...file, fault: fileHealth(fileStates, file.name).fault }));
};

import { join } from 'node:path';
import { sqliteAccounts } from '../adapters/sqlite/rows/accounts.ts';
import { sqliteCollections } from '../adapters/sqlite/rows/collections.ts';
import { sqliteErasures } from '../adapters/sqlite/rows/erasures.ts';
import { checkedFile } from '../adapters/sqlite/check-file.ts';
import { fileHealth } from '../adapters/sqlite/file-health.ts';
import { sqliteUploads } from '../adapters/sqlite/rows/uploads.ts';
import { readViewsFile } from '../adapters/sqlite/views-file.ts';
import type { Config } from '../config.ts';
import type { WatchedFile } from '../operations/readiness.ts';
import type { Accounts } from '../ports/accounts.ts';
import type { Collections } from '../ports/collections.ts';
import type { Erasures } from '../ports/erasures.ts';
import type { TicketIndex } from '../ports/ticket-index.ts';
import type { Tickets } from '../ports/tickets.ts';
import type { Uploads } from '../ports/uploads.ts';

type StoreConfig = Pick<Config, 'dataDir' | 'servers'>;

export type ReadModels = {
  readonly accounts: Accounts;
  readonly collections: Collections;
  readonly erasures: Erasures;
  readonly uploads: Uploads;
  readonly close: () => Promise<void> | void;
};

/** Accounts, collections with their erasures, and uploads for a thread that reads them: MongoDB if its URL is set, else SQLite in the folder. */
export const openReadModels = async (
  { dataDir, servers }: StoreConfig,
  fileStates: SharedArrayBuffer,
): Promise<ReadModels> => {
  if (servers.mongodb !== undefined) {
    const { openMongodbPorts } = await import('./mongodb-ports.ts');
    const { accounts, collections, erasures, uploads, close } = await openMongodbPorts(servers.mongodb);
    return {
      accounts: accounts(),
      collections: collections(),
      erasures: erasures(),
      uploads: uploads(),
      close,
    };
  }
  const { port, close } = openViews(dataDir, fileStates);
  return {
    accounts: port(sqliteAccounts),
    collections: port(sqliteCollections),
    erasures: port(sqliteErasures),
    uploads: port(sqliteUploads),
    close,
  };
};

/** The ticket index, and the lists of the tickets in it, for a thread that searches: Elasticsearch if its URL is set, else SQLite in the folder. */
export const openTicketReaders = async (
  { dataDir, servers }: StoreConfig,
  fileStates: SharedArrayBuffer,
): Promise<{ readonly index: TicketIndex; readonly tickets: Tickets }> => {
  if (servers.elasticsearch === undefined) {
    // The other threads, which read rows only, do without the engine of vectors.
    const { sqliteTicketIndex } = await import('../adapters/sqlite/vectors/vector-search.ts');
    const { sqliteTickets } = await import('../adapters/sqlite/tickets/tickets.ts');
    const { port } = openViews(dataDir, fileStates);
    return {
      index: port((database, commits) => sqliteTicketIndex(database, { commits })),
      tickets: port(sqliteTickets),
    };
  }
  const { openElasticsearchPorts } = await import('./elasticsearch-ports.ts');
  const { ticketIndex, tickets } = openElasticsearchPorts(servers.elasticsearch);
  return { index: ticketIndex(), tickets: tickets() };
};

const openViews = (dataDir: string, fileStates: SharedArrayBuffer) =>
  readViewsFile(join(dataDir, 'views.db'), fileHealth(fileStates, 'views.db'));

type Files = Pick<Config, 'dataDir' | 'servers'> & { readonly fileStates: SharedArrayBuffer };

/** The embedded stores' files that are in use: for readiness, and for checks. */
export const storeFiles = ({ dataDir, servers, fileStates }: Files) => {
  const log = {
    store: 'event-log',
    holds: 'log',
    name: 'events.db',
    remedy: 'stop the service and restore a back-up',
  } as const;
  const views = {
    store: 'read-models',
    holds: 'read models',
    name: 'views.db',
    remedy: 'npm run verify -- --repair rebuilds it',
  } as const;
  const used = [
    ...(servers.eventStore === undefined ? [log] : []),
    ...(servers.mongodb === undefined || servers.elasticsearch === undefined ? [views] : []),
  ];
  const withHealth = used.map((file) => ({ ...file, health: fileHealth(fileStates, file.name) }));
  return {
    watched: withHealth.map(({ health, ...file }): WatchedFile => ({ ...file, fault: health.fault })),
    files: withHealth.map(({ name, holds, health }) => checkedFile(join(dataDir, name), holds, health)),
  };
};

import { join } from 'node:path';
import { accountTables } from '../adapters/sqlite/accounts.ts';
import { collectionTables } from '../adapters/sqlite/collection-tables.ts';
import { openDatabase } from '../adapters/sqlite/database.ts';
import { sqliteEventStore } from '../adapters/sqlite/event-store.ts';
import { sqliteReadModel } from '../adapters/sqlite/read-model.ts';
import { ticketIndexTables } from '../adapters/sqlite/ticket-index-tables.ts';
import { sqliteTicketIndex } from '../adapters/sqlite/vector-search.ts';
import type { Config } from '../config.ts';

export type StoreConfig = Pick<Config, 'dataDir' | 'servers' | 'role'>;

/** Everything embedded in one folder. */
export const embeddedIn = (dataDir: string): StoreConfig & Pick<Config, 'gateway'> => ({
  dataDir,
  servers: { eventStore: undefined, mongodb: undefined, elasticsearch: undefined, redis: undefined },
  role: 'all',
  gateway: undefined,
});

/** The log and the read models as the projector writes them, one line each: its URL set → the server, else SQLite in the folder. */
export const openStores = ({ dataDir }: StoreConfig, failed: (error: unknown) => void) => {
  const logFile = openDatabase(join(dataDir, 'events.db'), 'full');
  const views = openDatabase(join(dataDir, 'views.db'), 'normal');
  return {
    log: sqliteEventStore(logFile, failed),
    accounts: sqliteReadModel(views, accountTables),
    collections: sqliteReadModel(views, collectionTables),
    index: sqliteReadModel(views, ticketIndexTables),
    inUse: async () => (await sqliteTicketIndex(views).inUse())?.model,
    close: async () => {
      views.close();
      logFile.close();
      return Promise.resolve();
    },
  };
};

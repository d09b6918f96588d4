import { join } from 'node:path';
import { eventStoreDbEventStore } from '../adapters/eventstoredb/event-store.ts';
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
export const openStores = ({ dataDir, servers }: StoreConfig, failed: (error: unknown) => void) => {
  const opened: Close[] = [];
  const views = openedIn(opened, openDatabase(join(dataDir, 'views.db'), 'normal'));
  return {
    log:
      servers.eventStore === undefined
        ? embeddedLog(dataDir, { opened, failed })
        : serverLog(servers.eventStore, { opened, failed }),
    accounts: sqliteReadModel(views, accountTables),
    collections: sqliteReadModel(views, collectionTables),
    index: sqliteReadModel(views, ticketIndexTables),
    inUse: async () => (await sqliteTicketIndex(views).inUse())?.model,
    /** In the reverse order of their opening. */
    close: async () => {
      for (const close of opened.toReversed()) await close();
    },
  };
};

type Close = () => Promise<void> | void;
type Opening = { readonly opened: Close[]; readonly failed: (error: unknown) => void };

const openedIn = <Store extends { readonly close: Close }>(opened: Close[], store: Store): Store => {
  opened.push(() => store.close());
  return store;
};

const embeddedLog = (dataDir: string, { opened, failed }: Opening) =>
  sqliteEventStore(openedIn(opened, openDatabase(join(dataDir, 'events.db'), 'full')), failed);

const serverLog = (url: string, { opened, failed }: Opening) => openedIn(opened, eventStoreDbEventStore(url, failed));

import { join } from 'node:path';
import { sqliteAccounts } from '../adapters/sqlite/accounts.ts';
import { sqliteCollections } from '../adapters/sqlite/collections.ts';
import { openDatabase } from '../adapters/sqlite/database.ts';
import { sqliteTicketIndex } from '../adapters/sqlite/vector-search.ts';
import type { StoreConfig } from './open-stores.ts';

/** The read models as a thread reads them, one line each: its URL set → the server, else SQLite in the folder. */
export const openReaders = ({ dataDir }: StoreConfig) => {
  const views = openDatabase(join(dataDir, 'views.db'), 'read');
  return {
    accounts: sqliteAccounts(views),
    collections: sqliteCollections(views),
    index: sqliteTicketIndex(views),
    close: async () => {
      views.close();
      return Promise.resolve();
    },
  };
};

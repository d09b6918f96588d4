import { join } from 'node:path';
import { openElasticsearch } from '../adapters/elasticsearch/connect.ts';
import { elasticsearchTicketIndex } from '../adapters/elasticsearch/ticket-index.ts';
import { mongoAccounts } from '../adapters/mongodb/accounts.ts';
import { mongoCollections } from '../adapters/mongodb/collections.ts';
import { openMongo } from '../adapters/mongodb/connection.ts';
import { mongoUploads } from '../adapters/mongodb/uploads.ts';
import { sqliteAccounts } from '../adapters/sqlite/accounts.ts';
import { sqliteCollections } from '../adapters/sqlite/collections.ts';
import { openDatabase } from '../adapters/sqlite/database.ts';
import { sqliteUploads } from '../adapters/sqlite/uploads.ts';
import { sqliteTicketIndex } from '../adapters/sqlite/vector-search.ts';
import type { Accounts } from '../ports/accounts.ts';
import type { Collections } from '../ports/collections.ts';
import type { TicketIndex } from '../ports/ticket-index.ts';
import type { Uploads } from '../ports/uploads.ts';
import type { StoreConfig } from './open-stores.ts';

type Open<Read> = Read & { readonly close: () => Promise<void> | void };

type Rows = { readonly accounts: Accounts; readonly collections: Collections; readonly uploads: Uploads };

/** Accounts, collections and uploads as a thread reads them: MongoDB where its URL is set, else SQLite in the folder. */
export const openRows = ({ dataDir, servers }: StoreConfig): Open<Rows> => {
  if (servers.mongodb === undefined) {
    const views = openDatabase(join(dataDir, 'views.db'), 'read');
    const rows = {
      accounts: sqliteAccounts(views),
      collections: sqliteCollections(views),
      uploads: sqliteUploads(views),
    };
    return { ...rows, close: () => views.close() };
  }
  const { db, close } = openMongo(servers.mongodb);
  return { accounts: mongoAccounts(db), collections: mongoCollections(db), uploads: mongoUploads(db), close };
};

/** The ticket index as a thread reads it: Elasticsearch where its URL is set, else SQLite in the folder. */
export const openIndex = ({ dataDir, servers }: StoreConfig): TicketIndex =>
  servers.elasticsearch === undefined
    ? sqliteTicketIndex(openDatabase(join(dataDir, 'views.db'), 'read'))
    : elasticsearchTicketIndex(openElasticsearch(servers.elasticsearch));

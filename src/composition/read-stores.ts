import { join } from 'node:path';
import { openElasticsearch } from '../adapters/elasticsearch/connection.ts';
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
import type { Config } from '../config.ts';
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
export const openReadModels = ({ dataDir, servers }: StoreConfig): ReadModels => {
  if (servers.mongodb !== undefined) {
    const { db, close } = openMongo(servers.mongodb);
    return { accounts: mongoAccounts(db), collections: mongoCollections(db), uploads: mongoUploads(db), close };
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
export const openTicketIndex = ({ dataDir, servers }: StoreConfig): TicketIndex =>
  servers.elasticsearch === undefined
    ? sqliteTicketIndex(openDatabase(join(dataDir, 'views.db'), 'read'))
    : elasticsearchTicketIndex(openElasticsearch(servers.elasticsearch));

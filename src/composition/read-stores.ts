import { join } from 'node:path';
import { collectionTables } from '../adapters/sqlite/rows/collection-tables.ts';
import { sqliteCollections } from '../adapters/sqlite/rows/collections.ts';
import { sqliteErasures } from '../adapters/sqlite/rows/erasures.ts';
import { checkedFile } from '../adapters/sqlite/check-file.ts';
import { fileHealth } from '../adapters/sqlite/file-health.ts';
import { sqliteGaps } from '../adapters/sqlite/rows/gaps.ts';
import { questionTables } from '../adapters/sqlite/rows/question-tables.ts';
import { sqliteQuestions } from '../adapters/sqlite/rows/questions.ts';
import { uploadTables } from '../adapters/sqlite/rows/upload-tables.ts';
import { sqliteUploads } from '../adapters/sqlite/rows/uploads.ts';
import { accountTables, sqliteAccounts } from '../adapters/sqlite/rows/accounts.ts';
import { openCurrentGeneration } from '../adapters/sqlite/current-generation.ts';
import { generationFiles, type ModelVersion } from '../adapters/sqlite/generation-files.ts';
import { ticketIndexTables } from '../adapters/sqlite/tickets/ticket-index-tables.ts';
import { sqliteTickets, sqliteTicketsBeside } from '../adapters/sqlite/tickets/tickets.ts';
import { sharedTimeSlices } from '../concurrency/fair-time-slices.ts';
import type { Schedule } from '../concurrency/urgent-work.ts';
import type { Config } from '../config.ts';
import type { WatchedFile } from '../operations/readiness.ts';
import type { Accounts } from '../ports/accounts.ts';
import type { Collections } from '../ports/collections.ts';
import type { Erasures } from '../ports/erasures.ts';
import type { Gaps } from '../ports/gaps.ts';
import type { Questions } from '../ports/questions.ts';
import type { TicketIndex } from '../ports/ticket-index.ts';
import type { Tickets } from '../ports/tickets.ts';
import type { Uploads } from '../ports/uploads.ts';

type StoreConfig = Pick<Config, 'dataDir' | 'servers'>;

export type ReadModels = {
  readonly accounts: Accounts;
  readonly collections: Collections;
  readonly erasures: Erasures;
  readonly uploads: Uploads;
  readonly questions: Questions;
  readonly gaps: Gaps;
  readonly close: () => Promise<void> | void;
};

/** Accounts, collections with their erasures, uploads, questions and gaps for a thread that reads them: MongoDB if its URL is set, else SQLite in the folder. */
export const openReadModels = async (
  { dataDir, servers }: StoreConfig,
  fileStates: SharedArrayBuffer,
): Promise<ReadModels> => {
  if (servers.mongodb !== undefined) {
    const { openMongodbPorts } = await import('./mongodb-ports.ts');
    const { gaps, accounts, collections, erasures, uploads, questions, close } = await openMongodbPorts(
      servers.mongodb,
    );
    return {
      accounts: accounts(),
      collections: collections(),
      erasures: erasures(),
      uploads: uploads(),
      questions: questions(),
      gaps: gaps(),
      close,
    };
  }
  const read = reading(dataDir, fileStates);
  const [accounts, collections] = [read(accountTables), read(collectionTables)];
  const [uploads, questions] = [read(uploadTables), read(questionTables)];
  return {
    accounts: accounts.port(sqliteAccounts),
    collections: collections.port(sqliteCollections),
    erasures: collections.port(sqliteErasures),
    uploads: uploads.port(sqliteUploads),
    questions: questions.port(sqliteQuestions),
    gaps: questions.port(sqliteGaps),
    close: () => [accounts, collections, uploads, questions].forEach(({ close }) => close()),
  };
};

/** The lists of tickets alone, for a thread that does not search. */
export const openTicketLists = async (
  { dataDir, servers }: StoreConfig,
  fileStates: SharedArrayBuffer,
): Promise<Tickets> => {
  if (servers.elasticsearch !== undefined) {
    const { openElasticsearchPorts } = await import('./elasticsearch-ports.ts');
    return openElasticsearchPorts(servers.elasticsearch).tickets();
  }
  return reading(dataDir, fileStates)(ticketIndexTables).port(sqliteTickets);
};

/** The ticket index, and the lists of the tickets in it, whose slices are scheduled beside searches, for a thread that searches: Elasticsearch if its URL is set, else SQLite in the folder. */
export const openTicketReaders = async (
  { dataDir, servers }: StoreConfig,
  fileStates: SharedArrayBuffer,
  schedule: Schedule = setImmediate,
): Promise<{ readonly index: TicketIndex; readonly tickets: Tickets }> => {
  if (servers.elasticsearch === undefined) {
    // The other threads, which read rows only, do without the engine of vectors.
    const { followingCurrent, sqliteTicketIndex } = await import('../adapters/sqlite/vectors/vector-search.ts');
    const { vectorCache } = await import('../vector-engine/vector-cache.ts');
    const { port, isInUse } = reading(dataDir, fileStates)(ticketIndexTables);
    const cache = vectorCache();
    const timeSlices = sharedTimeSlices();
    const index = port((database, commits, generation) =>
      sqliteTicketIndex(database, { generation, cache, commits, timeSlices }),
    );
    return { index: followingCurrent(index, isInUse), tickets: port(sqliteTicketsBeside(schedule)) };
  }
  const { openElasticsearchPorts } = await import('./elasticsearch-ports.ts');
  const { ticketIndex, tickets } = openElasticsearchPorts(servers.elasticsearch);
  return { index: ticketIndex(), tickets: tickets() };
};

const reading = (dataDir: string, fileStates: SharedArrayBuffer) => (tables: ModelVersion) =>
  openCurrentGeneration(dataDir, tables, fileHealth(fileStates, `views-${tables.name}`));

type Files = Pick<Config, 'dataDir' | 'servers'> & { readonly fileStates: SharedArrayBuffer };

/** The embedded stores' files that are in use: for readiness, and for checks. */
export const storeFiles = ({ dataDir, servers, fileStates }: Files) => {
  const models = [
    ...(servers.mongodb === undefined ? [accountTables, collectionTables, uploadTables, questionTables] : []),
    ...(servers.elasticsearch === undefined ? [ticketIndexTables] : []),
  ];
  const log = {
    content: 'log',
    name: 'events.db',
    store: 'event-log',
    remedy: 'stop the service and restore a back-up',
  } as const;
  const files = [
    ...(servers.eventStore === undefined ? [{ ...log, paths: () => [join(dataDir, log.name)] }] : []),
    ...models.map((tables) => ({
      content: tables.name,
      name: `views-${tables.name}` as const,
      store: tables.name,
      remedy: 'npm run verify -- --repair rebuilds it',
      paths: generationFiles(dataDir, tables).pathsInUse,
    })),
  ];
  const withHealth = files.map((file) => ({ ...file, health: fileHealth(fileStates, file.name) }));
  return {
    watched: withHealth.map(({ name, store, remedy, health: { fault } }): WatchedFile => ({
      name,
      store,
      remedy,
      fault,
    })),
    files: withHealth.map(({ health, ...file }) => checkedFile(file, health)),
  };
};

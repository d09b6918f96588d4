import { existsSync } from 'node:fs';
import { backup, DatabaseSync } from 'node:sqlite';
import { LogDamaged } from '../../../domain/errors.ts';
import { type Database, openDatabase } from '../database.ts';
import { isDamage } from '../file-health.ts';

/** Whether the file of an event log holds accounts; false if there is no such file. Throws LogDamaged if it cannot be read. */
export const logHasAccounts = (path: string): boolean => {
  if (!existsSync(path)) return false;
  return reading(path, (database) => {
    if (!database.prepare("SELECT 1 FROM sqlite_schema WHERE name = 'events'").get()) return false;
    // Names of streams with the prefix `account-`, by the index on streams: the next character after `-` is `.`.
    const account = database.prepare("SELECT 1 FROM events WHERE stream >= 'account-' AND stream < 'account.'");
    return account.get() !== undefined;
  });
};

/** Runs work on a connection that only reads. Throws LogDamaged if the file cannot be read. */
const reading = <Result>(path: string, work: (database: Database) => Result): Result => {
  let database: Database | undefined;
  try {
    database = openDatabase(path, 'read');
    return work(database);
  } catch (error) {
    throw isDamage(error) ? new LogDamaged(`${path} is damaged`) : error;
  } finally {
    database?.close();
  }
};

/** The size of a log, including its WAL. Throws LogDamaged if the file cannot be read. */
export const logBytes = (path: string): number =>
  reading(path, (database) => {
    const number = (name: string) => Number(database.prepare(`PRAGMA ${name}`).get()?.[name]);
    return number('page_count') * number('page_size');
  });

/** The log in a file: its identity, and what it held when it was read. */
export type LogSummary = { readonly logId: string; readonly lastPosition: string; readonly events: number };

/** Throws LogDamaged if the file is no event log. */
export const logSummary = (path: string): LogSummary => reading(path, summaryOf);

const summaryOf = (database: Database): LogSummary => {
  const counted = database
    .prepare('SELECT CAST(coalesce(max(position), 0) AS TEXT) AS last, count(*) AS events FROM events')
    .get();
  const created = database.prepare("SELECT data FROM events WHERE stream = 'log' AND type = 'LogCreated'").get();
  const { logId } = JSON.parse((created?.['data'] as string | undefined) ?? '{}') as { readonly logId?: string };
  if (logId === undefined) throw new LogDamaged('The file is no event log: it has no identity');
  return { logId, lastPosition: counted?.['last'] as string, events: counted?.['events'] as number };
};

/** Pages that are copied between two reports of progress: some milliseconds of work. */
const pagesPerStep = 1_000;

/**
 * Copies the log of a folder, as it is at this moment, into a new file, while a service may go on appending to it. `onProgress` gets pages. Returns what the
 * copy holds. Throws what SQLite throws.
 */
export const copyLog = async (
  path: string,
  target: string,
  onProgress: (done: number, total: number) => void,
): Promise<LogSummary> => {
  const source = openDatabase(path, 'read');
  try {
    // A transaction holds this state; without one SQLite would begin again after each append.
    source.exec('BEGIN');
    const summary = summaryOf(source);
    await backup(source, target, {
      rate: pagesPerStep,
      progress: ({ totalPages, remainingPages }) => onProgress(totalPages - remainingPages, totalPages),
    });
    return summary;
  } finally {
    source.close();
    if (existsSync(target)) leaveWalMode(target);
  }
};

/** The copy is one file, also while it is read; the service that opens it switches it back. */
const leaveWalMode = (path: string): void => {
  const database = new DatabaseSync(path);
  database.exec('PRAGMA journal_mode = DELETE');
  database.close();
};

import { DatabaseSync } from 'node:sqlite';
import { diskFailure } from '../../domain/disk-failure.ts';

export type { DatabaseSync as Database } from 'node:sqlite';

/**
 * Opens a database in WAL mode. `full` makes every commit durable against power loss (the log); `normal` may lose the last commits
 * then, but never mixes them (what can be rebuilt); `read` opens an existing file without writing to it. Pages are not mapped into
 * memory, where they would count as the service's own: hundreds of megabytes in a large upload, and no faster.
 */
export const openDatabase = (path: string, durability: 'full' | 'normal' | 'read'): DatabaseSync => {
  const database = new DatabaseSync(path, { readOnly: durability === 'read', timeout: 5000 });
  if (durability !== 'read') {
    database.exec(
      `PRAGMA journal_mode = WAL; PRAGMA synchronous = ${durability.toUpperCase()}; PRAGMA secure_delete = ON`,
    );
    // A checkpoint after 32 MB of changes instead of 4, so that pages that change often are written to the file less often.
    database.exec('PRAGMA wal_autocheckpoint = 8192');
  }
  database.exec('PRAGMA cache_size = -16384');
  return database;
};

/**
 * Lets SQLite make its temporary files, which hold texts while a file is rewritten, in a folder of ours in place of /var/tmp. To be called before threads start, whose
 * environments are copies.
 */
export const keepTemporaryFilesIn = (folder: string): void => {
  process.env['SQLITE_TMPDIR'] = folder;
};

/** The codes of the operating system for SQLite's results FULL, READONLY and IOERR (https://sqlite.org/rescode.html). */
const diskCodes = new Map([
  [13, 'ENOSPC'],
  [8, 'EROFS'],
  [10, 'EIO'],
]);

/** SQLITE_READONLY_DBMOVED: the file was renamed or deleted, which is no failure of a disk. */
const fileMoved = 1032;

/** DiskFull or Unavailable if SQLite has failed because of its disk; any other error unchanged. */
export const mapDiskError = (error: unknown): unknown => {
  const result = error instanceof Error && 'errcode' in error ? Number(error.errcode) : 0;
  return (result === fileMoved ? undefined : diskFailure(diskCodes.get(result & 0xff))) ?? error;
};

/** Runs work; throws what `map` makes of its errors. */
export const mapErrors = <Result>(map: (error: unknown) => unknown, work: () => Result): Result => {
  try {
    return work();
  } catch (error) {
    throw map(error);
  }
};

/** Runs `work` in one transaction: all of it or nothing; returns what it returns. Throws DiskFull and Unavailable if the disk has failed. */
export const transaction = <Result>(database: DatabaseSync, work: () => Result): Result => {
  database.exec('BEGIN IMMEDIATE');
  try {
    const result = work();
    database.exec('COMMIT');
    return result;
  } catch (error) {
    if (database.isTransaction) database.exec('ROLLBACK');
    throw mapDiskError(error);
  }
};

/** What deleted rows have left in a file, as its `user_version`: 0 in a file of an earlier version, which may have traces; `kept`: the file could not be rewritten. */
const traceMarks = { none: 1, some: 2, kept: 3 } as const;
export type Traces = keyof typeof traceMarks;

/** Whether rows have been deleted for good since their traces were last removed from the file. Survives a kill. */
export const tracesIn = (database: DatabaseSync): Traces => {
  const mark = database.prepare('PRAGMA user_version').get()?.['user_version'];
  return mark === traceMarks.none ? 'none' : mark === traceMarks.kept ? 'kept' : 'some';
};

export const markTraces = (database: DatabaseSync, traces: Traces): void => {
  database.exec(`PRAGMA user_version = ${traceMarks[traces]}`);
};

/** To be called in the transaction that deletes rows whose contents must leave the file too (erase-traces.ts). */
export const noteErasure = (database: DatabaseSync): void => {
  if (tracesIn(database) !== 'some') markTraces(database, 'some');
};

/** Returns whether the connection has changed rows since it was last asked; what an unfinished transaction has changed counts until after its end. */
export const changeWatch = (database: DatabaseSync): (() => boolean) => {
  const statement = database.prepare('SELECT total_changes() AS total');
  let seen: unknown = 0;
  return () => {
    if (!database.isOpen) return true;
    const total = statement.get()?.['total'];
    const hasChanged = total !== seen;
    if (!database.isTransaction) seen = total;
    return hasChanged;
  };
};

type Statement = ReturnType<DatabaseSync['prepare']>;

/** Prepares statements, by their names. */
export const prepared = <Names extends string>(
  database: DatabaseSync,
  sqls: Readonly<Record<Names, string>>,
): Readonly<Record<Names, Statement>> => {
  const entries = Object.entries<string>(sqls).map(([name, sql]) => [name, database.prepare(sql)] as const);
  return Object.fromEntries(entries) as Record<Names, Statement>;
};

/** UUIDs are stored as 16 bytes, half the size of their text without dashes. */
export const uuidBytes = (uuid: string): Uint8Array => Buffer.from(uuid.replaceAll('-', ''), 'hex');

/** The text of a UUID from its 16 bytes. */
export const uuidText = (bytes: unknown): string => {
  const hex = Buffer.from(bytes as Uint8Array).toString('hex');
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-');
};

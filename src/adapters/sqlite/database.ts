import { DatabaseSync } from 'node:sqlite';

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
    // A page that changes often is copied into the file once in 32 MB of changes instead of once in 4.
    database.exec('PRAGMA wal_autocheckpoint = 8192');
  }
  database.exec('PRAGMA cache_size = -16384');
  return database;
};

/** Runs `work` in one transaction: all of it or nothing; returns what it returns. */
export const transaction = <Result>(database: DatabaseSync, work: () => Result): Result => {
  database.exec('BEGIN IMMEDIATE');
  try {
    const result = work();
    database.exec('COMMIT');
    return result;
  } catch (error) {
    if (database.isTransaction) database.exec('ROLLBACK');
    throw error;
  }
};

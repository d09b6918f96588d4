import { DatabaseSync } from 'node:sqlite';

export type { DatabaseSync as Database } from 'node:sqlite';

/**
 * Opens a database in WAL mode. `full` makes every commit durable against power loss (the log); `normal` may lose the last commits
 * then, but never mixes them (what can be rebuilt); `read` opens an existing file without writing to it.
 */
export const openDatabase = (path: string, durability: 'full' | 'normal' | 'read'): DatabaseSync => {
  const database = new DatabaseSync(path, { readOnly: durability === 'read', timeout: 5000 });
  if (durability !== 'read') {
    database.exec(
      `PRAGMA journal_mode = WAL; PRAGMA synchronous = ${durability.toUpperCase()}; PRAGMA secure_delete = ON; PRAGMA wal_autocheckpoint = 8192`,
    );
  }
  database.exec('PRAGMA cache_size = -16384; PRAGMA mmap_size = 1073741824');
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

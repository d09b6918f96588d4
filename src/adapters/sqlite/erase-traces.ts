import { statfsSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { type Database, mapDiskError, markTraces, tracesIn } from './database.ts';
import { mergeWords } from './tickets/ticket-words.ts';

/**
 * Removes what deleted rows have left in a database's files, if any were deleted since it was last done; resolves to false if a reader or the disk has
 * prevented it, to be called again.
 */
export type EraseTraces = { readonly erase: () => Promise<boolean> };

/** A larger file is not rewritten: nothing is appended or projected meanwhile, about 5 ms for each MB. */
const maxRewrittenBytes = 128 * 1024 * 1024;

/**
 * SQLite overwrites rows that are deleted (`secure_delete`), but not the versions of their pages in the WAL, nor copies of rows that it had moved to another
 * page before (measured: up to 1 of 600 rows), nor words in a full-text index. So such an index is merged, the file is rewritten, and the WAL checkpointed and emptied.
 */
export const sqliteTraces = (database: Database, maxBytes = maxRewrittenBytes): EraseTraces => {
  // After a start the WAL may have pages from before the file was rewritten, and the file may have become smaller.
  let isWalEmpty = false;
  let isTried = false;
  const isDue = () => {
    const traces = tracesIn(database);
    return traces === 'some' || (traces === 'kept' && !isTried);
  };
  return {
    erase: () => {
      const isDone = withoutWaiting(database, () => {
        if (isDue()) {
          if (!mergeForAWhile(database)) return false;
          markTraces(database, rewrite(database, maxBytes) ? 'none' : 'kept');
          isTried = true;
          isWalEmpty = false;
        }
        isWalEmpty ||= database.prepare('PRAGMA wal_checkpoint(TRUNCATE)').get()?.['busy'] === 0;
        return isWalEmpty;
      });
      return Promise.resolve(isDone);
    },
  };
};

/** Milliseconds that one call may spend on merging full-text indices. */
const mergeMs = 50;

/** Removes deleted words from the full-text indices; false if there is more to do. */
const mergeForAWhile = (database: Database): boolean => {
  const end = performance.now() + mergeMs;
  while (mergeWords(database)) if (performance.now() > end) return false;
  return true;
};

/** The temporary copy and the WAL, in addition to the file. */
const copies = 3;

/** Rewrites the file unless it is too large for that or for the disk; returns whether it did. */
const rewrite = (database: Database, maxBytes: number): boolean => {
  const path = database.location();
  if (path === null) return true;
  const { size } = statSync(path);
  const { bavail, bsize } = statfsSync(dirname(path));
  if (size > maxBytes || copies * size > bavail * bsize) return false;
  database.exec('VACUUM');
  return true;
};

const busy = 5;

/** Another connection writes, or the disk fails: it is tried again. Other failures concern the file, not its traces. */
const isTemporary = (error: unknown): boolean =>
  mapDiskError(error) !== error || (error instanceof Error && 'errcode' in error && error.errcode === busy);

/** Runs work that gives up at once if another connection reads or writes: to wait would block the thread. */
const withoutWaiting = (database: Database, work: () => boolean): boolean => {
  const { timeout } = database.prepare('PRAGMA busy_timeout').get() as { readonly timeout: number };
  database.exec('PRAGMA busy_timeout = 0');
  try {
    return work();
  } catch (error) {
    if (isTemporary(error)) return false;
    throw error;
  } finally {
    database.exec(`PRAGMA busy_timeout = ${timeout}`);
  }
};

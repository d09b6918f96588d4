import { statfsSync, statSync } from 'node:fs';
import { basename, dirname } from 'node:path';
import { reservedDiskBytes } from '../../domain/limits.ts';
import { type Database, mapDiskError, markTraces, tracesIn } from './database.ts';
import { mergeWords } from './tickets/ticket-words.ts';

/**
 * Removes what deleted rows have left in a database's files, if any were deleted since it was last done; resolves with what has prevented it, to be called
 * again: a reader, or a disk that is full. Undefined if it is done.
 */
export type EraseTraces = { readonly erase: () => Promise<string | undefined> };

/** A larger file is not rewritten: nothing is appended or projected meanwhile, about 5 ms for each MB. */
const maxRewrittenBytes = 128 * 1024 * 1024;

/**
 * SQLite overwrites rows that are deleted (`secure_delete`), but not the versions of their pages in the WAL, nor copies of rows that it had moved to another
 * page before (measured: up to 1 of 600 rows), nor words in a full-text index. So such an index is merged, the file is rewritten, and the WAL checkpointed and emptied.
 */
export const sqliteTraces = (
  database: Database,
  { maxBytes = maxRewrittenBytes, freeBytes = freeBytesOf }: Partial<Limits> = {},
): EraseTraces => {
  const name = basename(database.location() ?? '');
  // After a start the WAL may have pages from before the file was rewritten, and the file may have become smaller.
  let isWalEmpty = false;
  let isTried = false;
  const isDue = () => {
    const traces = tracesIn(database);
    return traces === 'some' || (traces === 'kept' && !isTried);
  };
  const erase = (): string | undefined => {
    if (isDue()) {
      if (!mergeForAWhile(database)) return `deleted words are removed from ${name}`;
      // What is only in the WAL takes room twice.
      emptyWal(database);
      const rewritten = rewrite(database, { maxBytes, freeBytes });
      if (typeof rewritten === 'object')
        return `${name} is rewritten when ${rewritten.neededMb} MB of the disk are free`;
      markTraces(database, rewritten ? 'none' : 'kept');
      isTried = true;
      isWalEmpty = false;
    }
    isWalEmpty ||= emptyWal(database);
    return isWalEmpty ? undefined : `${name} is in use`;
  };
  return {
    erase: () => Promise.resolve(withoutWaiting(database, erase, `${name} is in use, or its disk is full`)),
  };
};

type Limits = {
  /** A larger file is not rewritten. */
  readonly maxBytes: number;
  /** Of the disk of a file. */
  readonly freeBytes: (path: string) => number;
};

const freeBytesOf = (path: string): number => {
  const { bavail, bsize } = statfsSync(dirname(path));
  return bavail * bsize;
};

/** How long readers are waited for, whose queries take milliseconds: with many of them there is hardly a moment without any. */
const waitForReadersMs = 50;

/** Returns whether it is empty: a reader may still need it. */
const emptyWal = (database: Database): boolean => {
  database.exec(`PRAGMA busy_timeout = ${waitForReadersMs}`);
  try {
    return database.prepare('PRAGMA wal_checkpoint(TRUNCATE)').get()?.['busy'] === 0;
  } finally {
    database.exec('PRAGMA busy_timeout = 0');
  }
};

/** Milliseconds that one call may spend on merging full-text indices. */
const mergeMs = 50;

/** Removes deleted words from the full-text indices; false if there is more to do. */
const mergeForAWhile = (database: Database): boolean => {
  const end = performance.now() + mergeMs;
  while (mergeWords(database)) if (performance.now() > end) return false;
  return true;
};

/** The temporary copy, and the same again in the WAL; the file itself grows by what is only in the WAL yet. */
const copies = 2;
const megabyte = 1024 * 1024;

/**
 * Rewrites the file unless it is too large for that; returns whether it did, or how much room it lacks beside the reserve that others need. Its size is that of all
 * of its pages, many of which may be in the WAL only. A failure leaves the room that it found.
 */
const rewrite = (database: Database, { maxBytes, freeBytes }: Limits): boolean | { readonly neededMb: number } => {
  const path = database.location();
  if (path === null) return true;
  const number = (name: string) => Number(database.prepare(`PRAGMA ${name}`).get()?.[name]);
  const size = number('page_count') * number('page_size');
  if (size > maxBytes) return false;
  const needed = copies * size + Math.max(0, size - statSync(path).size) + reservedDiskBytes;
  if (needed > freeBytes(path)) return { neededMb: Math.ceil(needed / megabyte) };
  try {
    database.exec('VACUUM');
  } catch (error) {
    emptyWal(database);
    throw error;
  }
  return true;
};

const busy = 5;

/** Another connection writes, or the disk fails: it is tried again. Other failures concern the file, not its traces. */
const isTemporary = (error: unknown): boolean =>
  mapDiskError(error) !== error || (error instanceof Error && 'errcode' in error && error.errcode === busy);

/** Runs work that gives up at once if another connection reads or writes: to wait would block the thread. */
const withoutWaiting = (database: Database, work: () => string | undefined, refusal: string): string | undefined => {
  const { timeout } = database.prepare('PRAGMA busy_timeout').get() as { readonly timeout: number };
  database.exec('PRAGMA busy_timeout = 0');
  try {
    return work();
  } catch (error) {
    if (isTemporary(error)) return refusal;
    throw error;
  } finally {
    database.exec(`PRAGMA busy_timeout = ${timeout}`);
  }
};

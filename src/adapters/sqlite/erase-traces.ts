import { statfsSync, statSync } from 'node:fs';
import { basename, dirname } from 'node:path';
import { setTimeout } from 'node:timers/promises';
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
  { maxBytes = maxRewrittenBytes, freeBytes = freeBytesOf, stepMs = mergeMs.step }: Partial<Limits> = {},
): EraseTraces => {
  const name = basename(database.location() ?? '');
  const isMerging = `deleted words are removed from ${name}`;
  // After a start the WAL may have pages from before the file was rewritten, and the file may have become smaller.
  let isWalEmpty = false;
  let isTried = false;
  const isDue = () => {
    const traces = tracesIn(database);
    return traces === 'some' || (traces === 'kept' && !isTried);
  };
  const waitsForRoom = (task: Task) => waitForRoom(database, task, freeBytes);
  const eraseTraces = (): string | undefined => {
    const isSmall = pageBytes(database) <= maxBytes;
    const task = isSmall ? 'rewritten' : 'checkpointed';
    const waits = waitsForRoom(task);
    if (waits !== undefined) return waits;
    if (!mergeForAWhile(database, stepMs)) return isMerging;
    // What is only in the WAL takes room twice. A reader may keep it from being emptied.
    emptyWal(database);
    const stillWaits = waitsForRoom(task);
    if (stillWaits !== undefined) return stillWaits;
    if (isSmall) rewrite(database);
    markTraces(database, isSmall ? 'none' : 'kept');
    isTried = true;
    isWalEmpty = false;
    return undefined;
  };
  const erase = (): string | undefined => {
    const waits = (isDue() ? eraseTraces() : undefined) ?? (isWalEmpty ? undefined : waitsForRoom('checkpointed'));
    if (waits !== undefined) return waits;
    isWalEmpty ||= emptyWal(database);
    return isWalEmpty ? undefined : `${name} is in use`;
  };
  const eraseNow = () => withoutWaiting(database, erase, `${name} is in use, or its disk is full`);
  return { erase: () => inSteps(database, eraseNow, { isStep: (waits) => waits === isMerging, stepMs }) };
};

type Steps = { readonly isStep: (waits: string | undefined) => boolean; readonly stepMs: number };

/** Calls work again while it has done a step, for as long as a call may take. */
const inSteps = async (
  database: Database,
  work: () => string | undefined,
  { isStep, stepMs }: Steps,
): Promise<string | undefined> => {
  const end = performance.now() + mergeMs.call;
  for (;;) {
    // A generation that was dropped meanwhile has no file any more.
    if (!database.isOpen) return undefined;
    const waits = work();
    if (!isStep(waits) || performance.now() > end) return waits;
    await setTimeout(stepMs);
  }
};

type Limits = {
  /** A larger file is not rewritten. */
  readonly maxBytes: number;
  /** Of the disk of a file. */
  readonly freeBytes: (path: string) => number;
  /** Of merging words. */
  readonly stepMs: number;
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

/**
 * Milliseconds of merging full-text indices. Others have the thread after each step, for as long again. A call takes several steps: before the next call other
 * files may have to be rewritten once more.
 */
const mergeMs = { step: 50, call: 2_000 };

/** Removes deleted words from the full-text indices; false if there is more to do. */
const mergeForAWhile = (database: Database, forMs: number): boolean => {
  const end = performance.now() + forMs;
  while (mergeWords(database)) if (performance.now() > end) return false;
  return true;
};

/** The temporary copy, and the same again in the WAL. */
const copies = 2;
const megabyte = 1024 * 1024;

type Task = 'rewritten' | 'checkpointed';
type Sizes = { readonly pages: number; readonly file: number; readonly wal: number };

/** Of all pages, many of which may be in the WAL only. */
const pageBytes = (database: Database): number => {
  const number = (name: string) => Number(database.prepare(`PRAGMA ${name}`).get()?.[name]);
  return number('page_count') * number('page_size');
};

const sizesOf = (database: Database, path: string): Sizes => ({
  pages: pageBytes(database),
  file: statSync(path).size,
  wal: statSync(`${path}-wal`, { throwIfNoEntry: false })?.size ?? 0,
});

/**
 * The room that must be free, with the reserve of others, so that nobody is kept from writing: a checkpoint lets the file grow by what is only in the WAL
 * before the WAL gives its room back, of which a rewrite can use some.
 */
const neededFor = (task: Task, { pages, file, wal }: Sizes): number => {
  const checkpoint = Math.max(0, pages - file) + reservedDiskBytes;
  return task === 'checkpointed' ? checkpoint : checkpoint + Math.max(0, copies * pages - wal);
};

/** What a task waits for; undefined if there is room for it. */
const waitForRoom = (database: Database, task: Task, freeBytes: Limits['freeBytes']): string | undefined => {
  const path = database.location();
  if (path === null) return undefined;
  const needed = neededFor(task, sizesOf(database, path));
  if (needed <= freeBytes(path)) return undefined;
  return `${basename(path)} is ${task} when ${Math.ceil(needed / megabyte)} MB of the disk are free`;
};

/** A failure leaves the room that it found. */
const rewrite = (database: Database): void => {
  try {
    database.exec('VACUUM');
  } catch (error) {
    emptyWal(database);
    throw error;
  }
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

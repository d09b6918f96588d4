import { copyFileSync, existsSync, mkdirSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { openDatabase } from '../../src/adapters/sqlite/database.ts';
import type { Config } from '../../src/config.ts';
import { restoringFolder } from '../../src/composition/start-failure.ts';
import { lockFolder } from '../../src/threads/folder-lock.ts';
import { restrictToOwner } from '../../src/threads/owner-only.ts';
import { requireEmbeddedLog, requireLog, syncToDisk } from './log-copy.ts';
import { describeFile, type Manifest, type OnProgress, readManifest, requireFiles } from './manifest.ts';

type Options = {
  /** Moves what DATA_DIR holds aside. */
  readonly replace: boolean;
  readonly onProgress: OnProgress;
};

/** The log, the read models that were built from it, and the keys. */
const ownFile = /^(?:events\.db|views[.-]|data-key$|jwt-secret$)/;

/**
 * Puts the files of a back-up into DATA_DIR once all of them were checked; no service may run on it. What DATA_DIR holds is never deleted: without `replace`
 * it stops the restore, with it it is moved into a folder in DATA_DIR. An interrupted restore is begun again. Returns lines for a person. Throws with one line.
 */
export const restoreBackup = async (config: Config, source: string, options: Options): Promise<readonly string[]> => {
  requireEmbeddedLog(config);
  const folder = resolve(source);
  const manifest = readManifest(folder);
  await requireFiles(folder, manifest, options.onProgress);
  const dataDir = resolve(config.dataDir);
  const unlock = lockFolder(dataDir);
  try {
    restrictToOwner(dataDir);
    const occupied = await occupiedBy(dataDir, manifest);
    if (occupied.length > 0 && !options.replace) {
      throw new Error(`DATA_DIR: ${dataDir} holds ${occupied.join(', ')} already; --replace moves them aside`);
    }
    const copies = restoringFolder(dataDir);
    await copyFiles(folder, copies, { manifest, onProgress: options.onProgress });
    const aside = occupied.length > 0 ? moveAside(dataDir) : undefined;
    // The log last: only with it the folder is more than a set of keys.
    for (const { name } of manifest.files.toSorted((one) => (one.name === 'events.db' ? 1 : -1))) {
      renameSync(join(copies, name), join(dataDir, name));
    }
    rmSync(copies, { recursive: true });
    syncToDisk(dataDir);
    return linesOf(config, manifest, aside);
  } finally {
    unlock();
  }
};

/** The files that a restore would replace: those that differ from the back-up's. */
const occupiedBy = async (dataDir: string, { files }: Manifest): Promise<readonly string[]> => {
  const occupied: string[] = [];
  for (const name of readdirSync(dataDir)
    .filter((name) => ownFile.test(name))
    .toSorted()) {
    const path = join(dataDir, name);
    const saved = files.find((file) => file.name === name);
    const isEmptyWal = name.endsWith('-shm') || (name.endsWith('-wal') && statSync(path).size === 0);
    if (isEmptyWal) continue;
    const same = saved && (await describeFile(dataDir, saved.name, () => undefined)).sha256 === saved.sha256;
    if (!same) occupied.push(name);
  }
  return occupied;
};

const copyFiles = async (
  folder: string,
  copies: string,
  { manifest, onProgress }: { readonly manifest: Manifest; readonly onProgress: OnProgress },
): Promise<void> => {
  rmSync(copies, { recursive: true, force: true });
  mkdirSync(copies, { mode: 0o700 });
  for (const { name } of manifest.files) copyFileSync(join(folder, name), join(copies, name));
  await requireFiles(copies, manifest, onProgress);
  await requireLog(join(copies, 'events.db'), manifest.log);
  for (const { name } of manifest.files) syncToDisk(join(copies, name));
};

const moveAside = (dataDir: string): string => {
  mergeWal(join(dataDir, 'events.db'));
  const aside = join(dataDir, `replaced-${new Date().toISOString().replaceAll(':', '-')}`);
  mkdirSync(aside, { mode: 0o700 });
  for (const name of readdirSync(dataDir).filter((name) => ownFile.test(name))) {
    renameSync(join(dataDir, name), join(aside, name));
  }
  return aside;
};

/** The last events of the old log may be in its `-wal` file; after this they are in the log itself, unless it is damaged. */
const mergeWal = (log: string): void => {
  if (!existsSync(log)) return;
  try {
    openDatabase(log, 'full').close();
  } catch {
    // Both files are moved as they are.
  }
};

const linesOf = ({ servers }: Config, { at, log, files }: Manifest, aside: string | undefined): readonly string[] => {
  const has = (name: string) => files.some((file) => file.name === name);
  return [
    `Restored the log ${log.logId} as it was on ${at}: ${log.events} events up to position ${log.lastPosition}`,
    ...(aside === undefined ? [] : [`What was here before is in ${aside}`]),
    ...(has('data-key') ? [] : ['DATA_KEY is not in the back-up: set it before the start']),
    ...(has('jwt-secret') ? [] : ['JWT_SECRET is not in the back-up: without it every user has to log in again']),
    ...((servers.mongodb ?? servers.elasticsearch)
      ? [
          'Empty the database of MONGODB_URL and the indices of ELASTICSEARCH_URL: they hold read models of a later state',
        ]
      : []),
    'The next start builds the read models from the log',
  ];
};

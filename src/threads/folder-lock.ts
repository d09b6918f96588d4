import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

/** The folder cannot be locked: another process uses it, or the file of the lock is damaged. */
export class FolderInUse extends Error {}

/**
 * Locks a folder for this process, creating it if needed; returns a function that unlocks it. The operating system holds the lock (through
 * SQLite), so `kill -9` releases it. Waits up to five seconds for another process to end, then throws FolderInUse.
 */
export const lockFolder = (folder: string): (() => void) => {
  mkdirSync(join(folder, 'tmp'), { recursive: true, mode: 0o700 });
  const path = join(folder, 'lock.db');
  const database = new DatabaseSync(path, { timeout: 5000 });
  try {
    database.exec('PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE');
  } catch (error) {
    database.close();
    if (error instanceof Error && /locked|busy/i.test(error.message)) {
      throw new FolderInUse(`Another process is using ${folder}; stop it, or set DATA_DIR to another folder`);
    }
    if (error instanceof Error && /not a database|malformed/.test(error.message)) {
      throw new FolderInUse(`${path} is damaged; it holds nothing: delete it while no service uses the folder`);
    }
    throw error;
  }
  return () => database.close();
};

import { chmodSync, lstatSync, readdirSync, type Stats, statSync } from 'node:fs';
import { join } from 'node:path';

const permissionsOfOthers = 0o077;
/** Those of other users and to execute. */
const permissionsNoFileNeeds = 0o177;
/** Set on folders that all users share, such as /tmp. */
const stickyBit = 0o1000;

type ChangeMode = (path: string, mode: number) => void;

/**
 * Makes a folder and everything directly in it usable by its owner only: 0700 for folders, 0600 for files. Links in the folder are left alone.
 * Returns the paths that other users can still use: those that another user owns, and a folder that all users share.
 */
export const restrictToOwner = (folder: string, changeMode: ChangeMode = chmodSync): readonly string[] => {
  const isRestricted = (path: string, stats: Stats): boolean => {
    const mode = stats.mode & 0o7777;
    const excess = stats.isDirectory() ? permissionsOfOthers : permissionsNoFileNeeds;
    if (stats.isSymbolicLink() || (mode & excess) === 0) return true;
    if (mode & stickyBit) return false;
    try {
      changeMode(path, mode & ~excess);
      return true;
    } catch (error) {
      if (!isOneOf(error, 'EPERM', 'EACCES', 'EROFS', 'ENOENT')) throw error;
      return isOneOf(error, 'ENOENT');
    }
  };
  const entries = readdirSync(folder)
    .map((name) => join(folder, name))
    .filter((path) => {
      const stats = lstatSync(path, { throwIfNoEntry: false });
      return stats !== undefined && !isRestricted(path, stats);
    });
  return isRestricted(folder, statSync(folder)) ? entries : [folder, ...entries];
};

/** From here on, every file and folder that this process makes is for its owner only, those of SQLite too. */
export const makeFilesForOwnerOnly = (): void => {
  process.umask(permissionsOfOthers);
};

const isOneOf = (error: unknown, ...codes: readonly string[]): boolean =>
  error instanceof Error && 'code' in error && codes.includes(String(error.code));

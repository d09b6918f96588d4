import { execFileSync } from 'node:child_process';
import { closeSync, mkdtempSync, openSync, rmdirSync, rmSync, statfsSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A file system of a few megabytes in memory. */
export type SmallDisk = {
  readonly folder: string;
  /** Fills it until only so many bytes are free, or until a write fails. */
  readonly fill: (freeBytes?: number) => void;
  /** How many bytes are free. */
  readonly free: () => number;
  /** Removes what `fill` has written. */
  readonly empty: () => void;
  readonly remove: () => void;
};

const freeOn = (folder: string): number => {
  const { bavail, bsize } = statfsSync(folder);
  return bavail * bsize;
};

/** Mounts a tmpfs; undefined if this process may not mount (it needs CAP_SYS_ADMIN on Linux, which root has on a machine of its own). */
export const smallDisk = (megabytes: number): SmallDisk | undefined => {
  const folder = mkdtempSync(join(tmpdir(), 'small-disk-'));
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m,mode=700`, 'tmpfs', folder], { stdio: 'ignore' });
  } catch {
    rmdirSync(folder);
    return undefined;
  }
  const filling = join(folder, 'filling');
  return {
    folder,
    free: () => freeOn(folder),
    fill: (freeBytes = 0) => {
      const { bavail, bsize } = statfsSync(folder);
      const file = openSync(filling, 'a');
      try {
        for (let blocks = bavail - Math.ceil(freeBytes / bsize); blocks > 0; blocks -= 1) {
          writeSync(file, Buffer.alloc(bsize));
        }
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error;
      } finally {
        closeSync(file);
      }
    },
    empty: () => rmSync(filling, { force: true }),
    remove: () => {
      // Lazily, since a service that was killed may still be ending.
      execFileSync('umount', ['-l', folder], { stdio: 'ignore' });
      rmdirSync(folder);
    },
  };
};

import { DiskFull, Unavailable } from './errors.ts';

/** The reasons for clients, by the code of the operating system (errno(3)); an exhausted quota is a full disk. */
const failures: Readonly<Record<string, () => Unavailable>> = {
  ENOSPC: () => new DiskFull(),
  EDQUOT: () => new DiskFull(),
  EROFS: () => new Unavailable('Disk is read-only'),
  EIO: () => new Unavailable('Disk cannot be read or written'),
};

/** The error for a code of the operating system; undefined if it is none of a disk. */
export const diskFailure = (code: unknown): Unavailable | undefined => failures[String(code)]?.();

/** The error to throw for what the file system has thrown: without the path that it quotes if a disk has failed, else unchanged. */
export const mapDiskFailure = (error: unknown): unknown =>
  (error instanceof Error && 'code' in error ? diskFailure(error.code) : undefined) ?? error;

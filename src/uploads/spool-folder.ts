import { randomUUID } from 'node:crypto';
import { open, rm, statfs } from 'node:fs/promises';
import { join } from 'node:path';
import { mapDiskFailure } from '../domain/disk-failure.ts';
import { DiskFull } from '../domain/errors.ts';
import { reservedDiskBytes } from '../domain/limits.ts';
import { reasonOf } from '../domain/reason-of.ts';

/** How long the result of a disk test is reused: `GET /api/ready` needs no credential. */
const maxTrialAgeMs = 1_000;

/** Written to test the disk. */
const block = Buffer.alloc(4096);

/** The folder that bodies are written to before they are read. */
export type SpoolFolder = {
  readonly path: string;
  /** Throws DiskFull if this many more bytes would leave less than the reserve. */
  readonly requireRoom: (bytes: number) => Promise<void>;
  /** Tests the disk; returns the reason for a failure, undefined if uploads can be written. Never rejects. */
  readonly failure: () => Promise<string | undefined>;
};

/** Throws DiskFull if this many more bytes in a folder would leave less than the reserve on its disk. */
export const requireRoomIn = async (folder: string, bytes: number): Promise<void> => {
  const { bavail, bsize } = await statfs(folder);
  if (bavail * bsize < bytes + reservedDiskBytes) throw new DiskFull();
};

/** The spool folder at a path that exists. */
export const spoolFolder = (path: string): SpoolFolder => {
  const requireRoom = (bytes: number) => requireRoomIn(path, bytes);
  const tried = async () => {
    try {
      await writeBlock(join(path, `${randomUUID()}.trial`));
      await requireRoom(0);
      return undefined;
    } catch (error) {
      return reasonOf(mapDiskFailure(error));
    }
  };
  let last: { readonly at: number; readonly result: Promise<string | undefined> } | undefined;
  return {
    path,
    requireRoom,
    failure: () => {
      if (!last || performance.now() - last.at > maxTrialAgeMs) last = { at: performance.now(), result: tried() };
      return last.result;
    },
  };
};

/** A quota or a read-only disk shows only when something is written. */
const writeBlock = async (path: string): Promise<void> => {
  const file = await open(path, 'wx', 0o600);
  try {
    await file.writeFile(block);
  } finally {
    await file.close();
    await rm(path, { force: true });
  }
};

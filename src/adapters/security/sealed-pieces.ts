import { mkdir, open, readdir, readFile, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { mapDiskFailure } from '../../domain/disk-failure.ts';
import type { KeptPieces } from '../../ports/kept-pieces.ts';
import { deriveKey, seal, unseal } from './derived-keys.ts';

/** One sealed file an erasure in a folder, which is made when it is needed. `save` throws DiskFull and Unavailable. */
export const sealedPieces = (folder: string, dataKey: string): KeptPieces => {
  const key = deriveKey(dataKey, 'erasure pieces');
  const pathOf = (erasureId: string) => join(folder, erasureId);
  return {
    save: async (erasureId, pieces) => {
      const path = pathOf(erasureId);
      try {
        await mkdir(folder, { recursive: true, mode: 0o700 });
        await writeDurably(`${path}.new`, seal(key, Buffer.from(JSON.stringify(pieces))));
        await rename(`${path}.new`, path);
        await syncFolder(folder);
      } catch (error) {
        throw mapDiskFailure(error);
      }
    },
    load: async (erasureId) => {
      try {
        return JSON.parse(unseal(key, await readFile(pathOf(erasureId))).toString()) as readonly string[];
      } catch {
        return [];
      }
    },
    remove: async (erasureId) => {
      for (const ending of ['', '.new']) await rm(pathOf(erasureId) + ending, { force: true });
    },
    ids: async () => {
      const names = await readdir(folder).catch(() => []);
      return [...new Set(names.map((name) => name.replace(/\.new$/, '')))];
    },
  };
};

const writeDurably = async (path: string, bytes: Buffer): Promise<void> => {
  const file = await open(path, 'w', 0o600);
  try {
    await file.writeFile(bytes);
    await file.sync();
  } finally {
    await file.close();
  }
};

const syncFolder = async (path: string): Promise<void> => {
  const folder = await open(path, 'r');
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
};

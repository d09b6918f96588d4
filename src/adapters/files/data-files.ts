import { open, readdir } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { pieceBytes, pieceScanner } from '../../platform/piece-scanner.ts';
import type { DataFiles } from '../../ports/data-files.ts';

/** Searches the files of a folder and of those in it. A file that is removed meanwhile has no bytes. */
export const dataFiles = (folder: string): DataFiles => ({
  search: async (pieces) => {
    const scan = pieceScanner(pieces);
    const found = new Map<string, string>();
    let [files, bytes] = [0, 0];
    for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
      if (!entry.isFile()) continue;
      const path = join(entry.parentPath, entry.name);
      for await (const chunk of chunksOf(path)) {
        for (const piece of scan(chunk.buffer)) found.set(piece, relative(folder, path));
        bytes += chunk.fresh;
      }
      files += 1;
    }
    return { files, bytes, found };
  },
});

const chunkBytes = 1 << 20;

type Chunk = {
  readonly buffer: Buffer;
  /** Bytes that the chunk before did not have. */
  readonly fresh: number;
};

/** The bytes of a file; each chunk begins with the end of the one before, so that no piece is cut. */
async function* chunksOf(path: string): AsyncGenerator<Chunk> {
  const file = await open(path).catch((error: unknown) => {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined;
    throw error;
  });
  if (!file) return;
  try {
    const buffer = Buffer.allocUnsafe(chunkBytes);
    for (let kept = 0, position = 0; ;) {
      const { bytesRead } = await file.read(buffer, kept, chunkBytes - kept, position);
      if (bytesRead === 0) return;
      const end = kept + bytesRead;
      yield { buffer: buffer.subarray(0, end), fresh: bytesRead };
      position += bytesRead;
      kept = Math.min(pieceBytes - 1, end);
      buffer.copyWithin(0, end - kept, end);
    }
  } finally {
    await file.close();
  }
}

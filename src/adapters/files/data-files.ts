import { open, readdir } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { type DataFiles, pieceBytes } from '../../ports/data-files.ts';

/** Searches the files of a folder and of those in it. A file that is removed meanwhile has no bytes. */
export const dataFiles = (folder: string): DataFiles => ({
  search: async (pieces) => {
    const scan = scanner(pieces.map((piece) => Buffer.from(piece)));
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

const base = 16_777_619;
const tableBits = 20;

/** Rabin and Karp's search for many pieces of one length: what it costs does not depend on their number. */
const scanner = (pieces: readonly Buffer[]) => {
  const byHash = Map.groupBy(pieces, (piece) => hashOf(piece));
  const table = new Uint8Array(1 << tableBits);
  for (const hash of byHash.keys()) table[hash >>> (32 - tableBits)] = 1;
  let removed = 1;
  for (let n = 0; n < pieceBytes; n += 1) removed = Math.imul(removed, base);
  return function* (bytes: Buffer): Generator<string> {
    if (bytes.length < pieceBytes || pieces.length === 0) return;
    let hash = hashOf(bytes);
    for (let end = pieceBytes; ; end += 1) {
      if (table[hash >>> (32 - tableBits)] === 1) {
        const here = bytes.subarray(end - pieceBytes, end);
        for (const piece of byHash.get(hash >>> 0) ?? []) if (piece.equals(here)) yield piece.toString();
      }
      if (end === bytes.length) return;
      const out = bytes[end - pieceBytes] as number;
      hash = (Math.imul(hash, base) + (bytes[end] as number) - Math.imul(out, removed)) | 0;
    }
  };
};

/** Of the first bytes, as an unsigned number of 32 bits. */
const hashOf = (bytes: Buffer): number => {
  let hash = 0;
  for (let at = 0; at < pieceBytes; at += 1) hash = (Math.imul(hash, base) + (bytes[at] as number)) | 0;
  return hash >>> 0;
};

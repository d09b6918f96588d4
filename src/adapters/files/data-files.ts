import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
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

type Chunk = {
  readonly buffer: Buffer;
  /** Bytes that the chunk before did not have. */
  readonly fresh: number;
};

/**
 * The bytes of a file; each chunk begins with the end of the one before, so that no piece is cut. `cat` reads it: a process that closes a file loses its locks on
 * it, whoever in it has set them (fcntl(2)), and SQLite's locks are of that kind: another process could then take the database for unused.
 */
async function* chunksOf(path: string): AsyncGenerator<Chunk> {
  const cat = spawn('cat', ['--', path], { stdio: ['ignore', 'pipe', 'pipe'] });
  const ended = once(cat, 'close') as Promise<[code: number | null]>;
  // Awaited only after what was printed.
  ended.catch(() => undefined);
  let said = '';
  cat.stderr.on('data', (text: Buffer) => (said += text.toString()));
  try {
    let kept = Buffer.alloc(0);
    for await (const part of cat.stdout as AsyncIterable<Buffer>) {
      const buffer = Buffer.concat([kept, part]);
      yield { buffer, fresh: part.length };
      kept = buffer.subarray(Math.max(0, buffer.length - pieceBytes + 1));
    }
    const [code] = await ended;
    if (code !== 0 && existsSync(path)) throw new Error(`${path} could not be read: ${said.trim() || code}`);
  } finally {
    cat.kill();
  }
}

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createReadStream, existsSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { parentPort, workerData } from 'node:worker_threads';
import { pieceBytes, pieceScanner } from '../../platform/piece-scanner.ts';
import { tenantOfSpooled } from '../../platform/spooled-name.ts';
import type { FilesSearched, WantedPieces } from '../../ports/data-files.ts';

/** The folder, and what is looked for. */
export type SearchRequest = { readonly folder: string; readonly wanted: WantedPieces };

const search = async ({ folder, wanted }: SearchRequest): Promise<FilesSearched> => {
  const found = new Map([...wanted.keys()].map((tenant) => [tenant, new Map<string, string>()]));
  const { scannerOf, tenantsOf } = scanners(wanted);
  let [files, bytes] = [0, 0];
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    const owner = tenantOfSpooled(entry.name);
    if (!entry.isFile() || (owner !== undefined && !wanted.has(owner))) continue;
    const path = join(entry.parentPath, entry.name);
    const scan = scannerOf(owner);
    for await (const chunk of chunksOf(path)) {
      for (const piece of scan(chunk.buffer))
        for (const tenant of owner === undefined ? tenantsOf(piece) : [owner])
          found.get(tenant)?.set(piece, relative(folder, path));
      bytes += chunk.fresh;
    }
    files += 1;
  }
  return { files, bytes, found };
};

/** One scanner for the files of all, and one for the bodies of each tenant: each finds a piece once. */
const scanners = (wanted: WantedPieces) => {
  const tenants = new Map<string, string[]>();
  for (const [tenant, pieces] of wanted)
    for (const piece of pieces) tenants.set(piece, [...(tenants.get(piece) ?? []), tenant]);
  const ofAll = pieceScanner([...tenants.keys()]);
  const ofTenants = new Map<string, ReturnType<typeof pieceScanner>>();
  return {
    tenantsOf: (piece: string): readonly string[] => tenants.get(piece) ?? [],
    scannerOf: (owner: string | undefined) => {
      if (owner === undefined) return ofAll;
      const scan = ofTenants.get(owner) ?? pieceScanner(wanted.get(owner) ?? []);
      ofTenants.set(owner, scan);
      return scan;
    },
  };
};

type Chunk = {
  readonly buffer: Buffer;
  /** Bytes that the chunk before did not have. */
  readonly fresh: number;
};

/** The bytes of a file; each chunk begins with the end of the one before, so that no piece is cut. A file that is removed meanwhile has no more. */
async function* chunksOf(path: string): AsyncGenerator<Chunk> {
  const parts = isLocked(path) ? readElsewhere(path) : (createReadStream(path) as AsyncIterable<Buffer>);
  let kept = Buffer.alloc(0);
  try {
    for await (const part of parts) {
      const buffer = Buffer.concat([kept, part]);
      yield { buffer, fresh: part.length };
      kept = buffer.subarray(Math.max(0, buffer.length - pieceBytes + 1));
    }
  } catch (error) {
    if (existsSync(path)) throw error;
  }
}

/** SQLite locks a database and the memory that its connections share, but no WAL. */
const isLocked = (path: string): boolean => /\.db(-shm)?$/.test(path);

/**
 * Has `cat` read a file: a process that closes a file loses its locks on it, whoever in it has set them (fcntl(2)), and SQLite's locks are of that kind: another
 * process could then take the database for unused.
 */
async function* readElsewhere(path: string): AsyncGenerator<Buffer> {
  const cat = spawn('cat', ['--', path], { stdio: ['ignore', 'pipe', 'pipe'] });
  const ended = once(cat, 'close') as Promise<[code: number | null]>;
  // Awaited only after what was printed.
  ended.catch(() => undefined);
  let said = '';
  cat.stderr.on('data', (text: Buffer) => (said += text.toString()));
  try {
    yield* cat.stdout as AsyncIterable<Buffer>;
    const [code] = await ended;
    if (code !== 0) throw new Error(`${path} could not be read: ${said.trim() || code}`);
  } finally {
    cat.kill();
  }
}

parentPort?.postMessage(await search(workerData as SearchRequest));

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createReadStream, type Dirent, existsSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import { parentPort, workerData } from 'node:worker_threads';
import { pieceBytes, pieceScanner } from '../../platform/piece-scanner.ts';
import { spooledIn } from '../../platform/spooled-name.ts';
import type { FilesSearched, WantedPieces } from '../../ports/data-files.ts';
import { cellsOf, crossesBorder, crossesBorderOf, hasCells, type PageLayout, pageLayoutOf } from './sqlite-pages.ts';

/** The folder, and what is looked for. */
export type SearchRequest = { readonly folder: string; readonly wanted: WantedPieces };

/** Where the service is in a container, its back-ups can be written nowhere but in the data folder (docs/operations.md, "In containers"): receipts call back-ups outside. */
const backupFolder = 'backups';

const isBackup = (folder: string, { parentPath }: Pick<Dirent, 'parentPath'>): boolean =>
  relative(folder, parentPath).split(sep)[0] === backupFolder;

const search = async ({ folder, wanted }: SearchRequest): Promise<FilesSearched> => {
  const found = new Map([...wanted.keys()].map((tenant) => [tenant, new Map<string, string>()]));
  const { scannerOf, tenantsOf } = scanners(wanted);
  const add = (tenants: readonly string[], piece: string, path: string): void => {
    for (const tenant of tenants) found.get(tenant)?.set(piece, relative(folder, path));
  };
  const hits = hitsInPages((piece, path) => add(tenantsOf(piece), piece, path));
  let [files, bytes] = [0, 0];
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    const owner = spooledIn(entry.name)?.tenantId;
    if (!entry.isFile() || isBackup(folder, entry) || (owner !== undefined && !wanted.has(owner))) continue;
    const path = join(entry.parentPath, entry.name);
    const scan = scannerOf(owner);
    for await (const chunk of chunksOf(path)) {
      const isText = (at: number) => owner !== undefined || hits.isText(path, chunk, at);
      for (const piece of scan(chunk.buffer, isText))
        add(owner === undefined ? tenantsOf(piece) : [owner], piece, path);
      if (hits.areMany()) await hits.settle();
      bytes += chunk.fresh;
    }
    files += 1;
  }
  await hits.settle();
  return { files, bytes, found };
};

type Hit = { readonly piece: string; readonly from: number; readonly path: string };

/** Hits that wait for their record: some ten megabytes of memory. */
const hitsAtOnce = 100_000;

/**
 * Tells texts from what only looks like one in a file of SQLite, where the columns of a row stand side by side: else an account could find out by an erasure what
 * the columns of others hold, or hold up theirs. A record that is too long for its page goes on in others, which do not say where its columns end: what is found there waits until its own page is
 * looked for. Only the first of those pages is judged: columns further on are JSON, whose quotes no piece has.
 */
const hitsInPages = (add: (piece: string, path: string) => void) => {
  const texts = new Set<string>();
  const waiting = new Map<string, Map<number, readonly Hit[]>>();
  let count = 0;
  const wait = (number: number, hit: Hit): void => {
    const database = hit.path.replace(/-wal$/, '');
    const pages = waiting.get(database) ?? new Map<number, readonly Hit[]>();
    waiting.set(database, pages.set(number, [...(pages.get(number) ?? []), hit]));
    count += 1;
  };
  return {
    isText: (path: string, chunk: Chunk, at: number): boolean => {
      const place = pageOf(chunk, at);
      if (!place) return true;
      const { page, number, from } = place;
      if (hasCells(page)) return !crossesBorder(page, from);
      const piece = page.toString('utf8', from, from + pieceBytes);
      if (texts.has(piece)) return true;
      wait(number, { piece, from, path });
      return false;
    },
    areMany: (): boolean => count >= hitsAtOnce,
    settle: async (): Promise<void> => {
      for (const [database, pages] of waiting) {
        for (const path of [database, `${database}-wal`]) await removeCrossing(path, pages);
        for (const { piece, path } of [...pages.values()].flat()) {
          texts.add(piece);
          add(piece, path);
        }
      }
      waiting.clear();
      count = 0;
    },
  };
};

/** Removes the hits that are across a border of a record of a file. */
const removeCrossing = async (path: string, hits: Map<number, readonly Hit[]>): Promise<void> => {
  if (!existsSync(path)) return;
  for await (const chunk of chunksOf(path))
    for (const page of pagesIn(chunk))
      for (const cell of cellsOf(page)) {
        const own = hits.get(cell.overflow);
        if (!own) continue;
        hits.set(
          cell.overflow,
          own.filter(({ from }) => !crossesBorderOf(page, cell, from)),
        );
      }
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
  /** The place of the first byte in the file. */
  readonly at: number;
  /** Bytes that the chunk before did not have. */
  readonly fresh: number;
  readonly layout: PageLayout | undefined;
};

/**
 * The bytes of a file; each chunk begins with the end of the one before, so that no piece is cut, and no page of SQLite is either. A file that is removed meanwhile has no
 * more.
 */
async function* chunksOf(path: string): AsyncGenerator<Chunk> {
  const parts = isLocked(path) ? readElsewhere(path) : (createReadStream(path) as AsyncIterable<Buffer>);
  let [rest, at] = [Buffer.alloc(0), 0];
  let layout: PageLayout | undefined;
  try {
    for await (const part of parts) {
      const buffer = Buffer.concat([rest, part]);
      if (at === 0) layout ??= pageLayoutOf(buffer);
      const end = layout ? endOfPages(layout, at + buffer.length) - at : buffer.length;
      yield { buffer: buffer.subarray(0, end), at, fresh: part.length, layout };
      const next = Math.max(0, end - pieceBytes + 1);
      rest = buffer.subarray(next);
      at += next;
    }
    yield { buffer: rest, at, fresh: 0, layout };
  } catch (error) {
    if (existsSync(path)) throw error;
  }
}

/** The end of the last whole page before a place. */
const endOfPages = ({ first, stride }: PageLayout, end: number): number =>
  first + Math.max(0, Math.floor((end - first) / stride)) * stride;

/** The whole pages of a chunk. */
function* pagesIn({ buffer, at, layout }: Chunk): Generator<Buffer> {
  if (!layout) return;
  const { first, stride, header, pageBytes } = layout;
  const start = first + Math.max(0, Math.ceil((at - first) / stride)) * stride - at;
  for (let page = start + header; page + pageBytes <= buffer.length; page += stride)
    yield buffer.subarray(page, page + pageBytes);
}

/** The whole page that has the piece at a place of a chunk. */
const pageOf = ({ buffer, at, layout }: Chunk, place: number) => {
  if (!layout || at + place < layout.first) return undefined;
  const { first, stride, header, pageBytes } = layout;
  const index = Math.floor((at + place - first) / stride);
  const start = first + index * stride + header - at;
  const from = place - start;
  const isWhole = start >= header && from >= 0 && from + pieceBytes <= pageBytes && start + pageBytes <= buffer.length;
  if (!isWhole) return undefined;
  const number = header === 0 ? index + 1 : buffer.readUInt32BE(start - header);
  return { page: buffer.subarray(start, start + pageBytes), number, from };
};

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

import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { inflateRaw } from 'node:zlib';
import { Sentence } from '../domain/sentence.ts';
import type { ReadAhead, ReadOptions } from './read-options.ts';
import type { RowItem } from './table-row.ts';
import { ticketsOfRows } from './table-tickets.ts';
import { type TicketItem, UnfitColumns, UnreadableFile } from './ticket-item.ts';
import { defaultXlsxLimits, outOfMemory, type XlsxLimits } from './xlsx-limits.ts';
import type { NextPage, Page, SentPage, SentRow, SentSentence } from './xlsx-process.ts';
import { tooLarge } from './xlsx-refusals.ts';

/** The tickets of one sheet of an XLSX workbook, one at a time. Throws UnreadableFile, also if reading exceeds the limits, and UnfitColumns. */
export const xlsxItems = (
  path: string,
  options: ReadOptions = {},
  limits: XlsxLimits = defaultXlsxLimits,
): AsyncIterable<TicketItem> => ticketsOfRows(rowsOfPages(path, limits, options), options);

/** Without a place for them pages are read when they are wanted. */
const asWanted: ReadAhead = (read) => read(new AbortController().signal);

async function* rowsOfPages(
  path: string,
  limits: XlsxLimits,
  { signal, found, sheet, columns, readAhead = asWanted }: ReadOptions,
): AsyncGenerator<RowItem, void> {
  const pages = readAhead((left) =>
    pagesInProcess(path, limits, { sheet, columns, signal: signal ? AbortSignal.any([signal, left]) : left }),
  );
  let areSheetsFound = false;
  for await (const packed of pages) {
    const page = await unpacked(packed);
    if ('refusal' in page) {
      const refusal = sentenceSent(page.refusal);
      throw page.isUnfit ? new UnfitColumns(refusal) : new UnreadableFile(refusal);
    }
    if (!areSheetsFound) found?.({ sheet: page.sheet, sheets: page.sheets, otherSheets: page.otherSheets });
    areSheetsFound = true;
    yield* page.rows.map(toRowItem);
  }
}

/** Above what a page has: half a million characters and a row of 1 MiB, each of six bytes at most in JSON. */
const maxPageBytes = 16 * 1024 * 1024;

const inflate = promisify<Uint8Array, { readonly maxOutputLength: number }, Buffer>(inflateRaw);

const unpacked = async (packed: Uint8Array): Promise<Page> =>
  JSON.parse((await inflate(packed, { maxOutputLength: maxPageBytes })).toString()) as Page;

type Pages = NextPage & { readonly signal: AbortSignal };

/**
 * Workbooks, which may be malicious, are parsed in a separate process with limits: in a worker thread, one large allocation beyond a limit would abort the whole service.
 * The process gets no environment variables, so that the file cannot reach a key. It is killed, and has ended, when the pages are read, left or no longer wanted.
 */
async function* pagesInProcess(
  path: string,
  limits: XlsxLimits,
  { signal, ...wanted }: Pages,
): AsyncGenerator<Uint8Array, void> {
  signal.throwIfAborted();
  const reader = startReader(path, limits, signal);
  const ended = new Promise((resolve) => {
    if (reader.pid === undefined) resolve(undefined);
    else reader.once('exit', resolve);
  });
  const kill = () => reader.kill('SIGKILL');
  const unwatch = watchResidentMemory(reader.pid, limits.residentMegabytes * 1024 * 1024, kill);
  try {
    const nextPage = pagesOf(reader, limits.milliseconds, wanted);
    for (let page = await nextPage(); page; page = await nextPage()) yield page;
  } finally {
    unwatch();
    kill();
    await ended;
  }
}

/** The young generation is small, since a reader keeps little of what it allocates. */
const startReader = (
  path: string,
  { heapMegabytes, residentMegabytes }: XlsxLimits,
  signal: AbortSignal,
): ChildProcess =>
  fork(fileURLToPath(new URL('./xlsx-process.ts', import.meta.url)), [path, String(residentMegabytes)], {
    execPath: process.execPath,
    execArgv: [`--max-old-space-size=${heapMegabytes}`, '--max-semi-space-size=8'],
    env: {},
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    signal,
    killSignal: 'SIGKILL',
  });

const memoryCheckMs = 100;

/**
 * Calls `exceeded` if the memory of a process exceeds a number of bytes; the returned function ends the watch. Only on Linux: elsewhere the process checks
 * itself, which it does on Linux too but cannot in the middle of a computation.
 */
export const watchResidentMemory = (pid: number | undefined, maxBytes: number, exceeded: () => void): (() => void) => {
  if (process.platform !== 'linux' || pid === undefined) return () => undefined;
  const check = async () => {
    // The file is gone when the process has ended.
    const status = await readFile(`/proc/${pid}/status`, 'latin1').catch(() => '');
    if (Number(/^VmRSS:\s+(\d+) kB$/m.exec(status)?.[1] ?? 0) * 1024 > maxBytes) exceeded();
  };
  const timer = setInterval(() => void check(), memoryCheckMs);
  return () => clearInterval(timer);
};

const toRowItem = (sent: SentRow): RowItem =>
  'cells' in sent ? sent : new UnreadableFile(sentenceSent(sent.refusal), sent);

const sentenceSent = ({ said, recorded }: SentSentence): Sentence => new Sentence(said, recorded);

/** Returns a function that requests the next page, undefined after the last; all pages together may take `milliseconds`. */
const pagesOf = (reader: ChildProcess, milliseconds: number, wanted: NextPage): (() => Promise<SentPage['page']>) => {
  const ended = endOf(reader);
  // The process may end between two pages; the next request then throws.
  ended.catch(() => undefined);
  let remainingMs = milliseconds;
  return async () => {
    const startedAt = performance.now();
    const { promise: timeout, reject } = Promise.withResolvers<never>();
    const timer = setTimeout(() => reject(tooLarge()), remainingMs);
    try {
      const answer = once(reader, 'message') as Promise<[SentPage]>;
      reader.send(wanted, () => undefined);
      const [{ page }] = await Promise.race([answer, ended, timeout]);
      return page;
    } finally {
      clearTimeout(timer);
      remainingMs -= performance.now() - startedAt;
    }
  };
};

/** Rejects when the process ends: as too large if it ran out of memory or was killed, else as an unexpected error. */
const endOf = async (reader: ChildProcess): Promise<never> => {
  const [code] = (await once(reader, 'exit')) as [number | null];
  throw code === null || code === outOfMemory
    ? tooLarge()
    : new Error(`The reader of workbooks ended with code ${code}`);
};

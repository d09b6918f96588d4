import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { Sentence } from '../domain/sentence.ts';
import type { ReadOptions } from './read-options.ts';
import type { RowItem } from './table-row.ts';
import { ticketsOfRows } from './table-tickets.ts';
import { type TicketItem, UnfitColumns, UnreadableFile } from './ticket-item.ts';
import { defaultXlsxLimits, outOfMemory, type XlsxLimits } from './xlsx-limits.ts';
import type { NextPage, Page, SentRow, SentSentence } from './xlsx-process.ts';
import { tooLarge } from './xlsx-refusals.ts';

/** The tickets of one sheet of an XLSX workbook, one at a time. Throws UnreadableFile, also if reading exceeds the limits, and UnfitColumns. */
export const xlsxItems = (
  path: string,
  options: ReadOptions = {},
  limits: XlsxLimits = defaultXlsxLimits,
): AsyncIterable<TicketItem> => ticketsOfRows(rowsInProcess(path, limits, options), options);

/**
 * Workbooks, which may be malicious, are parsed in a separate process with limits: in a worker thread, one large allocation beyond a limit would abort the whole service.
 * The process gets no environment variables, so that the file cannot reach a key. It is killed, and has ended, when the rows are read, left or no longer wanted.
 */
async function* rowsInProcess(
  path: string,
  limits: XlsxLimits,
  { signal, found, sheet, columns }: Pick<ReadOptions, 'signal' | 'found' | 'sheet' | 'columns'>,
): AsyncGenerator<RowItem, void> {
  signal?.throwIfAborted();
  const reader = startReader(path, limits, signal);
  const ended = new Promise((resolve) => {
    if (reader.pid === undefined) resolve(undefined);
    else reader.once('exit', resolve);
  });
  const kill = () => reader.kill('SIGKILL');
  const unwatch = watchResidentMemory(reader.pid, limits.residentMegabytes * 1024 * 1024, kill);
  try {
    const nextPage = pagesOf(reader, limits.milliseconds, { sheet, columns });
    let page = await nextPage();
    found?.({ sheet: page.sheet, sheets: page.sheets, otherSheets: page.otherSheets });
    for (; page.rows.length > 0; page = await nextPage()) yield* page.rows.map(toRowItem);
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
  signal: AbortSignal | undefined,
): ChildProcess =>
  fork(fileURLToPath(new URL('./xlsx-process.ts', import.meta.url)), [path, String(residentMegabytes)], {
    execPath: process.execPath,
    execArgv: [`--max-old-space-size=${heapMegabytes}`, '--max-semi-space-size=8'],
    env: {},
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    ...(signal ? { signal, killSignal: 'SIGKILL' } : {}),
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

type Rows = Extract<Page, { readonly rows: unknown }>;

/** Returns a function that requests the next page; all pages together may take `milliseconds`. */
const pagesOf = (reader: ChildProcess, milliseconds: number, wanted: NextPage): (() => Promise<Rows>) => {
  const ended = endOf(reader);
  // The process may end between two pages; the next request then throws.
  ended.catch(() => undefined);
  let remainingMs = milliseconds;
  return async () => {
    const startedAt = performance.now();
    const { promise: timeout, reject } = Promise.withResolvers<never>();
    const timer = setTimeout(() => reject(tooLarge()), remainingMs);
    try {
      const answer = once(reader, 'message') as Promise<[Page]>;
      reader.send(wanted, () => undefined);
      const [page] = await Promise.race([answer, ended, timeout]);
      if ('refusal' in page)
        throw page.isUnfit
          ? new UnfitColumns(sentenceSent(page.refusal))
          : new UnreadableFile(sentenceSent(page.refusal));
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

import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { ReadOptions } from './read-options.ts';
import type { RowItem } from './table-row.ts';
import { ticketsOfRows } from './table-tickets.ts';
import { type TicketItem, UnreadableFile } from './ticket-item.ts';
import type { Page, SentRow } from './xlsx-process.ts';

/** Limits of the process that reads a workbook. `milliseconds`: time spent in that process, without the time between pages. */
export type XlsxLimits = { readonly heapMegabytes: number; readonly milliseconds: number };

const defaultLimits: XlsxLimits = { heapMegabytes: 384, milliseconds: 60_000 };

/** The tickets of the first sheet with rows of an XLSX workbook, one at a time. Throws UnreadableFile, also if reading exceeds the limits. */
export const xlsxItems = (
  path: string,
  options: ReadOptions = {},
  limits: XlsxLimits = defaultLimits,
): AsyncIterable<TicketItem> => ticketsOfRows(rowsInProcess(path, limits, options.signal), options);

/**
 * The library builds the whole sheet in memory, so it runs in a child process with a heap limit. In a worker thread, one large allocation beyond the
 * limit would abort the whole service. The process gets no environment variables, so that a malicious file cannot reach a key.
 */
async function* rowsInProcess(
  path: string,
  limits: XlsxLimits,
  signal: AbortSignal | undefined,
): AsyncGenerator<RowItem, void> {
  const reader = fork(fileURLToPath(new URL('./xlsx-process.ts', import.meta.url)), [path], {
    execPath: process.execPath,
    execArgv: [`--max-old-space-size=${limits.heapMegabytes}`],
    env: {},
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    ...(signal ? { signal, killSignal: 'SIGKILL' } : {}),
  });
  try {
    const nextPage = pagesOf(reader, limits.milliseconds);
    for (let rows = await nextPage(); rows.length > 0; rows = await nextPage()) yield* rows.map(toRowItem);
  } finally {
    reader.kill('SIGKILL');
  }
}

const toRowItem = (sent: SentRow): RowItem => ('cells' in sent ? sent : new UnreadableFile(sent.refusal, sent));

/** Returns a function that requests the next page; all pages together may take `milliseconds`. */
const pagesOf = (reader: ChildProcess, milliseconds: number): (() => Promise<readonly SentRow[]>) => {
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
      reader.send('next', () => undefined);
      const [page] = await Promise.race([answer, ended, timeout]);
      if ('refusal' in page) throw new UnreadableFile(page.refusal);
      return page.rows;
    } finally {
      clearTimeout(timer);
      remainingMs -= performance.now() - startedAt;
    }
  };
};

/** Exit code of an aborted process on systems without signals. */
const aborted = 134;

/** Rejects when the process ends: as too large if it was aborted (heap limit) or killed, else as an unexpected error. */
const endOf = async (reader: ChildProcess): Promise<never> => {
  const [code] = (await once(reader, 'exit')) as [number | null];
  throw code === null || code === aborted ? tooLarge() : new Error(`The reader of workbooks ended with code ${code}`);
};

const tooLarge = () => new UnreadableFile('Spreadsheet is too large; save it as CSV');

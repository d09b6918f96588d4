import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { type TicketItem, UnreadableFile } from './raw-ticket.ts';
import type { ReadOptions } from './read-options.ts';
import { ticketsOfRows } from './rows.ts';
import type { RowItem } from './table-row.ts';
import type { Page, SentRow } from './xlsx-process.ts';

/** What a reader of workbooks may use; it ends where it needs more. `milliseconds` is the time that the reader works, not the caller. */
export type XlsxLimits = { readonly heapMegabytes: number; readonly milliseconds: number };

const usualLimits: XlsxLimits = { heapMegabytes: 384, milliseconds: 60_000 };

/** The tickets of an XLSX workbook's first sheet that has rows, one at a time. Throws UnreadableFile, also where reading it needs more than the limits. */
export const xlsxItems = (
  path: string,
  options: ReadOptions = {},
  limits: XlsxLimits = usualLimits,
): AsyncIterable<TicketItem> => ticketsOfRows(rowsInProcess(path, limits, options.signal), options);

/**
 * The library builds the whole sheet, so it runs where its heap has a limit of its own. That is a process rather than a thread: one large allocation
 * beyond a thread's limit aborts the whole service. It gets no environment, so that no key is near a hostile file.
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
    for (let rows = await nextPage(); rows.length > 0; rows = await nextPage()) yield* rows.map(received);
  } finally {
    reader.kill('SIGKILL');
  }
}

const received = (sent: SentRow): RowItem => ('cells' in sent ? sent : new UnreadableFile(sent.refusal, sent));

/** Asks the reader for a page; all its answers together may take the given time. */
const pagesOf = (reader: ChildProcess, milliseconds: number): (() => Promise<readonly SentRow[]>) => {
  const ended = endOf(reader);
  // A reader may end between two pages; the next request throws it.
  ended.catch(() => undefined);
  let left = milliseconds;
  return async () => {
    const asked = performance.now();
    const { promise: tooLate, reject } = Promise.withResolvers<never>();
    const timer = setTimeout(() => reject(tooLarge()), left);
    try {
      const answer = once(reader, 'message') as Promise<[Page]>;
      reader.send('next', () => undefined);
      const [page] = await Promise.race([answer, ended, tooLate]);
      if ('refusal' in page) throw new UnreadableFile(page.refusal);
      return page.rows;
    } finally {
      clearTimeout(timer);
      left -= performance.now() - asked;
    }
  };
};

/** What an aborted process leaves where there are no signals. */
const aborted = 134;

/** Rejects when the reader ends by itself: aborted at its heap's limit (or ended by the system), else by an error of ours. */
const endOf = async (reader: ChildProcess): Promise<never> => {
  const [code] = (await once(reader, 'exit')) as [number | null];
  throw code === null || code === aborted ? tooLarge() : new Error(`The reader of workbooks ended with code ${code}`);
};

const tooLarge = () => new UnreadableFile('Spreadsheet is too large; save it as CSV');

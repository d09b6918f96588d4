import { Worker } from 'node:worker_threads';
import { type RawTicket, UnreadableFile } from './raw-ticket.ts';
import { ticketsOfRows } from './rows.ts';
import type { TableRow } from './table-row.ts';
import type { Page } from './xlsx-worker.ts';

/** What a reader of workbooks may use: its thread ends where it needs more. `milliseconds` is the time that the thread works, not the caller. */
export type XlsxLimits = { readonly heapMegabytes: number; readonly milliseconds: number };

const usualLimits: XlsxLimits = { heapMegabytes: 384, milliseconds: 60_000 };

/** The tickets of an XLSX workbook's first sheet that has rows, one at a time. Throws UnreadableFile, also where reading it needs more than the limits. */
export const readXlsxFile = (path: string, limits: XlsxLimits = usualLimits): AsyncIterable<RawTicket> =>
  ticketsOfRows(rowsInThread(path, limits));

async function* rowsInThread(path: string, limits: XlsxLimits): AsyncGenerator<TableRow, void> {
  const worker = new Worker(new URL('./xlsx-worker.ts', import.meta.url), {
    workerData: { path },
    resourceLimits: { maxOldGenerationSizeMb: limits.heapMegabytes },
  });
  try {
    const nextPage = pagesOf(worker, limits.milliseconds);
    for (let rows = await nextPage(); rows.length > 0; rows = await nextPage()) yield* rows;
  } finally {
    await worker.terminate();
  }
}

/** Asks the thread for a page; all answers together may take the given time. */
const pagesOf = (worker: Worker, milliseconds: number): (() => Promise<readonly TableRow[]>) => {
  const failure = new Promise<never>((_, reject) => worker.once('error', (error: Error) => reject(refusalOf(error))));
  // A thread may fail between two pages; the next request throws it.
  failure.catch(() => undefined);
  let left = milliseconds;
  return async () => {
    const asked = performance.now();
    let timer: NodeJS.Timeout | undefined;
    const tooLate = new Promise<never>((_, reject) => {
      timer = setTimeout(() => reject(tooLarge()), left);
    });
    try {
      const answer = new Promise<Page>((resolve) => worker.once('message', resolve));
      worker.postMessage('next');
      const page = await Promise.race([answer, failure, tooLate]);
      if ('refusal' in page) throw new UnreadableFile(page.refusal);
      return page.rows;
    } finally {
      clearTimeout(timer);
      left -= performance.now() - asked;
    }
  };
};

const refusalOf = (error: Error): Error =>
  'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? tooLarge() : error;

const tooLarge = () => new UnreadableFile('Spreadsheet is too large; save it as CSV');

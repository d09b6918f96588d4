import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import type { FileReport } from '../../ports/store-files.ts';
import type { CheckRequest, RowCheck } from './check-thread.ts';

const eventRows: readonly RowCheck[] = [
  { tables: 'events', malformed: 'NOT coalesce(json_valid(metadata) AND json_valid(data), 0)' },
];

/** Reads a whole file on a connection and in a thread of its own. Rejects if the file cannot be opened. */
const runCheck = async (request: CheckRequest): Promise<FileReport> => {
  const worker = new Worker(new URL('./check-thread.ts', import.meta.url), { workerData: request });
  const [report] = (await once(worker, 'message')) as [FileReport];
  await worker.terminate();
  return report;
};

/** Checks the file of an event log. */
export const checkLogFile = (path: string): Promise<FileReport> => runCheck({ path, rows: eventRows, log: true });

import { once } from 'node:events';
import { basename } from 'node:path';
import { Worker } from 'node:worker_threads';
import type { FileReport, StoreFile } from '../../ports/store-files.ts';
import type { CheckRequest, RowCheck } from './check-thread.ts';
import { type FileHealth, MalformedRow } from './file-health.ts';

const eventRows: readonly RowCheck[] = [
  { tables: 'events', malformed: 'NOT coalesce(json_valid(metadata) AND json_valid(data), 0)' },
];

const viewRows: readonly RowCheck[] = [
  { tables: 'ticket_index_*_tickets', malformed: 'NOT coalesce(json_valid(problem) AND json_valid(solution), 0)' },
  // A ticket may lack a vector of the index's model; that one is lost shows in the comparison with the log.
  {
    tables: 'ticket_index_*_vectors',
    malformed: 'NOT EXISTS (SELECT 1 FROM $_tickets t WHERE t.number = $_vectors.ticket)',
  },
  {
    tables: 'ticket_index_*_vectors',
    malformed: 'NOT is_vector(vector) OR length(vector) IS NOT 4 * (SELECT dimensions FROM $_model)',
  },
  { tables: 'uploads_*_uploads', malformed: 'figures IS NOT NULL AND NOT json_valid(figures)' },
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

const checkViewsFile = (path: string): Promise<FileReport> => runCheck({ path, rows: viewRows, log: false });

/** A file with the check for what it holds. */
export const checkedFile = (path: string, holds: StoreFile['holds'], health: FileHealth): StoreFile => ({
  name: basename(path),
  holds,
  check: async () => {
    const report = await (holds === 'log' ? checkLogFile : checkViewsFile)(path);
    const [problem] = report.problems;
    if (problem === undefined) health.clear();
    else health.noted(new MalformedRow(problem));
    return report;
  },
});

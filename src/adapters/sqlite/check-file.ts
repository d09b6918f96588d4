import { runThread } from '../../platform/run-thread.ts';
import type { FileReport, StoreFile } from '../../ports/store-files.ts';
import type { CheckRequest, RowCheck } from './check-thread.ts';
import { type FileHealth, MalformedRow } from './file-health.ts';

const eventRows: readonly RowCheck[] = [
  { table: 'events', malformed: 'NOT coalesce(json_valid(metadata) AND json_valid(data), 0)' },
];

const ticketIndexRows: readonly RowCheck[] = [
  { table: 'tickets', malformed: 'NOT coalesce(json_valid(problem) AND json_valid(solution), 0)' },
  // A ticket may lack a vector of the index's model; that one is lost shows in the comparison with the log.
  { table: 'vectors', malformed: 'NOT EXISTS (SELECT 1 FROM tickets t WHERE t.number = vectors.ticket)' },
  {
    table: 'vectors',
    malformed: 'NOT is_vector(vector) OR length(vector) IS NOT 4 * (SELECT dimensions FROM model)',
  },
];

const rowsOf: Readonly<Partial<Record<StoreFile['content'], readonly RowCheck[]>>> = {
  log: eventRows,
  'ticket-index': ticketIndexRows,
  questions: ['verdict', 'listed', 'content'].map((column) => ({
    table: 'questions',
    malformed: `${column} IS NOT NULL AND NOT json_valid(${column})`,
  })),
  uploads: ['figures', 'undo_figures'].map((column) => ({
    table: 'uploads',
    malformed: `${column} IS NOT NULL AND NOT json_valid(${column})`,
  })),
};

/** Reads a whole file in a separate thread and on its own connection. Rejects if the file cannot be opened. */
const runCheck = (request: CheckRequest): Promise<FileReport> =>
  runThread(new URL('./check-thread.ts', import.meta.url), request);

/** Checks the file of an event log. */
export const checkLogFile = (path: string): Promise<FileReport> => runCheck({ path, rows: eventRows, log: true });

/** What the log, or a read model, has in its files. */
type CheckedFile = Pick<StoreFile, 'name' | 'content'> & { readonly paths: () => readonly string[] };

export const checkedFile = ({ name, content, paths }: CheckedFile, health: FileHealth): StoreFile => ({
  name,
  content,
  fault: health.fault,
  check: async () => {
    const reports: FileReport[] = [];
    for (const path of paths())
      reports.push(await runCheck({ path, rows: rowsOf[content] ?? [], log: content === 'log' }));
    const problems = reports.flatMap((report) => report.problems);
    const [problem] = problems;
    if (problem === undefined) health.clear();
    else health.noted(new MalformedRow(problem));
    return { ...reports[0], problems };
  },
});

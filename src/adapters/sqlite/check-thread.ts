import { parentPort, workerData } from 'node:worker_threads';
import type { FileReport } from '../../ports/store-files.ts';
import { openDatabase, type Database } from './database.ts';
import { isDamage } from './file-health.ts';

/** Malformed rows, which the structure of the file does not show: those of a table for which the condition holds. */
export type RowCheck = { readonly table: string; readonly malformed: string };

/** The file to check; `log` if it is the event log. */
export type CheckRequest = { readonly path: string; readonly rows: readonly RowCheck[]; readonly log: boolean };

/** Problems that are listed: one damaged page may cause thousands. */
const maxProblems = 10;

const firstLine = (error: unknown): string =>
  String(error instanceof Error ? error.message : error).split('\n')[0] ?? '';

/** The check includes that of `quick_check`; it takes about as long and finds indexes that do not agree with their tables as well. */
const structureProblems = (database: Database): readonly string[] =>
  database
    .prepare(`PRAGMA integrity_check(${maxProblems})`)
    .all()
    .flatMap((row) => String(row['integrity_check']).split('\n'))
    .filter((line) => line !== 'ok' && !line.startsWith('***'));

const malformedRows = (database: Database, checks: readonly RowCheck[]): readonly string[] =>
  checks.flatMap(({ table, malformed }) => {
    const rows = database.prepare(`SELECT count(*) AS rows FROM ${table} WHERE ${malformed}`).get()?.['rows'];
    return rows === 0 ? [] : [`${String(rows)} malformed rows in ${table}`];
  });

/** SQL functions on vectors: float32 numbers, finite and not all zero. */
const addFunctions = (database: Database) => {
  database.function('is_vector', { deterministic: true }, (bytes) => {
    if (!(bytes instanceof Uint8Array) || bytes.byteLength % 4 !== 0) return 0;
    const { buffer, byteOffset, byteLength } = bytes;
    let squares = 0;
    for (const value of new Float32Array(buffer, byteOffset, byteLength / 4)) squares += value * value;
    return squares > 0 && Number.isFinite(squares) ? 1 : 0;
  });
};

const problemsOf = (database: Database, rows: readonly RowCheck[]): readonly string[] => {
  const found = [...structureProblems(database)];
  // Rows of a file whose structure is damaged may be unreadable.
  if (found.length > 0) return found;
  return malformedRows(database, rows);
};

/** Reads the events in their order up to the first one that cannot be read. */
const readableEvents = (database: Database): NonNullable<FileReport['readable']> => {
  let upTo = 0n;
  const events = `SELECT CAST(position AS TEXT) AS position, json_valid(metadata) AND json_valid(data) AS valid FROM events ORDER BY events.position`;
  try {
    for (const { position, valid } of database.prepare(events).iterate()) {
      if (valid !== 1) break;
      upTo = BigInt(position as string);
    }
  } catch (error) {
    if (!isDamage(error)) throw error;
  }
  return { upTo, last: lastEvent(database) };
};

const lastEvent = (database: Database): bigint | undefined => {
  try {
    const row = database.prepare(`SELECT CAST(seq AS TEXT) AS seq FROM sqlite_sequence WHERE name = 'events'`).get();
    return row && BigInt(row['seq'] as string);
  } catch (error) {
    if (!isDamage(error)) throw error;
    return undefined;
  }
};

const checkOpened = (database: Database, { rows, log }: CheckRequest): FileReport => {
  addFunctions(database);
  const problems: string[] = [];
  try {
    problems.push(...problemsOf(database, rows));
  } catch (error) {
    problems.push(firstLine(error));
  }
  if (problems.length === 0) return { problems };
  return { problems: problems.slice(0, maxProblems), ...(log ? { readable: readableEvents(database) } : {}) };
};

const check = (request: CheckRequest): FileReport => {
  const none = { readable: { upTo: 0n, last: undefined } };
  try {
    const database = openDatabase(request.path, 'read');
    const report = checkOpened(database, request);
    database.close();
    return report;
  } catch (error) {
    return { problems: [firstLine(error)], ...(request.log ? none : {}) };
  }
};

parentPort?.postMessage(check(workerData as CheckRequest));

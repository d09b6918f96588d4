import { readdirSync, statSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { parentPort, workerData } from 'node:worker_threads';
import { pieceScanner } from '../../../platform/piece-scanner.ts';
import type { LogSearch, LogSearched } from '../../../ports/log-search.ts';
import { type Database, openDatabase } from '../database.ts';

/** The file of the log, which need not exist: a server may have it. */
export type LogSearchRequest = { readonly path: string; readonly search: LogSearch };

/** A read that takes longer would keep the WAL from being emptied. */
const bytesAtOnce = 8 * 1024 * 1024;

const columns = ['stream', 'id', 'type', 'metadata', 'data'] as const;
const asBytes = columns.map((column) => `CAST(${column} AS BLOB) AS ${column}`).join(', ');

type Looking = { readonly look: (bytes: Uint8Array) => void; readonly hasAll: () => boolean };

/** Searches the events after a position; returns that of the last one that was read. */
const searchEvents = (database: Database, { after, erased }: LogSearch, { look, hasAll }: Looking): bigint => {
  const events = database.prepare(
    `SELECT CAST(position AS TEXT) AS position, ${asBytes} FROM events WHERE position > ? ORDER BY events.position`,
  );
  let upTo = after;
  for (let isMore = true; isMore && !hasAll();) {
    let bytes = 0;
    isMore = false;
    for (const row of events.iterate(upTo)) {
      const position = row['position'] as string;
      upTo = BigInt(position);
      const values = columns.flatMap((column) => (row[column] instanceof Uint8Array ? [row[column]] : []));
      bytes += values.reduce((sum, value) => sum + value.length, 0);
      const stream = Buffer.from(values[0] ?? []).toString();
      if (!erased.positions.has(position) && !erased.streams.has(stream)) values.forEach(look);
      isMore = bytes > bytesAtOnce;
      if (isMore) break;
    }
  }
  return upTo;
};

/** The files have the statements that made their tables, too, which a ticket may quote. A file that SQLite cannot read has none. */
const searchStatements = (path: string, { look }: Looking): void => {
  try {
    const database = openDatabase(path, 'read');
    for (const { sql } of database.prepare('SELECT sql FROM sqlite_schema').all())
      if (typeof sql === 'string') look(Buffer.from(sql));
    database.close();
  } catch {
    // Its health is looked after elsewhere.
  }
};

/** The file that locks the folder is empty, has no statements, and would be waited for in vain for as long as a connection waits. */
const isEmpty = (path: string): boolean => statSync(path, { throwIfNoEntry: false })?.size === 0;

const run = ({ path, search }: LogSearchRequest): LogSearched => {
  const scan = pieceScanner(search.pieces);
  const found = new Set<string>();
  const looking: Looking = {
    look: ({ buffer, byteOffset, byteLength }) => {
      for (const piece of scan(Buffer.from(buffer, byteOffset, byteLength))) found.add(piece);
    },
    hasAll: () => found.size === search.pieces.length,
  };
  const folder = dirname(path);
  const files = readdirSync(folder).filter((name) => name.endsWith('.db') && !isEmpty(join(folder, name)));
  if (search.after === 0n) for (const file of files) searchStatements(join(folder, file), looking);
  if (!files.includes(basename(path))) return { found, upTo: search.after };
  const database = openDatabase(path, 'read');
  const upTo = searchEvents(database, search, looking);
  database.close();
  return { found, upTo };
};

parentPort?.postMessage(run(workerData as LogSearchRequest));

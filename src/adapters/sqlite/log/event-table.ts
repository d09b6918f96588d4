import type { Fact, Metadata, RecordedEvent } from '../../../domain/events.ts';
import { toCurrentShape } from '../../../domain/upcasters.ts';
import {
  type Append,
  type AppendOutcome,
  type Backlog,
  type EventBatch,
  type EventHeader,
  pageCharacters,
  type StreamPage,
} from '../../../ports/event-store.ts';
import type { Database } from '../database.ts';
import { isDamage, MalformedRow } from '../file-health.ts';

const schema = `
  CREATE TABLE IF NOT EXISTS events (
    position INTEGER PRIMARY KEY AUTOINCREMENT,
    stream TEXT NOT NULL,
    revision INTEGER NOT NULL,
    id TEXT NOT NULL,
    type TEXT NOT NULL,
    metadata TEXT NOT NULL,
    data TEXT NOT NULL,
    UNIQUE (stream, revision)
  );
  CREATE TABLE IF NOT EXISTS reserved_streams (stream TEXT PRIMARY KEY) WITHOUT ROWID`;

/**
 * Events are read in pages until a batch has this many events or characters of data: some ten milliseconds of work for a projection. A transaction for
 * fewer costs more for each event.
 */
const batchLimits = { events: 1_000, characters: 500_000 };
type BatchLimits = typeof batchLimits;
const pageSize = 100;

/** The columns of an event before its data, which is the last: SQLite reads no page of a large one for them. */
const headerColumns = 'position, stream, revision, id, type, metadata';

/**
 * The columns of an event, its data as bytes: Node decodes the Cyrillic text of a ticket from them in less than half the time that SQLite's driver takes.
 * A damaged row may hold a value of another type, which is read as NULL.
 */
const columns = `${headerColumns}, CASE typeof(data) WHEN 'text' THEN CAST(data AS BLOB) END AS data`;

/** The lag is counted up to this many events. */
const maxCounted = 1_000;

/** An event that was inserted, with the length of its data as JSON. */
export type InsertedEvent = { readonly event: RecordedEvent; readonly characters: number };

/** The table of events, created if it does not exist; every call is synchronous. */
export const eventTable = (database: Database) => {
  database.exec(schema);
  const stream = database.prepare(`SELECT ${columns} FROM events WHERE stream = ? ORDER BY revision`);
  // The newest event may have been erased; the sequence keeps its position.
  const head = database.prepare(`SELECT coalesce(max(seq), 0) AS position FROM sqlite_sequence WHERE name = 'events'`);
  return {
    append: appender(database),
    readStream: (name: string): readonly RecordedEvent[] => stream.all(name).map((row) => recorded(row)),
    ...pageReaders(database),
    ...logReader(database),
    /** Writes a page that changes nothing. */
    rewriteHeader: (): void => {
      const version = database.prepare('PRAGMA user_version').get()?.['user_version'] as number;
      database.exec(`PRAGMA user_version = ${version}`);
    },
    head: () => BigInt(head.get()?.['position'] as number),
  };
};

const pageReaders = (database: Database) => {
  const [whole, headers] = [pageRows(database, columns), pageRows(database, headerColumns)];
  return {
    readPage: (name: string, page: StreamPage): readonly RecordedEvent[] => {
      const events: RecordedEvent[] = [];
      let characters = 0;
      for (const row of whole(name, page)) {
        const data = textOf(row['data']);
        events.push(recorded(row, data));
        characters += data.length;
        if (characters >= pageCharacters) break;
      }
      return events;
    },
    readHeaders: (name: string, page: StreamPage): readonly EventHeader[] => [...headers(name, page)].map(headerOf),
  };
};

/** Reads rows of a stream. */
const pageRows = (database: Database, selected: string) => {
  const select = (comparison: string, order: string) =>
    database.prepare(
      `SELECT ${selected} FROM events WHERE stream = ? AND revision ${comparison} ? ORDER BY revision ${order} LIMIT ?`,
    );
  const forwards = select('>=', 'ASC');
  const backwards = select('<=', 'DESC');
  return (name: string, { direction, from, limit }: StreamPage) =>
    direction === 'forwards'
      ? forwards.iterate(name, from ?? 0, limit)
      : backwards.iterate(name, from ?? Number.MAX_SAFE_INTEGER, limit);
};

/** Returns a function that appends inside the caller's transaction and passes each inserted event to `onInsert`. */
const appender = (database: Database) => {
  const last = database.prepare('SELECT max(revision) AS revision FROM events WHERE stream = ?');
  const reserved = database.prepare('SELECT 1 FROM reserved_streams WHERE stream = ?');
  const at = database.prepare('SELECT id, position FROM events WHERE stream = ? AND revision = ?');
  const insert = database.prepare(
    'INSERT INTO events (stream, revision, id, type, metadata, data) VALUES (?, ?, ?, ?, ?, ?)',
  );

  /** A repeat is an append whose events are all stored at their revisions already. */
  const repeat = ({ stream, events }: Append, first: number): AppendOutcome => {
    let position = 0n;
    for (const [index, event] of events.entries()) {
      const row = at.get(stream, first + index);
      if (row?.['id'] !== event.id) return { outcome: 'conflict' };
      position = BigInt(row['position'] as number);
    }
    return { outcome: 'appended', position };
  };

  return (append: Append, onInsert: (inserted: InsertedEvent) => void): AppendOutcome => {
    const { stream, expected, events } = append;
    const first = expected === 'no stream' ? 0 : expected + 1;
    // Also while its events are being deleted.
    if (reserved.get(stream)) return { outcome: 'conflict' };
    const current = last.get(stream)?.['revision'] as number | null;
    if ((current ?? -1) + 1 !== first) return repeat(append, first);
    let position = 0n;
    events.forEach((event, index) => {
      const { id, type, metadata } = event;
      const revision = first + index;
      const data = JSON.stringify(event.data);
      const { lastInsertRowid } = insert.run(stream, revision, id, type, JSON.stringify(metadata), data);
      position = BigInt(lastInsertRowid);
      onInsert({ event: { ...event, stream, revision, position }, characters: data.length });
    });
    return { outcome: 'appended', position };
  };
};

/** Reads the table of events, also on a connection that only reads; a batch ends with the page in which it reaches a limit. */
export const logReader = (database: Database, limits: BatchLimits = batchLimits) => {
  const after = database.prepare(`SELECT ${columns} FROM events WHERE position > ? ORDER BY position LIMIT ?`);
  const count = database.prepare('SELECT count(*) AS events FROM (SELECT 1 FROM events WHERE position > ? LIMIT ?)');
  return {
    /** Returns the events up to a damaged row; throws MalformedRow, with the position before it, if that is the first one. */
    readAfter: (position: bigint): EventBatch => {
      try {
        return readPages(after, position, limits);
      } catch (error) {
        if (!isDamage(error)) throw error;
        return readSoundRows(after, position);
      }
    },
    behind: (position: bigint): Backlog => {
      const events = count.get(position, maxCounted)?.['events'] as number;
      const [first] = events === 0 ? [] : after.all(position, 1);
      return { events, since: first && (JSON.parse(first['metadata'] as string) as Metadata).at };
    },
  };
};

type Statement = ReturnType<Database['prepare']>;

const readPages = (after: Statement, position: bigint, limits: BatchLimits): EventBatch => {
  const events: RecordedEvent[] = [];
  let characters = 0;
  while (events.length < limits.events && characters < limits.characters) {
    const page = after.all(events.at(-1)?.position ?? position, pageSize);
    for (const row of page) {
      const data = textOf(row['data']);
      events.push(recorded(row, data));
      characters += data.length;
    }
    if (page.length < pageSize) return { events, caughtUp: true };
  }
  return { events, caughtUp: false };
};

/** Reads row by row up to the first one that cannot be read. */
const readSoundRows = (after: Statement, position: bigint): EventBatch => {
  const events: RecordedEvent[] = [];
  let last = position;
  while (events.length < pageSize) {
    try {
      const [row] = after.all(last, 1);
      if (!row) return { events, caughtUp: true };
      const event = recorded(row);
      events.push(event);
      last = event.position;
    } catch (error) {
      if (events.length === 0) throw new MalformedRow(String(error), position);
      break;
    }
  }
  return { events, caughtUp: false };
};

/** A text that is read as bytes. */
const textOf = (bytes: unknown): string => {
  if (!(bytes instanceof Uint8Array)) throw new MalformedRow('No text');
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString();
};

const recorded = (row: Record<string, unknown>, data = textOf(row['data'])): RecordedEvent => {
  const header = headerOf(row);
  const fact = toCurrentShape({ type: row['type'] as string, data: JSON.parse(data) }) as Fact;
  return { ...header, ...fact };
};

const headerOf = (row: Record<string, unknown>): EventHeader => {
  if (typeof row['metadata'] !== 'string') throw new MalformedRow('No text');
  return {
    type: row['type'] as EventHeader['type'],
    id: row['id'] as string,
    stream: row['stream'] as string,
    revision: row['revision'] as number,
    position: BigInt(row['position'] as number),
    metadata: JSON.parse(row['metadata']) as Metadata,
  };
};

import type { Fact, Metadata, RecordedEvent } from '../../domain/events.ts';
import { toCurrentShape } from '../../domain/upcasters.ts';
import type { Append, AppendOutcome, Behind, EventBatch, EventStore, LogProgress } from '../../ports/event-store.ts';
import { type Database, transaction } from './database.ts';
import { recentEvents } from './recent-events.ts';

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
  )`;

/** A subscription's batch is some milliseconds of work for whoever projects it: a page of tickets, or as many pages of small events as weigh no more. */
const pageSize = 100;
const mostPages = 10;
const mostCharacters = 250_000;

const batchLimit = { events: mostPages * pageSize, characters: mostCharacters };

/** Beyond this it does not matter how many. */
const mostCounted = 1_000;

type Written = { readonly event: RecordedEvent; readonly characters: number };

type Waiting = { readonly appends: readonly Append[]; readonly settle: (outcomes: readonly AppendOutcome[]) => void };

/**
 * The event log in one SQLite file, written by one connection: positions grow without a gap that a reader could miss. All appends of
 * one tick share one durable commit, and a conflict touches no other. `failed` is told why a commit did not succeed; its appends are `unknown`.
 */
export const sqliteEventStore = (database: Database, failed: (error: unknown) => void): EventStore & LogProgress => {
  database.exec(schema);
  const recent = recentEvents();
  const statements = prepare(database);
  const listeners = new Set<() => void>();
  let waiting: Waiting[] = [];

  const commit = () => {
    const group = waiting;
    waiting = [];
    let outcomes: AppendOutcome[][];
    const written: Written[] = [];
    const append = (one: Append) => statements.append(one, (event) => written.push(event));
    try {
      outcomes = transaction(database, () => group.map(({ appends }) => appends.map(append)));
      for (const { event, characters } of written) recent.add(event, characters);
    } catch (error) {
      failed(error);
      outcomes = group.map(({ appends }) => appends.map(() => ({ outcome: 'unknown' })));
    }
    group.forEach(({ settle }, index) => settle(outcomes[index] ?? []));
    for (const listener of listeners) listener();
  };

  return {
    appendAll: (appends) =>
      new Promise((settle) => {
        if (waiting.length === 0) setImmediate(commit);
        waiting.push({ appends, settle });
      }),
    read: (stream) => Promise.resolve(statements.readStream.all(stream).map(recorded)),
    erase: async (streams) => {
      transaction(database, () => {
        for (const stream of streams) statements.eraseStream.run(stream);
      });
      recent.clear();
      return Promise.resolve();
    },
    head: () => Promise.resolve(BigInt(statements.head.get()?.['position'] as number)),
    behind: (after) => Promise.resolve(statements.behind(after)),
    subscribe: async function* (after, signal) {
      let position = after ?? 0n;
      const changed = changeOf(listeners, signal);
      try {
        while (!signal.aborted) {
          changed.reset();
          const batch = recent.after(position, batchLimit) ?? statements.readAfter(position);
          position = batch.events.at(-1)?.position ?? position;
          yield batch;
          // A macrotask between two batches lets appends and other projections in.
          await (batch.caughtUp ? changed.wait() : new Promise(setImmediate));
        }
      } finally {
        changed.close();
      }
    },
  };
};

const prepare = (database: Database) => {
  const last = database.prepare('SELECT max(revision) AS revision FROM events WHERE stream = ?');
  const at = database.prepare('SELECT id, position FROM events WHERE stream = ? AND revision = ?');
  const after = database.prepare('SELECT * FROM events WHERE position > ? ORDER BY position LIMIT ?');
  const counted = database.prepare('SELECT count(*) AS events FROM (SELECT 1 FROM events WHERE position > ? LIMIT ?)');
  const insert = database.prepare(
    'INSERT INTO events (stream, revision, id, type, metadata, data) VALUES (?, ?, ?, ?, ?, ?)',
  );

  /** A repeat is an append whose events all stand already where it wants to put them. */
  const repeated = ({ stream, events }: Append, first: number): AppendOutcome => {
    let position = 0n;
    for (const [index, event] of events.entries()) {
      const row = at.get(stream, first + index);
      if (row?.['id'] !== event.id) return { outcome: 'conflict' };
      position = BigInt(row['position'] as number);
    }
    return { outcome: 'appended', position };
  };

  return {
    append: (append: Append, wrote: (written: Written) => void): AppendOutcome => {
      const { stream, expected, events } = append;
      const first = expected === 'no stream' ? 0 : expected + 1;
      const current = last.get(stream)?.['revision'] as number | null;
      if ((current ?? -1) + 1 !== first) return repeated(append, first);
      let position = 0n;
      events.forEach((event, index) => {
        const { id, type, metadata } = event;
        const revision = first + index;
        const data = JSON.stringify(event.data);
        const { lastInsertRowid } = insert.run(stream, revision, id, type, JSON.stringify(metadata), data);
        position = BigInt(lastInsertRowid);
        wrote({ event: { ...event, stream, revision, position }, characters: data.length });
      });
      return { outcome: 'appended', position };
    },
    readStream: database.prepare('SELECT * FROM events WHERE stream = ? ORDER BY revision'),
    readAfter: (position: bigint): EventBatch => {
      const events: RecordedEvent[] = [];
      let characters = 0;
      for (let pages = 0; pages < mostPages && characters < mostCharacters; pages += 1) {
        const page = after.all(events.at(-1)?.position ?? position, pageSize);
        for (const row of page) {
          characters += (row['data'] as string).length;
          events.push(recorded(row));
        }
        if (page.length < pageSize) return { events, caughtUp: true };
      }
      return { events, caughtUp: false };
    },
    head: database.prepare('SELECT coalesce(max(position), 0) AS position FROM events'),
    behind: (position: bigint): Behind => {
      const events = counted.get(position, mostCounted)?.['events'] as number;
      const [first] = events === 0 ? [] : after.all(position, 1);
      return { events, since: first && (JSON.parse(first['metadata'] as string) as Metadata).at };
    },
    eraseStream: database.prepare('DELETE FROM events WHERE stream = ?'),
  };
};

const recorded = (row: Record<string, unknown>): RecordedEvent => {
  const fact = toCurrentShape({ type: row['type'] as string, data: JSON.parse(row['data'] as string) }) as Fact;
  return {
    ...fact,
    id: row['id'] as string,
    stream: row['stream'] as string,
    revision: row['revision'] as number,
    position: BigInt(row['position'] as number),
    metadata: JSON.parse(row['metadata'] as string) as Metadata,
  };
};

/** Remembers whether a commit has come since `reset`, so that none is missed between a read and the wait that follows it. */
const changeOf = (listeners: Set<() => void>, signal: AbortSignal) => {
  let changed = false;
  let wake: (() => void) | undefined;
  const notice = () => {
    changed = true;
    wake?.();
  };
  listeners.add(notice);
  signal.addEventListener('abort', notice, { once: true });
  return {
    reset: () => {
      changed = signal.aborted;
    },
    wait: () =>
      changed
        ? Promise.resolve()
        : new Promise<void>((resolve) => {
            wake = resolve;
          }),
    close: () => {
      listeners.delete(notice);
      signal.removeEventListener('abort', notice);
    },
  };
};

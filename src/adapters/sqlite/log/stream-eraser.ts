import { setImmediate } from 'node:timers/promises';
import type { EventStore, StreamVersion } from '../../../ports/event-store.ts';
import { type Database, noteErasure } from '../database.ts';

/** How long a transaction deletes events, and how many it deletes before it looks at the time: appends of others wait for it. */
const stepMs = 10;
const eventsAtOnce = 20;

/** Runs work in one transaction, and has what is held of events forgotten. */
type Erasing = <Result>(work: () => Result) => Result;

/** Some of the events of a stream that come before a revision. */
type Part = StreamVersion & { readonly isReserved?: boolean };

/**
 * Deletes events of streams, the oldest first, in transactions of some milliseconds: a stream may have any number of them. The name of a stream that is to be reserved
 * is so before its first event goes, so that nothing is appended between two.
 */
export const streamEraser = (
  database: Database,
  erasing: Erasing,
): Pick<EventStore, 'erase' | 'eraseUnchanged' | 'truncate'> => {
  const last = database.prepare('SELECT max(revision) AS revision FROM events WHERE stream = ?');
  const insert = database.prepare('INSERT INTO reserved_streams (stream) VALUES (?) ON CONFLICT DO NOTHING');
  const reserve = (stream: string) => insert.run(stream);
  const remove = remover(database, { erasing, reserve });
  return {
    erase: (streams, names) =>
      remove(streams.map((stream) => ({ stream, revision: end, isReserved: names === 'reserved' }))),
    truncate: async (streams) => {
      await remove(streams);
    },
    eraseUnchanged: async (streams) => {
      const isUnchanged = ({ stream, revision }: StreamVersion) => last.get(stream)?.['revision'] === revision;
      const [unchanged = [], changed = []] = erasing(() => {
        noteErasure(database);
        const parts = [streams.filter(isUnchanged), streams.filter((one) => !isUnchanged(one))];
        for (const { stream } of parts[0] ?? []) reserve(stream);
        return parts;
      });
      await remove(unchanged.map(({ stream }) => ({ stream, revision: end })));
      return changed.map(({ stream }) => stream);
    },
  };
};

/** After every revision. */
const end = Number.MAX_SAFE_INTEGER;

type Context = { readonly erasing: Erasing; readonly reserve: (stream: string) => unknown };

/** Returns the function that deletes parts of streams; it resolves with how many of them had events. */
const remover = (database: Database, { erasing, reserve }: Context) => {
  const oldest = 'SELECT position FROM events WHERE stream = ? AND revision < ? ORDER BY revision LIMIT ?';
  const remove = database.prepare(`DELETE FROM events WHERE position IN (${oldest})`);
  return async (parts: readonly Part[]): Promise<number> => {
    let [next, ended] = [0, 0];
    let isBegun = false;
    const step = (): void => {
      const until = performance.now() + stepMs;
      for (let part = parts[next]; part && performance.now() < until; part = parts[next]) {
        if (part.isReserved) reserve(part.stream);
        const changes = Number(remove.run(part.stream, part.revision, eventsAtOnce).changes);
        if (changes > 0 && !isBegun) ended += 1;
        isBegun = changes === eventsAtOnce;
        if (!isBegun) next += 1;
      }
      if (ended > 0) noteErasure(database);
    };
    while (next < parts.length) {
      erasing(step);
      await setImmediate();
    }
    return ended;
  };
};

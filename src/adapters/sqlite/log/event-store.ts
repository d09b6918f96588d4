import type { EventBatch, EventStore, LogProgress } from '../../../ports/event-store.ts';
import { LogLostEvents, LogUnavailable } from '../../../domain/errors.ts';
import { type Database, transaction } from '../database.ts';
import { eventTable } from './event-table.ts';
import { type FileHealth, fileHealth, newFileStates } from '../file-health.ts';
import { committer, diskReasonOf, groupCommits } from './group-commits.ts';
import { recentEvents, sharedBatches } from './recent-events.ts';
import { streamEraser } from './stream-eraser.ts';

/**
 * The event log in one SQLite file with one writing connection: positions grow without gaps. All appends of one tick share a durable commit,
 * and a conflict affects no other append. `onFailure` gets the reason for a failed commit; its appends have the outcome `unknown`. On a damaged
 * file reads of damaged rows and all appends reject with LogDamaged.
 */
export const sqliteEventStore = (
  database: Database,
  onFailure: (error: unknown) => void,
  health: FileHealth = fileHealth(newFileStates(), 'events.db'),
): EventStore & LogProgress => {
  const noting = notingIn(health);
  const table = noting(() => eventTable(database));
  const recent = recentEvents();
  const listeners = new Set<() => void>();
  const behind = sharedBatches((position) => noting(() => table.readAfter(position)));
  const readAfter = (position: bigint): EventBatch => recent.after(position) ?? behind.after(position);
  const erasing = <Result>(work: () => Result): Result => {
    const result = noting(() => transaction(database, work));
    recent.clear();
    behind.clear();
    return result;
  };
  return {
    appendAll: groupCommits(committer({ database, table, recent, health, onFailure }), () => {
      for (const listener of listeners) listener();
    }),
    read: promised((stream) => noting(() => table.readStream(stream))),
    readPage: promised((stream, page) => noting(() => table.readPage(stream, page))),
    readHeaders: promised((stream, page) => noting(() => table.readHeaders(stream, page))),
    ...noting(() => streamEraser(database, erasing)),
    head: promised(() => noting(table.head)),
    behind: promised((after) => noting(() => table.behind(after))),
    probe: promised(() => {
      try {
        table.rewriteHeader();
      } catch (error) {
        throw new LogUnavailable(diskReasonOf(error)?.reason ?? 'Event log cannot be written');
      }
    }),
    subscribe: subscriber({ readAfter, head: () => noting(table.head), listeners }),
  };
};

/** Runs work; what its error says about the file is noted, and the refusal for it thrown. */
const notingIn =
  (health: FileHealth) =>
  <Result>(work: () => Result): Result => {
    try {
      return work();
    } catch (error) {
      throw health.noted(error);
    }
  };

/** Makes a function that throws one that rejects. */
const promised =
  <Args extends readonly unknown[], Result>(work: (...args: Args) => Result) =>
  (...args: Args): Promise<Result> =>
    new Promise((resolve) => resolve(work(...args)));

type Reading = {
  readonly readAfter: (position: bigint) => EventBatch;
  readonly head: () => bigint;
  readonly listeners: Set<() => void>;
};

const subscriber = ({ readAfter, head, listeners }: Reading): EventStore['subscribe'] =>
  async function* (after, signal) {
    let position = after ?? 0n;
    refuseLostEvents(head(), position);
    const commits = commitSignal(listeners, signal);
    try {
      while (!signal.aborted) {
        commits.reset();
        const batch = readAfter(position);
        position = batch.events.at(-1)?.position ?? position;
        yield batch;
        // A macrotask between two batches, so that appends and other projections can run.
        await (batch.caughtUp ? commits.wait() : new Promise(setImmediate));
      }
    } finally {
      commits.close();
    }
  };

/** A position beyond the end of the log shows that the log has lost its last events: SQLite drops a damaged WAL without an error. */
const refuseLostEvents = (end: bigint, position: bigint) => {
  if (position <= end) return;
  const known = `read models hold its events up to position ${position}`;
  throw new LogLostEvents(`Event log ends at position ${end} (events.db), but ${known}: it has lost events`);
};

/** Remembers whether there was a commit since `reset`, so that none is missed between a read and the wait after it; an abort counts as one. */
const commitSignal = (listeners: Set<() => void>, abort: AbortSignal) => {
  let isRaised = false;
  let wake: (() => void) | undefined;
  const raise = () => {
    isRaised = true;
    wake?.();
  };
  listeners.add(raise);
  abort.addEventListener('abort', raise, { once: true });
  return {
    reset: () => {
      isRaised = abort.aborted;
    },
    wait: () =>
      isRaised
        ? Promise.resolve()
        : new Promise<void>((resolve) => {
            wake = resolve;
          }),
    close: () => {
      listeners.delete(raise);
      abort.removeEventListener('abort', raise);
    },
  };
};

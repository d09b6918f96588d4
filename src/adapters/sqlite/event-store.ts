import type { Append, AppendOutcome, EventBatch, EventStore, LogProgress } from '../../ports/event-store.ts';
import { LogUnavailable, Unavailable } from '../../domain/errors.ts';
import { type Database, mapDiskError, transaction } from './database.ts';
import { batchLimits, eventTable, type InsertedEvent } from './event-table.ts';
import { recentEvents } from './recent-events.ts';

/**
 * The event log in one SQLite file with one writing connection: positions grow without gaps. All appends of one tick share a durable commit,
 * and a conflict affects no other append. `onFailure` gets the reason for a failed commit; its appends have the outcome `unknown`.
 */
export const sqliteEventStore = (database: Database, onFailure: (error: unknown) => void): EventStore & LogProgress => {
  const table = eventTable(database);
  const recent = recentEvents();
  const listeners = new Set<() => void>();
  const readAfter = (position: bigint): EventBatch => recent.after(position, batchLimits) ?? table.readAfter(position);

  const commit = (group: readonly (readonly Append[])[]): readonly (readonly AppendOutcome[])[] => {
    const inserted: InsertedEvent[] = [];
    const append = (one: Append) => table.append(one, (event) => inserted.push(event));
    try {
      const outcomes = transaction(database, () => group.map((appends) => appends.map(append)));
      for (const { event, characters } of inserted) recent.add(event, characters);
      return outcomes;
    } catch (error) {
      onFailure(error);
      const unknown = { outcome: 'unknown', ...diskReasonOf(error) } as const;
      return group.map((appends) => appends.map(() => unknown));
    }
  };

  return {
    appendAll: groupCommits(commit, () => {
      for (const listener of listeners) listener();
    }),
    read: (stream) => Promise.resolve(table.readStream(stream)),
    erase: async (streams) => {
      transaction(database, () => streams.forEach(table.erase));
      recent.clear();
      return Promise.resolve();
    },
    head: () => Promise.resolve(table.head()),
    behind: (after) => Promise.resolve(table.behind(after)),
    probe: () => {
      try {
        table.rewriteHeader();
        return Promise.resolve();
      } catch (error) {
        return Promise.reject(new LogUnavailable(diskReasonOf(error)?.reason ?? 'Event log cannot be written'));
      }
    },
    subscribe: subscriber(readAfter, listeners),
  };
};

/** What is said if the disk of the log has failed. */
const diskReasonOf = (error: unknown): { readonly reason: string } | undefined => {
  const failure = mapDiskError(error);
  return failure instanceof Unavailable ? { reason: `${failure.message}: the event log cannot be written` } : undefined;
};

type Waiting = { readonly appends: readonly Append[]; readonly resolve: (outcomes: readonly AppendOutcome[]) => void };

/** Collects the appends of one tick for one call of `commit`; `onCommitted` is called once their outcomes are resolved. */
const groupCommits = (
  commit: (group: readonly (readonly Append[])[]) => readonly (readonly AppendOutcome[])[],
  onCommitted: () => void,
): EventStore['appendAll'] => {
  let waiting: Waiting[] = [];
  const commitGroup = () => {
    const group = waiting;
    waiting = [];
    const outcomes = commit(group.map(({ appends }) => appends));
    group.forEach(({ resolve }, index) => resolve(outcomes[index] ?? []));
    onCommitted();
  };
  return (appends) =>
    new Promise((resolve) => {
      if (waiting.length === 0) setImmediate(commitGroup);
      waiting.push({ appends, resolve });
    });
};

const subscriber = (readAfter: (position: bigint) => EventBatch, listeners: Set<() => void>): EventStore['subscribe'] =>
  async function* (after, signal) {
    let position = after ?? 0n;
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

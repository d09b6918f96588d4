import type { Append, AppendOutcome, EventStore } from '../../../ports/event-store.ts';
import { LogDamaged, Unavailable } from '../../../domain/errors.ts';
import { type Database, mapDiskError, transaction } from '../database.ts';
import type { eventTable, InsertedEvent } from './event-table.ts';
import type { FileHealth } from '../file-health.ts';
import type { recentEvents } from './recent-events.ts';

/** Writes a group of appends in one durable commit; returns the outcomes of each. */
type Commit = (group: readonly (readonly Append[])[]) => readonly (readonly AppendOutcome[])[];

type Committing = {
  readonly database: Database;
  readonly table: ReturnType<typeof eventTable>;
  readonly recent: ReturnType<typeof recentEvents>;
  readonly health: FileHealth;
  readonly onFailure: (error: unknown) => void;
};

/** Commits; the outcome of a failed commit is `unknown`. Throws LogDamaged. */
export const committer =
  ({ database, table, recent, health, onFailure }: Committing): Commit =>
  (group) => {
    if (health.fault() === 'damaged') throw new LogDamaged('Event log is damaged (events.db); restore a back-up');
    const inserted: InsertedEvent[] = [];
    const append = (one: Append) => table.append(one, (event) => inserted.push(event));
    try {
      const outcomes = transaction(database, () => group.map((appends) => appends.map(append)));
      for (const { event, characters } of inserted) recent.add(event, characters);
      return outcomes;
    } catch (error) {
      onFailure(error);
      const refusal = health.noted(error);
      if (refusal instanceof LogDamaged) throw refusal;
      const unknown = { outcome: 'unknown', ...diskReasonOf(error) } as const;
      return group.map((appends) => appends.map(() => unknown));
    }
  };

/** The reason for clients if the disk of the log has failed. */
export const diskReasonOf = (error: unknown): { readonly reason: string } | undefined => {
  const failure = mapDiskError(error);
  return failure instanceof Unavailable ? { reason: `${failure.message}: the event log cannot be written` } : undefined;
};

type Waiting = {
  readonly appends: readonly Append[];
  readonly resolve: (outcomes: readonly AppendOutcome[]) => void;
  readonly reject: (error: unknown) => void;
};

/** Collects the appends of one tick for one call of `commit`; `onCommitted` is called once their outcomes are resolved. */
export const groupCommits = (commit: Commit, onCommitted: () => void): EventStore['appendAll'] => {
  let waiting: Waiting[] = [];
  const commitGroup = () => {
    const group = waiting;
    waiting = [];
    try {
      const outcomes = commit(group.map(({ appends }) => appends));
      group.forEach(({ resolve }, index) => resolve(outcomes[index] ?? []));
    } catch (error) {
      for (const { reject } of group) reject(error);
      return;
    }
    onCommitted();
  };
  return (appends) =>
    new Promise((resolve, reject) => {
      if (waiting.length === 0) setImmediate(commitGroup);
      waiting.push({ appends, resolve, reject });
    });
};

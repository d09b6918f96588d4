import {
  type Advance,
  type Checkpoint,
  type Counts,
  emptyPosition,
  type Generation,
  type Orphan,
  type Parked,
  requireCheckpoint,
} from '../../ports/read-model.ts';
import { type Database, noteErasure, transaction } from './database.ts';
import type { ModelVersion } from './generation-files.ts';

/** The tables of one generation, opened for the projector: everything runs in the transaction that its caller holds. */
export type OpenTables<Change> = {
  /** In their order. */
  readonly apply: (changes: readonly Change[]) => void;
  readonly ids: (after: string | undefined) => readonly string[];
  /** Absent where nothing is counted. */
  readonly counts?: (after: string | undefined) => readonly Counts[];
  readonly orphans: (limit: number) => readonly Orphan[];
  readonly remove: (orphan: Orphan) => void;
  readonly markPurged: () => void;
};

/** A read model's tables. */
export type Tables<Change> = ModelVersion & {
  /** SQL that creates them in the generation's file. */
  readonly schema: string;
  readonly open: (database: Database) => OpenTables<Change>;
};

/** The checkpoint of a generation, and the events that it has refused. */
const checkpointSchema = `
  CREATE TABLE checkpoint (only INTEGER PRIMARY KEY CHECK (only = 1), log_id TEXT NOT NULL, position INTEGER NOT NULL);
  CREATE TABLE parked (position INTEGER PRIMARY KEY, error_class TEXT NOT NULL);`;

/** Creates the tables of a generation in a file that has none. */
export const createTables = (database: Database, { schema }: Pick<Tables<never>, 'schema'>): void => {
  if (database.prepare(`SELECT 1 FROM sqlite_schema WHERE name = 'checkpoint'`).get()) return;
  transaction(database, () => database.exec(checkpointSchema + schema));
};

/** A generation in its own file: data and checkpoint change in the same transaction. */
export const openGeneration = <Change>(
  database: Database,
  name: string,
  tables: OpenTables<Change>,
): Generation<Change> => {
  const checkpoint = checkpointOf(database);
  const parked = parkedOf(database);
  const advance = (to: Advance, work: () => void) =>
    inTransaction(database, () => {
      requireCheckpoint(checkpoint.read()?.position, to);
      work();
      checkpoint.move(to);
    });
  return {
    name,
    checkpoint: () => Promise.resolve(checkpoint.read()),
    apply: (changes, to) =>
      changes.length === 0 && checkpoint.note(to) ? Promise.resolve() : advance(to, () => tables.apply(changes)),
    park: (event, to) => advance(to, () => parked.add(event)),
    parked: () => Promise.resolve(parked.all()),
    ids: (after) => Promise.resolve(tables.ids(after)),
    counts: (after) => Promise.resolve(tables.counts?.(after) ?? []),
    orphans: (limit) => Promise.resolve(tables.orphans(limit)),
    remove: (orphans) =>
      inTransaction(database, () => {
        noteErasure(database);
        for (const orphan of orphans) tables.remove(orphan);
      }),
    markPurged: () => inTransaction(database, () => tables.markPurged()),
    // Committed transactions are visible at once, so there is nothing to refresh.
    refresh: () => Promise.resolve(),
  };
};

/** Rejects if the work throws, for callers that expect a promise. */
const inTransaction = async (database: Database, work: () => void): Promise<void> => {
  transaction(database, work);
  return Promise.resolve();
};

/** Events that may be read again by the start after a kill: less than a tenth of a second, and too few to be read in a thread of their own (`change-reader-thread.ts`). */
const maxUnstored = 2_500n;

/** Of each open file, what is noted beyond its checkpoint. */
const noted = new WeakMap<Database, Checkpoint>();

/** Stores what is noted of a file before it is closed. */
export const storeNoted = (database: Database): void => {
  const last = noted.get(database);
  const { read, move } = checkpointOf(database);
  if (last && last === read()) move(last);
};

/**
 * The checkpoint of the file, and beyond it what is only noted: batches of events that change nothing here, which the next start reads again after a kill. Stored each time,
 * they would be commits, by which readers lose the pages of the file that they have in memory.
 */
const checkpointOf = (database: Database) => {
  const select = database.prepare('SELECT log_id, CAST(position AS TEXT) AS position FROM checkpoint');
  const update = database.prepare('INSERT OR REPLACE INTO checkpoint (only, log_id, position) VALUES (1, ?, ?)');
  const stored = (): Checkpoint | undefined => {
    const row = select.get();
    return row && { logId: row['log_id'] as string, position: BigInt(row['position'] as string) };
  };
  const read = (): Checkpoint | undefined => {
    const inFile = stored();
    const last = noted.get(database);
    return inFile && last && last.position > inFile.position ? last : inFile;
  };
  return {
    read,
    /** Returns false if it has to be stored. */
    note: (to: Advance): boolean => {
      const { logId, position, after } = to;
      const inFile = stored();
      if (inFile?.logId !== logId || position - inFile.position > maxUnstored) return false;
      if ((read()?.position ?? emptyPosition) < (after ?? emptyPosition)) return false;
      noted.set(database, { logId, position });
      return true;
    },
    move: ({ logId, position }: Checkpoint): void => {
      update.run(logId, position);
    },
  };
};

const parkedOf = (database: Database) => {
  const insert = database.prepare('INSERT OR REPLACE INTO parked (position, error_class) VALUES (?, ?)');
  const select = database.prepare(
    'SELECT CAST(position AS TEXT) AS position, error_class FROM parked ORDER BY parked.position',
  );
  return {
    add: ({ position, errorClass }: Parked): void => {
      insert.run(position, errorClass);
    },
    all: (): readonly Parked[] =>
      select.all().map((row) => ({
        position: BigInt(row['position'] as string),
        errorClass: row['error_class'] as string,
      })),
  };
};

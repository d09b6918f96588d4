import { type GenerationStore, readModelOn } from '../../ports/generation-store.ts';
import {
  type Advance,
  type Checkpoint,
  type Counts,
  type Generation,
  type Orphan,
  type Parked,
  type ReadModel,
  requireHeld,
} from '../../ports/read-model.ts';
import { type Database, noteErasure, transaction } from './database.ts';
import { type ModelVersion, sqliteGenerations } from './generations.ts';

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

/** A read model's tables. A generation's name is the prefix of the names of its tables. */
export type Tables<Change> = ModelVersion & {
  /** SQL that creates the tables of a generation. */
  readonly schema: (generation: string) => string;
  readonly open: (database: Database, generation: string) => OpenTables<Change>;
};

/** A read model on SQLite: data and checkpoint change in the same transaction. */
export const sqliteReadModel = <Change>(database: Database, tables: Tables<Change>): ReadModel<Change> => {
  const store: GenerationStore<Change> = {
    ...sqliteGenerations(database, tables, (name) => database.exec(tables.schema(name))),
    open: (name) => Promise.resolve(openGeneration(database, name, tables.open(database, name))),
  };
  return readModelOn(store);
};

const openGeneration = <Change>(database: Database, name: string, tables: OpenTables<Change>): Generation<Change> => {
  const checkpoint = checkpointOf(database, name);
  const parked = parkedOf(database, name);
  const advance = (to: Advance, work: () => void) =>
    inTransaction(database, () => {
      requireHeld(checkpoint.read()?.position, to);
      work();
      checkpoint.move(to);
    });
  return {
    name,
    checkpoint: () => Promise.resolve(checkpoint.read()),
    apply: (changes, to) => advance(to, () => tables.apply(changes)),
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
    // Readers see whatever a transaction has committed.
    refresh: () => Promise.resolve(),
  };
};

/** Rejects if the work throws, for callers that expect a promise. */
const inTransaction = async (database: Database, work: () => void): Promise<void> => {
  transaction(database, work);
  return Promise.resolve();
};

const checkpointOf = (database: Database, generation: string) => {
  const select = database.prepare('SELECT log_id, CAST(position AS TEXT) AS position FROM copies WHERE name = ?');
  const update = database.prepare('UPDATE copies SET log_id = ?, position = ? WHERE name = ?');
  return {
    read: (): Checkpoint | undefined => {
      const row = select.get(generation);
      if (typeof row?.['log_id'] !== 'string') return undefined;
      return { logId: row['log_id'], position: BigInt(row['position'] as string) };
    },
    move: ({ logId, position }: Checkpoint): void => {
      update.run(logId, position, generation);
    },
  };
};

const parkedOf = (database: Database, generation: string) => {
  const insert = database.prepare('INSERT OR REPLACE INTO parked (copy, position, error_class) VALUES (?, ?, ?)');
  const select = database.prepare(
    'SELECT CAST(position AS TEXT) AS position, error_class FROM parked WHERE copy = ? ORDER BY parked.position',
  );
  return {
    add: ({ position, errorClass }: Parked): void => {
      insert.run(generation, position, errorClass);
    },
    all: (): readonly Parked[] =>
      select.all(generation).map((row) => ({
        position: BigInt(row['position'] as string),
        errorClass: row['error_class'] as string,
      })),
  };
};

import { setImmediate } from 'node:timers/promises';
import type { Checkpoint, Orphan, Parked, ReadModel, Generation } from '../../ports/read-model.ts';
import { type Database, transaction } from './database.ts';

/** The tables of one copy, opened for the projector: everything runs inside the transaction that its caller holds. */
export type OpenTables<Change> = {
  readonly apply: (change: Change) => void;
  /** Called once after a batch, before its commit. */
  readonly finishBatch?: () => void;
  readonly ids: (after: string | undefined) => readonly string[];
  readonly orphans: (limit: number) => readonly Orphan[];
  readonly remove: (orphan: Orphan) => void;
  readonly markPurged: () => void;
};

/** A read model's tables. `copy` is the prefix of every table's name in one copy, so that two copies can stand side by side. */
export type Tables<Change> = {
  readonly name: string;
  /** Raised whenever what the tables hold changes its shape or meaning: each version has its own copy and is rebuilt from the log. */
  readonly version: number;
  /** SQL that makes the tables of a copy. */
  readonly schema: (copy: string) => string;
  readonly open: (database: Database, copy: string) => OpenTables<Change>;
};

/** What the column `active` says of a copy. */
const [unfinished, current, replaced, kept] = [0, 1, 2, 3] as const;
type Standing = 0 | 1 | 2 | 3;

const bookkeeping = `
  CREATE TABLE IF NOT EXISTS copies (
    name TEXT PRIMARY KEY, model TEXT NOT NULL, version INTEGER NOT NULL, number INTEGER NOT NULL, active INTEGER NOT NULL,
    log_id TEXT, position INTEGER
  ) WITHOUT ROWID;
  CREATE TABLE IF NOT EXISTS parked (
    copy TEXT NOT NULL, position INTEGER NOT NULL, error_class TEXT NOT NULL, PRIMARY KEY (copy, position)
  ) WITHOUT ROWID`;

/**
 * For readers on any connection: the prefix of the active copy's tables, read anew every time since a replay may switch it; undefined
 * before there is one, and before the writer has made any table at all.
 */
export const activeCopy = (database: Database, name: string, version: number): (() => string | undefined) => {
  let statement: ReturnType<Database['prepare']> | undefined;
  return () => {
    if (!statement) {
      if (!database.prepare(`SELECT 1 FROM sqlite_schema WHERE name = 'copies'`).get()) return undefined;
      statement = database.prepare('SELECT name FROM copies WHERE model = ? AND version = ? AND active = 1');
    }
    return statement.get(name, version)?.['name'] as string | undefined;
  };
};

/** A read model on SQLite: data and checkpoint move in the same transaction. */
export const sqliteReadModel = <Change>(database: Database, tables: Tables<Change>): ReadModel<Change> => {
  database.exec(bookkeeping);
  const find = database.prepare('SELECT name FROM copies WHERE model = ? AND version = ? AND active = ?');
  const copies = new Map<string, Generation<Change>>();

  const open = (name: string) => {
    const copy = copies.get(name) ?? openCopy(database, tables, name);
    copies.set(name, copy);
    return copy;
  };
  const nameOf = (standing: Standing) =>
    find.get(tables.name, tables.version, standing)?.['name'] as string | undefined;
  const create = (standing: Standing): string =>
    transaction(database, () => {
      const highest = database
        .prepare('SELECT coalesce(max(number), 0) AS number FROM copies WHERE model = ? AND version = ?')
        .get(tables.name, tables.version)?.['number'] as number;
      const name = `${tables.name}_${tables.version}_${highest + 1}`;
      database.exec(tables.schema(name));
      database
        .prepare('INSERT INTO copies (name, model, version, number, active) VALUES (?, ?, ?, ?, ?)')
        .run(name, tables.name, tables.version, highest + 1, standing);
      return name;
    });
  const mark = database.prepare('UPDATE copies SET active = ? WHERE model = ? AND version = ? AND active = ?');
  const move = (from: Standing, to: Standing) => mark.run(to, tables.name, tables.version, from);
  /** Empties the tables a few rows at a time before it drops them: to drop a large one at once would keep the writer for long. */
  const drop = async (name: string, signal?: AbortSignal) => {
    copies.delete(name);
    const belonging = database
      .prepare(`SELECT name FROM sqlite_schema WHERE type = 'table' AND substr(name, 1, ?) = ?`)
      .all(name.length + 1, `${name}_`);
    for (const table of belonging) {
      await emptyTable(database, String(table['name']), signal);
      if (signal?.aborted) return;
      database.exec(`DROP TABLE "${String(table['name'])}"`);
    }
    transaction(database, () => {
      database.prepare('DELETE FROM copies WHERE name = ?').run(name);
      database.prepare('DELETE FROM parked WHERE copy = ?').run(name);
    });
  };

  return {
    current: () => Promise.resolve(open(nameOf(current) ?? create(current))),
    building: () => Promise.resolve(open(nameOf(unfinished) ?? create(unfinished))),
    promote: async (old) => {
      if (nameOf(unfinished) === undefined) throw new Error(`No replacement of ${tables.name} to activate`);
      transaction(database, () => {
        if (old === 'keep') move(kept, replaced);
        move(current, old === 'keep' ? kept : replaced);
        move(unfinished, current);
      });
      return Promise.resolve();
    },
    abortBuild: async () => {
      move(unfinished, replaced);
      return Promise.resolve();
    },
    retained: () => {
      const name = nameOf(kept);
      return Promise.resolve(name === undefined ? undefined : open(name));
    },
    dropRetained: async () => {
      move(kept, replaced);
      return Promise.resolve();
    },
    dropUnused: async (signal) => {
      const outdated = database
        .prepare('SELECT name FROM copies WHERE model = ? AND (version <> ? OR active = ?)')
        .all(tables.name, tables.version, replaced);
      for (const { name } of outdated) await drop(name as string, signal);
    },
    // What a transaction has committed, every reader sees.
    refresh: () => Promise.resolve(),
  };
};

const rowsAtOnce = 500;

const emptyTable = async (database: Database, table: string, signal: AbortSignal | undefined) => {
  const columns = database.prepare('SELECT name FROM pragma_table_info(?) WHERE pk > 0 ORDER BY pk').all(table);
  const key = columns.map(({ name }) => String(name)).join(', ');
  const some = database.prepare(
    `DELETE FROM "${table}" WHERE (${key}) IN (SELECT ${key} FROM "${table}" LIMIT ${rowsAtOnce})`,
  );
  while (!signal?.aborted && some.run().changes > 0) await setImmediate();
};

const openCopy = <Change>(database: Database, tables: Tables<Change>, name: string): Generation<Change> => {
  const opened = tables.open(database, name);
  const read = database.prepare('SELECT log_id, CAST(position AS TEXT) AS position FROM copies WHERE name = ?');
  const move = database.prepare('UPDATE copies SET log_id = ?, position = ? WHERE name = ?');
  const insertParked = database.prepare('INSERT OR REPLACE INTO parked (copy, position, error_class) VALUES (?, ?, ?)');
  const selectParked = database.prepare(
    'SELECT CAST(position AS TEXT) AS position, error_class FROM parked WHERE copy = ? ORDER BY parked.position',
  );

  return {
    name,
    checkpoint: () => {
      const row = read.get(name);
      if (typeof row?.['log_id'] !== 'string') return Promise.resolve(undefined);
      return Promise.resolve({ logId: row['log_id'], position: BigInt(row['position'] as string) });
    },
    apply: async (changes: readonly Change[], checkpoint: Checkpoint) => {
      transaction(database, () => {
        for (const change of changes) opened.apply(change);
        opened.finishBatch?.();
        move.run(checkpoint.logId, checkpoint.position, name);
      });
      return Promise.resolve();
    },
    park: async (parked: Parked, checkpoint: Checkpoint) => {
      transaction(database, () => {
        insertParked.run(name, parked.position, parked.errorClass);
        move.run(checkpoint.logId, checkpoint.position, name);
      });
      return Promise.resolve();
    },
    parked: () =>
      Promise.resolve(
        selectParked.all(name).map((row) => ({
          position: BigInt(row['position'] as string),
          errorClass: row['error_class'] as string,
        })),
      ),
    ids: (after) => Promise.resolve(opened.ids(after)),
    orphans: (limit) => Promise.resolve(opened.orphans(limit)),
    remove: async (orphans) => {
      transaction(database, () => {
        for (const orphan of orphans) opened.remove(orphan);
      });
      return Promise.resolve();
    },
    markPurged: async () => {
      transaction(database, () => opened.markPurged());
      return Promise.resolve();
    },
  };
};

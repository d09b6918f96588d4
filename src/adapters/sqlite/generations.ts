import { setImmediate } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import { type Generations, generationsInUse } from '../../domain/generations.ts';
import type { GenerationStore } from '../../ports/generation-store.ts';
import { type Database, noteErasure, transaction } from './database.ts';
import { type Commits, rememberedRows } from './remembered-rows.ts';

/** `version` is raised whenever what the tables hold changes its shape or meaning: each version has its own generations, built from the log. */
export type ModelVersion = { readonly name: string; readonly version: number };

type StoredRole = 'building' | 'current' | 'unused' | 'retained';

/** The column `active` holds the index of a generation's role in this list. */
const storedRoles: readonly StoredRole[] = ['building', 'current', 'unused', 'retained'];

/** A row for each generation, with its checkpoint. */
const schema = `
  CREATE TABLE IF NOT EXISTS copies (
    name TEXT PRIMARY KEY, model TEXT NOT NULL, version INTEGER NOT NULL, number INTEGER NOT NULL, active INTEGER NOT NULL,
    log_id TEXT, position INTEGER
  ) WITHOUT ROWID;
  CREATE TABLE IF NOT EXISTS parked (
    copy TEXT NOT NULL, position INTEGER NOT NULL, error_class TEXT NOT NULL, PRIMARY KEY (copy, position)
  ) WITHOUT ROWID`;

/**
 * For readers on any connection: the name of the current generation, which a replay may switch; undefined before there is one, and before the
 * writer has created any table.
 */
export const currentGeneration = (
  database: Database,
  { name, version }: ModelVersion,
  commits?: Commits,
): (() => string | undefined) => {
  let statement: ReturnType<Database['prepare']> | undefined;
  const remembered = rememberedRows<string>(commits);
  const read = () => {
    if (!statement) {
      if (!database.prepare(`SELECT 1 FROM sqlite_schema WHERE name = 'copies'`).get()) return undefined;
      statement = database.prepare('SELECT name FROM copies WHERE model = ? AND version = ? AND active = 1');
    }
    return statement.get(name, version)?.['name'] as string | undefined;
  };
  return () => remembered(name, read);
};

/** The names of the generations that are being dropped, whose tables are incomplete; none in a file that holds no read models. */
export const unusedGenerations = (database: Database): ReadonlySet<string> => {
  if (!database.prepare(`SELECT 1 FROM sqlite_schema WHERE name = 'copies'`).get()) return new Set();
  const rows = database.prepare('SELECT name FROM copies WHERE active = ?').all(storedRoles.indexOf('unused'));
  return new Set(rows.map(({ name }) => String(name)));
};

/** The generations of a read model in their table; `createTables` runs in the transaction that stores a new one. */
export const sqliteGenerations = (
  database: Database,
  model: ModelVersion,
  createTables: (name: string) => void,
): Omit<GenerationStore<never>, 'open'> => {
  database.exec(schema);
  const { name, version } = model;
  const nameOf = (number: number) => `${name}_${version}_${number}`;
  const existing = database.prepare('SELECT name FROM copies WHERE model = ?');
  const rows = database.prepare('SELECT number, active FROM copies WHERE model = ? AND version = ?');
  const load = () => generationsOf(rows.all(name, version));
  const insert = database.prepare('INSERT INTO copies (name, model, version, number, active) VALUES (?, ?, ?, ?, 0)');
  const setRole = database.prepare('UPDATE copies SET active = ? WHERE name = ?');

  const create = (number: number) => {
    createTables(nameOf(number));
    insert.run(nameOf(number), name, version, number);
  };
  const save = (before: Generations, next: Generations) =>
    transaction(database, () => {
      if (!isDeepStrictEqual(load(), before)) return false;
      const [old, used] = [generationsInUse(before), generationsInUse(next)];
      for (const number of used) if (number > before.newest) create(number);
      for (const number of new Set([...old, ...used])) setRole.run(roleOf(next, number), nameOf(number));
      return true;
    });

  return {
    model: name,
    nameOf,
    load: () => {
      const generations = load();
      return Promise.resolve({ generations, save: (next) => Promise.resolve(save(generations, next)) });
    },
    existing: () => Promise.resolve(existing.all(name).map((row) => row['name'] as string)),
    drop: (generation, signal) => dropGeneration(database, generation, signal),
  };
};

const generationsOf = (rows: readonly Readonly<Record<string, unknown>>[]): Generations => {
  const numbers = rows.map((row) => row['number'] as number);
  const roles = rows.map(({ number, active }) => [storedRoles[active as number], number as number] as const);
  const { current, building, retained } = Object.fromEntries(roles) as Partial<Record<StoredRole, number>>;
  return { newest: Math.max(0, ...numbers), current, building, retained };
};

const roleOf = ({ current, building, retained }: Generations, number: number): number =>
  storedRoles.indexOf(
    number === current ? 'current' : number === building ? 'building' : number === retained ? 'retained' : 'unused',
  );

/** Drops a generation's tables after it has deleted their rows in steps: to drop a large table at once would block the writer for long. */
const dropGeneration = async (
  database: Database,
  generation: string,
  signal: AbortSignal | undefined,
): Promise<void> => {
  noteErasure(database);
  // One of an earlier version still has its role there.
  database.prepare('UPDATE copies SET active = ? WHERE name = ?').run(storedRoles.indexOf('unused'), generation);
  const tables = database
    .prepare(`SELECT name, type FROM pragma_table_list WHERE schema = 'main' AND substr(name, 1, ?) = ?`)
    .all(generation.length + 1, `${generation}_`)
    .map(({ name, type }): TableName => ({ name: String(name), type: String(type) }));
  // They would name tables that are dropped before others are emptied.
  const triggers = database.prepare(`SELECT name FROM sqlite_schema WHERE type = 'trigger' AND substr(name, 1, ?) = ?`);
  for (const { name } of triggers.all(generation.length + 1, `${generation}_`))
    database.exec(`DROP TRIGGER "${String(name)}"`);
  const drop = (name: string) => database.exec(`DROP TABLE "${name}"`);
  // At once, so that a search that goes on in this generation fails and is repeated in the current one, rather than find nothing.
  const small = tables.filter((table) => isSmall(database, table));
  const large = tables.filter((table) => !small.includes(table));
  for (const { name } of small) drop(name);
  for (const { name, type } of large) {
    if (type !== 'virtual' && !name.endsWith(unemptied)) await emptyTable(database, name, signal);
    if (signal?.aborted) return;
  }
  // A virtual table drops those that it is made of.
  for (const { name, type } of large) if (type !== 'shadow') drop(name);
  transaction(database, () => {
    database.prepare('DELETE FROM copies WHERE name = ?').run(generation);
    database.prepare('DELETE FROM parked WHERE copy = ?').run(generation);
  });
};

/** Of the tables of a full-text index the one without which it cannot be opened, not even to be dropped. */
const unemptied = '_config';

/** Rows that are deleted at once; a row of codes is as large as many others. */
const rowsPerStep = (table: string): number => (table.endsWith('_codes') ? 20 : 500);

/** `type`: table, virtual, or shadow for one that a virtual table is made of. */
type TableName = { readonly name: string; readonly type: string };

const isSmall = (database: Database, { name, type }: TableName): boolean =>
  type === 'table' &&
  database.prepare(`SELECT count(*) AS rows FROM (SELECT 1 FROM "${name}" LIMIT ${rowsPerStep(name)})`).get()?.[
    'rows'
  ] !== rowsPerStep(name);

const emptyTable = async (database: Database, table: string, signal: AbortSignal | undefined) => {
  const columns = database.prepare('SELECT name FROM pragma_table_info(?) WHERE pk > 0 ORDER BY pk').all(table);
  const key = columns.map(({ name }) => String(name)).join(', ');
  const sql = `DELETE FROM "${table}" WHERE (${key}) IN (SELECT ${key} FROM "${table}" LIMIT ${rowsPerStep(table)})`;
  const removeSome = () => {
    // Otherwise only the full-text index itself may change the tables that it is made of.
    database.enableDefensive(false);
    try {
      return database.prepare(sql).run().changes > 0;
    } finally {
      database.enableDefensive(true);
    }
  };
  while (!signal?.aborted && removeSome()) await setImmediate();
};

import type { ExecutionContext } from 'ava';
import { type Database, openDatabase } from '../../src/adapters/sqlite/database.ts';
import { fileHealth, newFileStates } from '../../src/adapters/sqlite/file-health.ts';
import { generationFiles } from '../../src/adapters/sqlite/generation-files.ts';
import { createTables, openGeneration, type Tables } from '../../src/adapters/sqlite/read-model.ts';
import { openReadModel, type SqliteReadModel } from '../../src/adapters/sqlite/read-model-files.ts';
import { openCurrentGeneration, type CurrentGeneration } from '../../src/adapters/sqlite/current-generation.ts';
import { sqliteErasedContents } from '../../src/adapters/sqlite/tickets/erased-contents.ts';
import { ticketIndexTables } from '../../src/adapters/sqlite/tickets/ticket-index-tables.ts';
import type { ErasedContents } from '../../src/ports/erased-contents.ts';
import type { Generation } from '../../src/ports/read-model.ts';

/** A read model in a folder as the thread that writes it and one that reads it have it, which remembers rows between two commits. */
export const openViewsFiles = async <Change>(
  folder: string,
  tables: Tables<Change>,
): Promise<{ readonly writer: SqliteReadModel<Change>; readonly reader: CurrentGeneration }> => {
  const states = newFileStates();
  const health = () => fileHealth(states, `views-${tables.name}`);
  const onDamaged = (error: unknown) => {
    throw error;
  };
  const writer = await openReadModel(folder, tables, { health: health(), onDamaged });
  return { writer, reader: openCurrentGeneration(folder, tables, health()) };
};

/** A generation in a database of a test's own. */
export const generationIn = <Change>(database: Database, tables: Tables<Change>): Generation<Change> => {
  createTables(database, tables);
  return openGeneration(database, 'generation', tables.open(database));
};

/** The file of the current generation of a read model. */
export const currentFile = (folder: string, tables: Tables<never>): string => {
  const [path] = generationFiles(folder, tables).pathsInUse();
  if (path === undefined) throw new Error(`There is no current generation of ${tables.name}`);
  return path;
};

/** Looks into the current generation of the ticket index in a folder. */
export const erasedContentsIn = (t: ExecutionContext, folder: string): ErasedContents => {
  const index = openDatabase(currentFile(folder, ticketIndexTables), 'read');
  t.teardown(() => index.close());
  return sqliteErasedContents({ inAll: (read) => [read(index)] });
};

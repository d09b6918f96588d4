import { type Generations, generationsInUse } from '../../domain/generations.ts';
import { ReadModelsDamaged } from '../../domain/errors.ts';
import { readModelOn, type StoredGenerations } from '../../ports/generation-store.ts';
import { type ReadModel, resetReadModel } from '../../ports/read-model.ts';
import { type EraseTraces, sqliteTraces } from './erase-traces.ts';
import { type Database, mapErrors } from './database.ts';
import type { FileHealth } from './file-health.ts';
import { generationFiles } from './generation-files.ts';
import { createTables, openGeneration, storeNoted, type Tables } from './read-model.ts';
import {
  guardedGeneration,
  type OpenFile,
  openFile,
  rebindingPort,
  type CurrentGeneration,
} from './current-generation.ts';

/** A read model on SQLite, for the thread that writes it. */
export type SqliteReadModel<Change> = CurrentGeneration & {
  readonly model: ReadModel<Change>;
  /** Of the generations in use. */
  readonly traces: EraseTraces;
  /** Runs a read in each of its files, including unused ones that will be dropped. */
  readonly inAll: <Result>(read: (database: Database) => Result) => readonly Result[];
};

type Options = {
  readonly health: FileHealth;
  /** Called if the current generation cannot be opened because its file is damaged: an empty one has replaced it, to be built from the log. */
  readonly onDamaged: (error: unknown) => void;
};

/** Opens a read model in a folder, with one file for each generation. No other process may write it. */
export const openReadModel = async <Change>(
  folder: string,
  tables: Tables<Change>,
  { health, onDamaged }: Options,
): Promise<SqliteReadModel<Change>> => {
  const files = generationFiles(folder, tables);
  const roles = storedRoles(files, health);
  const noted = (generation: string) => (error: unknown) =>
    health.noted(error, roles.isInUse(generation) ? undefined : noFile);
  const opened = openedFiles((generation) =>
    mapErrors(noted(generation), () => openWithTables(files.pathOf(generation), generation, tables)),
  );
  const model = readModelOn<Change>({
    model: tables.name,
    nameOf: files.nameOf,
    load: roles.load,
    open: async (generation) => {
      const file = opened.get(generation);
      const open = () => openGeneration(file.database, generation, tables.open(file.database));
      const options = { health, noted: noted(generation) };
      return Promise.resolve(guardedGeneration(file, mapErrors(options.noted, open), options));
    },
    existing: () => Promise.resolve(files.existing()),
    drop: (generation) => {
      opened.close(generation);
      files.remove(generation);
      return Promise.resolve();
    },
  });
  await replaceIfDamaged(model, onDamaged);
  return {
    model,
    isInUse: roles.isInUse,
    port: (make) => rebindingPort(() => opened.get(roles.current()), health, { make }),
    traces: tracesOf(() => roles.inUse().map(opened.get)),
    inAll: (read) => files.ofThisVersion().map((one) => mapErrors(health.noted, () => read(opened.get(one).database))),
    close: opened.closeAll,
  };
};

/** The pointer of a read model, which this thread alone writes. */
const storedRoles = (files: ReturnType<typeof generationFiles>, health: FileHealth) => {
  let stored = files.load();
  const isInUse = (generation: string) =>
    [stored.current, stored.retained].some((number) => number !== undefined && files.nameOf(number) === generation);
  const save = (before: Generations, next: Generations): boolean => {
    if (before !== stored) return false;
    // A process that was killed may have left files of that name.
    for (const number of generationsInUse(next)) if (number > before.newest) files.remove(files.nameOf(number));
    files.save(next);
    stored = next;
    if (next.current !== before.current) health.replaced();
    return true;
  };
  const load = (): StoredGenerations => {
    const generations = stored;
    return { generations, save: (next) => Promise.resolve(save(generations, next)) };
  };
  return {
    load: () => Promise.resolve(load()),
    current: () => files.nameOf(stored.current ?? 0),
    inUse: () => generationsInUse(stored).map(files.nameOf),
    /** Whether it is read or retained. */
    isInUse,
  };
};

/** Of a file that no reader uses. */
const noFile = -1n;

const openWithTables = (path: string, generation: string, tables: Tables<never>): OpenFile => {
  const file = openFile(path, generation, 'normal');
  createTables(file.database, tables);
  return file;
};

const openedFiles = (open: (generation: string) => OpenFile) => {
  const all = new Map<string, OpenFile>();
  const close = (generation: string) => {
    all.get(generation)?.database.close();
    all.delete(generation);
  };
  return {
    get: (generation: string): OpenFile => {
      const file = all.get(generation) ?? open(generation);
      all.set(generation, file);
      return file;
    },
    close,
    closeAll: (): void => {
      for (const [generation, { database }] of all) {
        try {
          storeNoted(database);
        } catch {
          // Of a damaged file, or on a full disk: the next start reads these events again.
        }
        close(generation);
      }
    },
  };
};

/** Reads the header, the list of tables and the checkpoint. */
const replaceIfDamaged = async (model: ReadModel<never>, onDamaged: (error: unknown) => void): Promise<void> => {
  try {
    const current = await model.current();
    await current.checkpoint();
    await current.parked();
  } catch (error) {
    if (!(error instanceof ReadModelsDamaged)) throw error;
    await resetReadModel(model);
    onDamaged(error);
  }
};

const tracesOf = (files: () => readonly OpenFile[]): EraseTraces => {
  const known = new WeakMap<OpenFile, EraseTraces>();
  const traces = (file: OpenFile) => {
    const one = known.get(file) ?? sqliteTraces(file.database);
    known.set(file, one);
    return one;
  };
  return {
    erase: async () => {
      const reasons = await Promise.all(files().map((file) => traces(file).erase()));
      return reasons.find((reason) => reason !== undefined);
    },
  };
};

import { renameSync, rmSync } from 'node:fs';
import { changeWatch, type Database, openDatabase } from './database.ts';
import { type FileHealth, isDamage } from './file-health.ts';
import type { Commits } from './remembered-rows.ts';

/** A port: an object whose functions return promises. */
type Port = Readonly<Record<string, unknown>>;

/** The file of the read models as one thread uses it. */
export type ViewsFile = {
  /**
   * A port on the file that is in place: it is made anew whenever another file has taken its place. Failures that say something of the file are
   * noted and become refusals, also in the ports that its functions return. A thread that reads is given the count of commits; in the one that writes,
   * each call of a port that has changed rows counts as one: it also reads several times a second, and others would forget what they remember.
   */
  readonly port: <Made extends object>(make: (database: Database, commits?: Commits) => Made) => Made;
  readonly close: () => void;
};

/** For the thread that writes: a new file is filled beside the present one and takes its place, while all threads go on. */
export type WritableViewsFile = ViewsFile & { readonly beginReplacement: () => Replacement };

/** A file that is not in place yet. */
export type Replacement = {
  readonly database: Database;
  /** Puts it in place of the present file, which is deleted. */
  readonly promote: () => void;
  readonly abandon: () => void;
};

/** Work that was begun on a file that has been replaced may end on it: a search waits up to 30 s for a gateway. */
const retirementMs = 60_000;

const endings = ['', '-wal', '-shm'] as const;

const remove = (path: string): void => {
  for (const ending of endings) rmSync(path + ending, { force: true });
};

/** The file for a thread that reads. It must exist. */
export const readViewsFile = (path: string, health: FileHealth): ViewsFile =>
  viewsFile(() => openDatabase(path, 'read'), health, { commits: health.commits });

type WriteOptions = {
  readonly health: FileHealth;
  /** Called if the file could not be opened because it is damaged, and was moved aside. */
  readonly onDamaged: (error: unknown) => void;
};

/**
 * The file for the thread that writes, created if it does not exist. One whose header or list of tables is damaged is moved aside as
 * `<path>.damaged`: a new one is built from the log, and `removeDamaged` deletes the old one once that is complete.
 */
export const writeViewsFile = (path: string, { health, onDamaged }: WriteOptions): WritableViewsFile => {
  const beside = `${path}.rebuilt`;
  remove(beside);
  try {
    probe(path);
  } catch (error) {
    if (!isDamage(error)) throw health.noted(error);
    moveAside(path);
    onDamaged(error);
  }
  return {
    ...viewsFile(() => openDatabase(path, 'normal'), health, { committed: health.committed }),
    beginReplacement: () => {
      remove(beside);
      const database = openDatabase(beside, 'normal');
      return {
        database,
        promote: () => {
          database.exec('PRAGMA wal_checkpoint(TRUNCATE)');
          database.close();
          // The WAL of the old file must be gone before the new one has its name. If the process dies in between, the next start builds a new file.
          remove(path);
          renameSync(beside, path);
          health.replaced();
        },
        abandon: () => {
          if (database.isOpen) database.close();
          remove(beside);
        },
      };
    },
  };
};

/** Deletes what was moved aside: it would outlive the deletion of what it holds. */
export const removeDamaged = (path: string): void => remove(`${path}.damaged`);

/** Reads the header, the list of tables and the checkpoints. */
const probe = (path: string): void => {
  const database = openDatabase(path, 'normal');
  try {
    const known = database.prepare(`SELECT name FROM sqlite_schema WHERE name IN ('copies', 'parked')`).all();
    for (const { name } of known) database.prepare(`SELECT * FROM ${String(name)}`).all();
  } finally {
    database.close();
  }
};

const moveAside = (path: string): void => {
  removeDamaged(path);
  for (const ending of endings) {
    try {
      renameSync(path + ending, `${path}.damaged${ending}`);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    }
  }
};

/** `committed` is called after each call of a port that has changed rows, before its result is seen. */
type Use = { readonly commits?: Commits; readonly committed?: () => void };

/** Opens the file, and opens it anew when it has been replaced. */
const viewsFile = (open: () => Database, health: FileHealth, { commits, committed }: Use): ViewsFile => {
  const retired = new Map<Database, NodeJS.Timeout>();
  const openAs = (number: bigint) => {
    const database = open();
    return { number, database, hasChanged: changeWatch(database) };
  };
  let current = openAs(health.number());
  const present = () => {
    const number = health.number();
    if (number !== current.number) {
      const { database } = current;
      current = openAs(number);
      retired.set(database, setTimeout(closeRetired, retirementMs, database).unref());
    }
    return current;
  };
  const closeRetired = (database: Database) => {
    retired.delete(database);
    database.close();
  };
  return {
    port: (make) => {
      let made: MadePort | undefined;
      const portNow = (): MadePort => {
        const { number, database, hasChanged } = present();
        if (made?.number !== number) made = { number, port: make(database, commits) as Port, hasChanged };
        return made;
      };
      return guarded(portNow, health, committed) as ReturnType<typeof make>;
    },
    close: () => {
      for (const [database, timer] of retired) {
        clearTimeout(timer);
        database.close();
      }
      current.database.close();
    },
  };
};

/** A port on the file of a number; `hasChanged`: whether rows of that have changed since it was last asked. */
type MadePort = { readonly number: bigint; readonly port: Port; readonly hasChanged: () => boolean };

/** The functions of a port that may be exchanged between two calls. What they throw counts for the file that they used. */
const guarded = (portNow: () => MadePort, health: FileHealth, committed?: () => void): Port => {
  const functionOf =
    (name: string) =>
    async (...args: readonly unknown[]) => {
      const { number, port, hasChanged } = portNow();
      try {
        const result = await (port[name] as (...args: readonly unknown[]) => unknown)(...args);
        return isPort(result) ? guarded(() => ({ number, port: result, hasChanged }), health, committed) : result;
      } catch (error) {
        throw health.noted(error, number);
      } finally {
        if (committed && hasChanged()) committed();
      }
    };
  const entries = Object.entries(portNow().port).map(([name, value]) => [
    name,
    typeof value === 'function' ? functionOf(name) : value,
  ]);
  return Object.fromEntries(entries) as Port;
};

const isPort = (value: unknown): value is Port =>
  typeof value === 'object' &&
  value !== null &&
  Object.getPrototypeOf(value) === Object.prototype &&
  Object.values(value).some((one) => typeof one === 'function');

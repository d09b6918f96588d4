import { changeWatch, type Database, mapErrors, openDatabase } from './database.ts';
import type { FileHealth } from './file-health.ts';
import { generationFiles, type ModelVersion } from './generation-files.ts';
import type { Commits } from './remembered-rows.ts';

/** A port: an object whose functions return promises. */
type Port = Readonly<Record<string, unknown>>;

/** The current generation of a read model as one thread uses it. */
export type ViewsFile = {
  /**
   * A port on the file of the current generation: it is made anew whenever another one is current. Failures that say something of the file are
   * noted and become refusals, also in the ports that its functions return. A thread that reads is given the count of commits.
   */
  readonly port: <Made extends object>(make: MakePort<Made>) => Made;
  /** Whether a generation is read or retained. */
  readonly isInUse: (generation: string) => boolean;
  readonly close: () => void;
};

type MakePort<Made> = (database: Database, commits: Commits | undefined, generation: string) => Made;

/** A connection to the file of a generation. `hasChanged`: whether rows have changed since it was last asked. */
export type OpenFile = {
  readonly generation: string;
  readonly database: Database;
  readonly hasChanged: () => boolean;
};

export const openFile = (path: string, generation: string, durability: 'normal' | 'read'): OpenFile => {
  const database = openDatabase(path, durability);
  return { generation, database, hasChanged: changeWatch(database) };
};

/** Work that was begun on a generation that has been replaced may end on it. */
const retirementMs = 60_000;

/** The current generation for a thread that reads; the writer has made it. */
export const readViewsFile = (folder: string, model: ModelVersion, health: FileHealth): ViewsFile => {
  const files = generationFiles(folder, model);
  const openCurrent = (): OpenFile => {
    const number = health.number();
    const generation = files.nameOf(files.load().current ?? 0);
    try {
      return openFile(files.pathOf(generation), generation, 'read');
    } catch (error) {
      // It was replaced and dropped before it was opened.
      if (health.number() !== number) return openCurrent();
      throw health.noted(error);
    }
  };
  const retired = new Map<Database, NodeJS.Timeout>();
  const closeRetired = (database: Database) => {
    clearTimeout(retired.get(database));
    retired.delete(database);
    database.close();
  };
  let current: { readonly number: bigint; readonly file: OpenFile } | undefined;
  const present = () => {
    const number = health.number();
    if (current?.number === number) return current.file;
    if (current) {
      const { database } = current.file;
      retired.set(database, setTimeout(closeRetired, retirementMs, database).unref());
    }
    current = { number, file: openCurrent() };
    return current.file;
  };
  return {
    port: (make) => portOn(present, health, { make, commits: health.commits }),
    isInUse: (generation) => files.pathsInUse().includes(files.pathOf(generation)),
    close: () => {
      for (const database of retired.keys()) closeRetired(database);
      current?.file.database.close();
    },
  };
};

type Making<Made> = { readonly make: MakePort<Made>; readonly commits?: Commits };

/** `present` returns the file of the current generation. */
export const portOn = <Made extends object>(
  present: () => OpenFile,
  health: FileHealth,
  { make, commits }: Making<Made>,
): Made => {
  let made: { readonly file: OpenFile; readonly port: MadePort } | undefined;
  const portNow = (): MadePort => {
    const number = health.number();
    const file = present();
    // A reader may open a generation shortly before that is counted, and then once more.
    if (made?.file !== file) {
      const port = mapErrors(health.noted, () => make(file.database, commits, file.generation) as Port);
      const noted = (error: unknown) => health.noted(error, number);
      made = { file, port: { port, noted, called: commits ? () => undefined : committing(file, health) } };
    }
    return made.port;
  };
  return guarded(portNow) as Made;
};

/** In the thread that writes, a call that has changed rows counts as a commit. It also reads several times a second, and others would forget what they remember. */
const committing =
  ({ hasChanged }: OpenFile, health: FileHealth) =>
  () => {
    if (hasChanged()) health.committed();
  };

/** A port of the thread that writes on one generation. */
export const guardedGeneration = <Made extends object>(
  file: OpenFile,
  port: Made,
  { health, noted }: { readonly health: FileHealth; readonly noted: (error: unknown) => unknown },
): Made => {
  const made = { port: port as Port, noted, called: committing(file, health) };
  return guarded(() => made) as Made;
};

type MadePort = {
  readonly port: Port;
  /** Notes what an error says of the file; returns the error for callers. */
  readonly noted: (error: unknown) => unknown;
  /** Called after each call, before its result is seen. */
  readonly called: () => void;
};

/** The functions of a port that may be exchanged between two calls. What they throw counts for the file that they used. */
const guarded = (portNow: () => MadePort): Port => {
  const functionOf =
    (name: string) =>
    async (...args: readonly unknown[]) => {
      const made = portNow();
      try {
        const result = await (made.port[name] as (...args: readonly unknown[]) => unknown)(...args);
        return isPort(result) ? guarded(() => ({ ...made, port: result })) : result;
      } catch (error) {
        throw made.noted(error);
      } finally {
        made.called();
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

import { changeWatch, type Database, mapErrors, openDatabase } from './database.ts';
import type { FileHealth } from './file-health.ts';
import { generationFiles, type ModelVersion } from './generation-files.ts';
import type { CommitCount } from './row-cache.ts';

/** A port: an object whose functions return promises. */
type Port = Readonly<Record<string, unknown>>;

/** The current generation of a read model as one thread uses it. */
export type CurrentGeneration = {
  /**
   * A port on the file of the current generation, rebound when another one becomes current. Errors that show damage are recorded and become refusals, also in
   * the ports that its functions return. Only threads that read are given the count of commits.
   */
  readonly port: <Made extends object>(make: MakePort<Made>) => Made;
  /** Whether a generation is current or retained. */
  readonly isInUse: (generation: string) => boolean;
  readonly close: () => void;
};

type MakePort<Made> = (database: Database, commits: CommitCount | undefined, generation: string) => Made;

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

/** How long the file of a replaced generation stays open for work that has begun on it. */
const retirementMs = 60_000;

/** Opens the current generation in a thread that only reads. */
export const openCurrentGeneration = (folder: string, model: ModelVersion, health: FileHealth): CurrentGeneration => {
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
  const currentFile = () => {
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
    port: (make) => rebindingPort(currentFile, health, { make, commits: health.commits }),
    isInUse: (generation) => files.pathsInUse().includes(files.pathOf(generation)),
    close: () => {
      for (const database of retired.keys()) closeRetired(database);
      current?.file.database.close();
    },
  };
};

type PortOptions<Made> = { readonly make: MakePort<Made>; readonly commits?: CommitCount };

/** A port that is rebound whenever `currentFile` returns another file. */
export const rebindingPort = <Made extends object>(
  currentFile: () => OpenFile,
  health: FileHealth,
  { make, commits }: PortOptions<Made>,
): Made => {
  let made: { readonly file: OpenFile; readonly port: BoundPort } | undefined;
  const currentPort = (): BoundPort => {
    const number = health.number();
    const file = currentFile();
    // A reader may open a generation shortly before that is counted, and then once more.
    if (made?.file !== file) {
      const port = mapErrors(health.noted, () => make(file.database, commits, file.generation) as Port);
      const noted = (error: unknown) => health.noted(error, number);
      made = { file, port: { port, noted, afterCall: commits ? () => undefined : countCommits(file, health) } };
    }
    return made.port;
  };
  return guarded(currentPort) as Made;
};

/**
 * In the writer a call that has changed rows counts as a commit. Its many reads do not, as they would empty the caches of the other threads; nor does a batch
 * without changes, which moves the checkpoint alone.
 */
const countCommits =
  ({ hasChanged }: OpenFile, health: FileHealth): BoundPort['afterCall'] =>
  (name, [changes]) => {
    const isCheckpointOnly = name === 'apply' && Array.isArray(changes) && changes.length === 0;
    if (hasChanged() && !isCheckpointOnly) health.committed();
  };

/** A port of the writer on one generation. */
export const guardedGeneration = <Made extends object>(
  file: OpenFile,
  port: Made,
  { health, noted }: { readonly health: FileHealth; readonly noted: (error: unknown) => unknown },
): Made => {
  const made = { port: port as Port, noted, afterCall: countCommits(file, health) };
  return guarded(() => made) as Made;
};

type BoundPort = {
  readonly port: Port;
  /** Records damage that an error shows; returns the error for callers. */
  readonly noted: (error: unknown) => unknown;
  /** Runs before the result of a call is returned. */
  readonly afterCall: (name: string, args: readonly unknown[]) => void;
};

/** Functions of a port that may be rebound between two calls. Errors are attributed to the file that the call has used. */
const guarded = (currentPort: () => BoundPort): Port => {
  const functionOf =
    (name: string) =>
    async (...args: readonly unknown[]) => {
      const made = currentPort();
      try {
        const result = await (made.port[name] as (...args: readonly unknown[]) => unknown)(...args);
        return isPort(result) ? guarded(() => ({ ...made, port: result })) : result;
      } catch (error) {
        throw made.noted(error);
      } finally {
        made.afterCall(name, args);
      }
    };
  const entries = Object.entries(currentPort().port).map(([name, value]) => [
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

import { existsSync, readdirSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { checkLogFile } from '../adapters/sqlite/check-file.ts';
import { LogDamaged, LogLostEvents } from '../domain/errors.ts';
import type { Config } from '../config.ts';
import { WrongDataKey } from '../operations/require-data-key.ts';
import { ForeignLog } from '../../projections/apply-events.ts';

const restore = 'restore a back-up with npm run restore (docs/operations.md, "Damaged files")';

/** The folder that a restore copies the back-up to before it moves the files into place; removed at its end. */
export const restoringFolder = (dataDir: string): string => join(resolve(dataDir), 'restoring');

/** Throws, with what to do, if a restore into DATA_DIR was interrupted: a start would take what is there for the whole, and might begin another log. */
const requireWholeRestore = (dataDir: string): void => {
  const folder = restoringFolder(dataDir);
  if (!existsSync(folder)) return;
  throw new Error(
    `DATA_DIR: a restore into ${resolve(dataDir)} was interrupted; run npm run restore again, or delete ${folder} to go on with what is here`,
  );
};

/** Throws, with what to do, if DATA_DIR has read models and no log: a start would begin another log, which back-ups would save from then on. */
const requireLogOfReadModels = ({ dataDir, servers }: Pick<Config, 'dataDir' | 'servers'>): void => {
  if (servers.eventStore !== undefined) return;
  const folder = resolve(dataDir);
  const log = statSync(join(folder, 'events.db'), { throwIfNoEntry: false });
  if ((log?.size ?? 0) > 0 || !readdirSync(folder).some((name) => /^views.*\.db$/.test(name))) return;
  throw new Error(
    `DATA_DIR: ${join(folder, 'events.db')} is ${log ? 'empty' : 'missing'}, and read models of a log are here; ${restore}, or delete ${join(folder, 'views')}* to begin a new log`,
  );
};

/** Throws, with what to do, if a start on DATA_DIR would begin another log than the one that belongs there. */
export const requireWholeFolder = (config: Pick<Config, 'dataDir' | 'servers'>): void => {
  requireWholeRestore(config.dataDir);
  requireLogOfReadModels(config);
};

/** The line for the operator if the stores in DATA_DIR cannot be used: which file, why, and the way out. */
export const startFailure = async (
  { dataDir, dataKey }: Pick<Config, 'dataDir'> & Partial<Pick<Config, 'dataKey'>>,
  error: unknown,
): Promise<string> => {
  const [log, views] = ['events.db', 'views'].map((name) => join(resolve(dataDir), name)) as [string, string];
  if (error instanceof ForeignLog) {
    return `DATA_DIR: ${error.message}; put that log back, or delete ${views}* to rebuild it from the one that is here`;
  }
  if (error instanceof LogLostEvents) {
    return `DATA_DIR: ${log}: ${error.message}; ${restore}, or delete ${views}* to go on without them`;
  }
  if (error instanceof LogDamaged) return `DATA_DIR: ${log} is damaged: ${await readableEvents(log)}; ${restore}`;
  if (error instanceof WrongDataKey) {
    return `${dataKey === undefined ? join(resolve(dataDir), 'data-key') : 'DATA_KEY'}: ${error.message}`;
  }
  return error instanceof Error ? error.message : String(error);
};

const readableEvents = async (log: string): Promise<string> => {
  const { problems, readable } = await checkLogFile(log);
  if (!readable) return 'a read of it failed, though the file as a whole is sound';
  const { upTo, last } = readable;
  const [problem = ''] = problems;
  if (upTo === 0n) return `none of its events can be read (${problem})`;
  if (upTo === last) return `all events up to the last position ${last} can be read, but an index cannot (${problem})`;
  return `its events can be read up to position ${upTo}${last === undefined ? '' : ` of ${last}`} (${problem})`;
};

import { closeSync, fsyncSync, openSync } from 'node:fs';
import { checkLogFile } from '../../src/adapters/sqlite/check-file.ts';
import { type LogSummary, logSummary } from '../../src/adapters/sqlite/log/log-file.ts';
import type { Config } from '../../src/config.ts';

/** Throws unless the log is a file in DATA_DIR; says what to back up instead. */
export const requireEmbeddedLog = ({ servers }: Pick<Config, 'servers'>): void => {
  if (servers.eventStore === undefined) return;
  throw new Error(
    'EVENTSTORE_URL is set: the log is in EventStoreDB, to be backed up and restored by its own means; keep DATA_KEY and JWT_SECRET with it. DATA_DIR holds nothing to save (docs/operations.md, "Back up and restore")',
  );
};

/** Reads a whole log; throws if it is damaged or does not hold what is expected. */
export const requireLog = async (path: string, expected: LogSummary): Promise<void> => {
  const { problems } = await checkLogFile(path);
  if (problems.length > 0) throw new Error(`${path} is damaged: ${problems.join('; ')}`);
  const { logId, lastPosition, events } = logSummary(path);
  if (logId !== expected.logId || lastPosition !== expected.lastPosition || events !== expected.events) {
    throw new Error(`${path} is damaged: it holds ${events} events up to position ${lastPosition} of the log ${logId}`);
  }
};

/** Makes a file, or the names in a folder, survive a power loss. */
export const syncToDisk = (path: string): void => {
  const descriptor = openSync(path, 'r');
  try {
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
};

export const megabytes = (bytes: number): string => `${(bytes / 1024 / 1024).toFixed(1)} MB`;

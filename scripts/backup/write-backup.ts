import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmdirSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { readSecret, UnusableSecret } from '../../src/adapters/security/secret-files.ts';
import { copyLog, logHasAccounts, type LogSummary } from '../../src/adapters/sqlite/log/log-file.ts';
import type { Config } from '../../src/config.ts';
import { megabytes, requireEmbeddedLog, requireLog, syncToDisk } from './log-copy.ts';
import { describeFile, type FileName, type Manifest, type OnProgress, writeManifest } from './manifest.ts';

const packageFile = join(import.meta.dirname, '../../package.json');

/**
 * Saves the log and the keys of DATA_DIR into a folder that does not exist or is empty, beside a running service or without one. The folder gets its name when
 * everything is in it and was checked. Returns lines for a person. Throws with one line.
 */
export const writeBackup = async (
  config: Config,
  target: string,
  onProgress: OnProgress,
): Promise<readonly string[]> => {
  requireEmbeddedLog(config);
  const dataDir = resolve(config.dataDir);
  const log = join(dataDir, 'events.db');
  if (!existsSync(log)) throw new Error(`DATA_DIR: ${dataDir} holds no event log`);
  const folder = resolve(target);
  requireEmptyFolder(folder);
  mkdirSync(dirname(folder), { recursive: true });
  const partial = mkdtempSync(`${folder}.partial-`);
  try {
    const keys = copyKeys(config, dataDir, partial);
    const summary = await saveLog(log, join(partial, 'events.db'), onProgress);
    const files = [];
    for (const name of [...keys.names, 'events.db'] as const) files.push(await describeFile(partial, name, onProgress));
    const { version } = JSON.parse(readFileSync(packageFile, 'utf8')) as { version: string };
    writeManifest(partial, { format: 1, version, at: new Date().toISOString(), log: summary, files });
    for (const name of readdirSync(partial)) syncToDisk(join(partial, name));
    syncToDisk(partial);
    const needsKey = logHasAccounts(join(partial, 'events.db'));
    renameSync(partial, folder);
    syncToDisk(dirname(folder));
    return [
      lineOf(folder, { log: summary, files }),
      ...keys.notes.filter(({ isData }) => !isData || needsKey).map(({ line }) => line),
    ];
  } catch (error) {
    rmSync(partial, { recursive: true, force: true });
    throw error;
  }
};

/** Copies the log and reads the whole copy. */
const saveLog = async (log: string, copy: string, onProgress: OnProgress): Promise<LogSummary> => {
  try {
    const summary = await copyLog(log, copy, (done, total) => onProgress('copy pages', done, total));
    await requireLog(copy, summary);
    return summary;
  } catch (error) {
    throw new Error(`${log} cannot be saved: ${error instanceof Error ? error.message : String(error)}`, {
      cause: error,
    });
  }
};

const lineOf = (folder: string, { log, files }: Pick<Manifest, 'log' | 'files'>): string => {
  const bytes = files.reduce((sum, file) => sum + file.bytes, 0);
  return `Saved in ${folder}: ${log.events} events up to position ${log.lastPosition}, ${megabytes(bytes)}`;
};

/** An empty folder is removed: the complete back-up takes its name. */
const requireEmptyFolder = (folder: string): void => {
  if (!existsSync(folder)) return;
  let names;
  try {
    names = readdirSync(folder);
    if (names.length === 0) rmdirSync(folder);
  } catch (error) {
    throw new Error(`${folder} cannot be used (${String((error as NodeJS.ErrnoException).code)}); name a new folder`);
  }
  if (names.length > 0) throw new Error(`${folder} is not empty; name a new folder`);
};

type Keys = {
  readonly names: readonly FileName[];
  /** Lines about keys that are not in the back-up; `isData` if they matter only while there are accounts. */
  readonly notes: readonly { readonly line: string; readonly isData: boolean }[];
};

const copyKeys = ({ dataKey, jwt }: Config, dataDir: string, folder: string): Keys => {
  const names: FileName[] = [];
  const notes: { line: string; isData: boolean }[] = [];
  for (const { name, variable, given } of [
    { name: 'data-key', variable: 'DATA_KEY', given: dataKey },
    { name: 'jwt-secret', variable: 'JWT_SECRET', given: jwt.secret },
  ] as const) {
    const isData = name === 'data-key';
    const { secret, problem } = given === undefined ? readKey(join(dataDir, name), variable) : { problem: undefined };
    if (secret !== undefined) {
      writeFileSync(join(folder, name), `${secret}\n`, { mode: 0o600 });
      names.push(name);
    } else
      notes.push({
        isData,
        line:
          problem ??
          `${variable} is not in the back-up: ${variable} or ${variable}_FILE is set; keep its value with the back-up`,
      });
  }
  return { names, notes };
};

/** A key that is missing or damaged does not keep the log from being saved. */
const readKey = (
  path: string,
  variable: string,
): { readonly secret?: string | undefined; readonly problem?: string } => {
  try {
    const secret = readSecret(path);
    if (secret !== undefined) return { secret };
    return {
      problem: `Attention: ${path} is missing and not in the back-up; if the service has ${variable} or ${variable}_FILE, keep that with the back-up`,
    };
  } catch (error) {
    if (error instanceof UnusableSecret) return { problem: `Attention: ${error.message}; it is not in the back-up` };
    throw error;
  }
};

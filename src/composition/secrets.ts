import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { createSecret, readSecret, UnusableSecret } from '../adapters/security/secret-files.ts';
import { logHasAccounts } from '../adapters/sqlite/log/log-file.ts';
import type { Config } from '../config.ts';
import { startFailure } from './start-failure.ts';

type SecretConfig = Pick<Config, 'dataDir' | 'dataKey' | 'jwt'>;

export type Secrets = { readonly dataKey: string; readonly jwtSecret: string };

type Warn = (message: string, fields: Readonly<Record<string, unknown>>) => void;

const rotation = 'npm run rotate-keys -- --make-data-key, which gives every account a new API key';

/**
 * The secrets of the configuration, else those in DATA_DIR, which are made if they are missing. Throws UnusableSecret, with what to do, if a file is
 * damaged, or if the data key is missing while the log has accounts: their API keys cannot be opened with another one.
 */
export const openSecrets = ({ dataDir, dataKey, jwt }: SecretConfig, warn: Warn): Secrets => {
  const log = join(dataDir, 'events.db');
  // Before a key is made: only then is the log known to be older than the secrets.
  const isNewLog = !existsSync(log);
  return {
    dataKey: dataKey ?? openDataKey(dataDir, log),
    jwtSecret:
      jwt.secret ??
      openSecret(join(dataDir, 'jwt-secret'), {
        remedy: 'put it back from a back-up, or delete it; then every user has to log in again',
        beforeCreation: (path) => {
          if (!isNewLog) warn('a missing secret was made anew: every user has to log in again', { path });
        },
      }),
  };
};

/** The same for a start; rejects with the line for the operator. */
export const secretsOf = async (config: Config, warn: Warn): Promise<Secrets> => {
  try {
    return openSecrets(config, warn);
  } catch (error) {
    throw new Error(await startFailure(config, error), { cause: error });
  }
};

const keyRemedy = `put it back from a back-up, or delete it and run ${rotation}`;

const openDataKey = (dataDir: string, log: string): string =>
  openSecret(join(dataDir, 'data-key'), {
    remedy: keyRemedy,
    beforeCreation: (path) => {
      if (!logHasAccounts(log)) return;
      throw new UnusableSecret(
        `${path} is missing, and the API keys of the accounts in the log are sealed with it; put it back from a back-up or set DATA_KEY, or run ${rotation}`,
      );
    },
  });

type SecretFile = { readonly remedy: string; readonly beforeCreation: (path: string) => void };

const openSecret = (path: string, { remedy, beforeCreation }: SecretFile): string => {
  const existing = readWithRemedy(path, remedy);
  if (existing !== undefined) return existing;
  beforeCreation(path);
  return createSecret(path);
};

const readWithRemedy = (path: string, remedy: string): string | undefined => {
  try {
    return readSecret(path);
  } catch (error) {
    throw error instanceof UnusableSecret ? new UnusableSecret(`${error.message}; ${remedy}`) : error;
  }
};

/** The data key of the configuration, or that in DATA_DIR; undefined if there is none. Throws UnusableSecret, with what to do. */
export const configuredDataKey = ({ dataDir, dataKey }: Pick<SecretConfig, 'dataDir' | 'dataKey'>) =>
  dataKey ?? readWithRemedy(join(dataDir, 'data-key'), keyRemedy);

const missingForRotation = (path: string): string =>
  `${path} is missing, and the API keys of the accounts in the log are sealed with a data key; run this with the DATA_KEY or DATA_KEY_FILE of the service or, if that key is lost, with --make-data-key`;

/** The data key for a rotation of all API keys, and lines about it for the report. */
type RotationKey = { readonly dataKey: string; readonly note: readonly string[] };

/**
 * The data key to seal new API keys with: that of the running service, if it is still the configured one; in a script the configured one, or a new one
 * in DATA_DIR if there is none. Throws if the next start would use another key than the running service; and, unless `makeDataKey` is true, if there is
 * none while the log has accounts: theirs may be set for the service alone, whose next start would refuse the new one.
 */
export const rotationKey = (
  { dataDir, dataKey }: Pick<SecretConfig, 'dataDir' | 'dataKey'>,
  ofService: string | undefined,
  makeDataKey: boolean,
): RotationKey => {
  const path = join(dataDir, 'data-key');
  const configured = dataKey ?? readWithRemedy(path, `put it back from a back-up, or delete it`);
  if (ofService === undefined && configured === undefined) {
    if (!makeDataKey && logHasAccounts(join(dataDir, 'events.db'))) throw new Error(missingForRotation(path));
    return {
      dataKey: createSecret(path),
      note: [`A new data key was made: ${path}; keep a copy of it with the back-ups`],
    };
  }
  if (configured !== undefined && (ofService ?? configured) === configured) return { dataKey: configured, note: [] };
  throw new Error(`${path} was changed or removed while the service runs; stop the service and run this again`);
};

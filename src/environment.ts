import { closeSync, constants, fstatSync, openSync, readFileSync, readSync } from 'node:fs';
import { parseEnv } from 'node:util';

/** A variable has an invalid value; the message is one line that names it. */
export class ConfigError extends Error {}

export type Environment = Readonly<Record<string, string | undefined>>;

/** The environment, which takes precedence over the `.env` file of the working directory; an empty variable counts as not set. */
export const readEnvironment = (env: Environment = process.env, file = '.env'): Environment => {
  let text = '';
  try {
    text = readFileSync(file, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
  }
  return { ...withoutEmpty(parseEnv(text)), ...withoutEmpty(env) };
};

const withoutEmpty = (env: Environment): Environment =>
  Object.fromEntries(Object.entries(env).filter(([, value]) => value !== undefined && value !== ''));

/** The variables whose value may be in a file that `NAME_FILE` names, as orchestrators hand out secrets. */
const inFiles = [
  'JWT_SECRET',
  'DATA_KEY',
  'OPS_TOKEN',
  'GATEWAY_API_KEY',
  'GATEWAY_URL',
  'EVENTSTORE_URL',
  'MONGODB_URL',
  'ELASTICSEARCH_URL',
  'REDIS_URL',
] as const;

/** No secret is larger; a variable that names a log or a device by mistake is refused. */
const maxSecretBytes = 64 * 1024;

/** Adds the values of variables that name files, for the service's secrets or for others, without trailing line breaks. Throws ConfigError without path or content: a secret may be in the wrong variable. */
export const withSecretsOfFiles = (env: Environment, names: readonly string[] = inFiles): Environment => {
  const read = names.flatMap((name) => {
    const path = env[`${name}_FILE`];
    if (path === undefined) return [];
    if (env[name] !== undefined) throw new ConfigError(`${name} and ${name}_FILE are both set: leave out one of them`);
    return [[name, secretIn(path, `${name}_FILE`)] as const];
  });
  return { ...env, ...Object.fromEntries(read) };
};

const secretIn = (path: string, variable: string): string => {
  const refuse = (reason: string) => new ConfigError(`${variable} names ${reason}`);
  let bytes: Buffer | undefined;
  try {
    bytes = readSmallFile(path);
  } catch (error) {
    throw refuse(`a file that cannot be read (${(error as NodeJS.ErrnoException).code ?? 'unknown error'})`);
  }
  if (bytes === undefined) throw refuse('something that is no file');
  if (bytes.length > maxSecretBytes) throw refuse(`a file of more than ${maxSecretBytes / 1024} KiB`);
  const secret = bytes.toString('utf8').replace(/[\r\n]+$/, '');
  if (secret === '') throw refuse('an empty file');
  return secret;
};

/** At most one byte more than a secret may have; undefined if the path is no regular file, whose end might never come. */
const readSmallFile = (path: string): Buffer | undefined => {
  const file = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK);
  try {
    if (!fstatSync(file).isFile()) return undefined;
    const bytes = Buffer.alloc(maxSecretBytes + 1);
    return bytes.subarray(0, readSync(file, bytes, 0, bytes.length, 0));
  } finally {
    closeSync(file);
  }
};

import { readFileSync } from 'node:fs';
import { parseEnv } from 'node:util';
import type { JwtAlgorithm } from './ports/credentials.ts';

/** Everything that can be set from outside, checked and typed ("Configuration" in the README). */
export type Config = {
  readonly host: string;
  readonly port: number;
  readonly dataDir: string;
  /** Where a store is a server of its own; each one that is not set is embedded. */
  readonly servers: ServerUrls;
  /** `api` answers requests, `projector` keeps the read models up with the log, `all` does both. */
  readonly role: Role;
  /** Prometheus metrics on 127.0.0.1; off without it. */
  readonly metricsPort: number | undefined;
  readonly gateway: GatewayConfig | undefined;
  readonly jwt: {
    readonly secret: string | undefined;
    readonly algorithm: JwtAlgorithm;
    readonly lifetimeMinutes: number;
  };
  readonly dataKey: string | undefined;
  readonly rateLimitPerMinute: number;
  readonly uploadsAtOnce: number;
  readonly trustProxy: string | number | false;
  readonly logLevel: string;
};

export type Role = 'all' | 'api' | 'projector';

export type ServerUrls = {
  readonly eventStore: string | undefined;
  readonly mongodb: string | undefined;
  readonly elasticsearch: string | undefined;
  readonly redis: string | undefined;
};

export type GatewayConfig = {
  readonly url: string;
  readonly apiKey: string | undefined;
  readonly embeddingModel: string;
  readonly chatModel: string;
  /** Sent to the gateway only when set. */
  readonly embeddingDimensions: number | undefined;
  readonly embeddingMaxCharacters: number;
};

/** A variable whose value cannot be used; the message is one line that names it. */
export class ConfigError extends Error {}

type Environment = Readonly<Record<string, string | undefined>>;

/** The environment wins over the `.env` file of the working folder; an empty variable counts as not set. */
export const readEnvironment = (env: Environment = process.env, file = '.env'): Environment => {
  let text = '';
  try {
    text = readFileSync(file, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
  }
  const given = Object.entries(env).filter(([, value]) => value !== undefined && value !== '');
  const fromFile = Object.entries(parseEnv(text)).filter(([, value]) => value !== '');
  return { ...Object.fromEntries(fromFile), ...Object.fromEntries(given) };
};

/** Checks an environment; throws ConfigError for the first variable that cannot be used. */
export const parseConfig = (env: Environment): Config => {
  const servers: ServerUrls = {
    eventStore: url(env, 'EVENTSTORE_URL', /^esdb(\+discover)?:\/\/\S+$/, 'esdb://'),
    mongodb: url(env, 'MONGODB_URL', /^mongodb(\+srv)?:\/\/\S+$/, 'mongodb://'),
    elasticsearch: url(env, 'ELASTICSEARCH_URL', /^https?:\/\/\S+$/, 'http:// or https://'),
    redis: url(env, 'REDIS_URL', /^rediss?:\/\/\S+$/, 'redis://'),
  };
  const role = matching(env, 'ROLE', /^(all|api|projector)$/, 'must be all, api or projector') as Role | undefined;
  refuseHalfAProcess(role ?? 'all', servers);
  refuseLocalSecrets(env, servers);
  return {
    host: env['HOST'] ?? '127.0.0.1',
    port: integer(env, 'PORT', { fallback: 8000, least: 0, most: 65_535 }),
    dataDir: env['DATA_DIR'] ?? './data',
    servers,
    role: role ?? 'all',
    metricsPort:
      env['METRICS_PORT'] === undefined
        ? undefined
        : integer(env, 'METRICS_PORT', { fallback: 0, least: 1, most: 65_535 }),
    gateway: gateway(env),
    jwt: {
      secret: matching(env, 'JWT_SECRET', /^.{32,}$/s, 'must have at least 32 characters'),
      algorithm: (matching(env, 'JWT_ALGORITHM', /^HS(256|384|512)$/, 'must be HS256, HS384 or HS512') ??
        'HS256') as JwtAlgorithm,
      lifetimeMinutes: integer(env, 'JWT_LIFETIME_MINUTES', { fallback: 1440, least: 1, most: 5_256_000 }),
    },
    dataKey: matching(env, 'DATA_KEY', /^[0-9a-f]{64}$/i, 'must be 64 hexadecimal digits'),
    rateLimitPerMinute: integer(env, 'RATE_LIMIT_PER_MINUTE', { fallback: 30, least: 0, most: 1_000_000 }),
    uploadsAtOnce: integer(env, 'UPLOADS_AT_ONCE', { fallback: 2, least: 1, most: 100 }),
    trustProxy: trustProxy(env),
    logLevel:
      matching(env, 'LOG_LEVEL', /^(fatal|error|warn|info|debug|trace|silent)$/, 'must be one of pino’s levels') ??
      'info',
  };
};

const gateway = (env: Environment): GatewayConfig | undefined => {
  const url = env['GATEWAY_URL'];
  if (url === undefined) return undefined;
  if (!URL.canParse(url) || !/^https?:$/.test(new URL(url).protocol)) {
    throw new ConfigError('GATEWAY_URL must be an http or https address, such as https://api.example.com/v1');
  }
  const { username, password } = new URL(url);
  if (username !== '' || password !== '') throw new ConfigError('GATEWAY_URL must not hold a key; set GATEWAY_API_KEY');
  return {
    url: url.replace(/\/+$/, ''),
    apiKey: matching(env, 'GATEWAY_API_KEY', /^[\x21-\x7e]+$/, 'must be printable ASCII without blanks'),
    embeddingModel: env['EMBEDDING_MODEL'] ?? 'text-embedding-3-small',
    chatModel: env['CHAT_MODEL'] ?? 'gpt-4o-mini',
    embeddingDimensions:
      env['EMBEDDING_DIMENSIONS'] === undefined
        ? undefined
        : integer(env, 'EMBEDDING_DIMENSIONS', { fallback: 0, least: 1, most: 4096 }),
    embeddingMaxCharacters: integer(env, 'EMBEDDING_MAX_CHARACTERS', { fallback: 8000, least: 1, most: 1_000_000 }),
  };
};

/** A server's address; what it must begin with is said, since the value itself may hold a password. */
const url = (env: Environment, name: string, form: RegExp, beginning: string): string | undefined =>
  matching(env, name, form, `must be an address that begins with ${beginning}`);

/** A process that does half of the work shares all of it with others, so that none of it may lie in a folder of its own. */
const refuseHalfAProcess = (role: Role, { eventStore, mongodb, elasticsearch }: ServerUrls): void => {
  if (role === 'all' || (eventStore && mongodb && elasticsearch)) return;
  throw new ConfigError('ROLE must be all unless EVENTSTORE_URL, MONGODB_URL and ELASTICSEARCH_URL are set');
};

/** What several processes or a lost folder share must not be made up in one folder. */
const refuseLocalSecrets = (env: Environment, { eventStore, mongodb }: ServerUrls): void => {
  if (!eventStore && !mongodb) return;
  for (const name of ['JWT_SECRET', 'DATA_KEY']) {
    if (env[name] !== undefined) continue;
    throw new ConfigError(
      `${name} must be set where EVENTSTORE_URL or MONGODB_URL is: every instance needs the same one`,
    );
  }
};

/** Trusting every proxy would let each client choose its own address, and with it its own rate limit. */
const trustProxy = (env: Environment): Config['trustProxy'] => {
  const value = env['TRUST_PROXY'];
  if (value === undefined || value === 'false') return false;
  if (value === 'true') {
    throw new ConfigError('TRUST_PROXY must not be true: give the number of proxies or their addresses');
  }
  if (/^\d+$/.test(value)) return Number(value);
  if (!/^[\w.:/, -]+$/.test(value)) throw new ConfigError('TRUST_PROXY must be a number or a list of addresses');
  return value;
};

const matching = (env: Environment, name: string, form: RegExp, complaint: string): string | undefined => {
  const value = env[name];
  if (value !== undefined && !form.test(value)) throw new ConfigError(`${name} ${complaint}`);
  return value;
};

type Range = { readonly fallback: number; readonly least: number; readonly most: number };

const integer = (env: Environment, name: string, { fallback, least, most }: Range): number => {
  const value = env[name];
  if (value === undefined) return fallback;
  const number = Number(value);
  if (!/^\d+$/.test(value) || number < least || number > most) {
    throw new ConfigError(`${name} must be a whole number from ${least} to ${most}`);
  }
  return number;
};

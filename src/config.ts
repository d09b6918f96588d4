import { ConfigError, type Environment, withSecretsOfFiles } from './environment.ts';
import { characterCount } from './domain/characters.ts';
import type { TenantQuota } from './domain/quotas.ts';
import { identityOf } from './domain/model-identity.ts';
import type { JwtAlgorithm } from './ports/credentials.ts';
import type { SimilarityLevels } from './ports/embedder.ts';

/** The validated configuration (docs/configuration.md). */
export type Config = {
  readonly host: string;
  readonly port: number;
  readonly dataDir: string;
  /** The URLs of servers; a store without one is embedded. */
  readonly servers: ServerUrls;
  /** `api` answers requests, `projector` runs the projections, `all` does both. */
  readonly role: Role;
  /** Where Prometheus metrics are served; undefined turns them off. */
  readonly metrics: { readonly host: string; readonly port: number } | undefined;
  /** The OTLP collector that traces are sent to; undefined turns them off. */
  readonly tracesEndpoint: string | undefined;
  /** The bearer token with which `/api/ready` gives its details; undefined: none does. */
  readonly opsToken: string | undefined;
  /** For how long after SIGTERM `/api/ready` says 503 before the service stops. */
  readonly drainSeconds: number;
  readonly gateway: GatewayConfig | undefined;
  readonly jwt: {
    readonly secret: string | undefined;
    readonly algorithm: JwtAlgorithm;
    readonly lifetimeMinutes: number;
  };
  readonly dataKey: string | undefined;
  readonly rateLimitPerMinute: number;
  /** Of one address; 0: any number. */
  readonly registrationsPerHour: number;
  /** Of one account, without uploads, corrections and what hides or removes; 0: any number. */
  readonly changesPerDay: number;
  /** `account`: requests with a valid credential count for their account, all others for their address. */
  readonly rateLimitBy: 'address' | 'account';
  readonly maxConcurrentUploads: number;
  /** What each tenant may store, in place of what its plan says. */
  readonly tenantMax: TenantQuota;
  /** How long the record of an upload is kept after its end; 0: for ever. */
  readonly keepUploadsDays: number;
  /** How long questions with their answers are kept; 0: none are recorded, and those of earlier days expire. */
  readonly keepQuestionsDays: number;
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
  /** Its name with its prefixes (`identityOf`). */
  readonly embeddingModel: string;
  readonly chatModel: string;
  /** Sent to the gateway only when set. */
  readonly embeddingDimensions: number | undefined;
  readonly embeddingMaxCharacters: number;
  readonly similarityLevels: SimilarityLevels | undefined;
};

/** Throws ConfigError for the first variable with an invalid value. Secrets that are given as files are read. */
export const parseConfig = (given: Environment): Config => {
  const env = withSecretsOfFiles(given);
  const servers: ServerUrls = {
    eventStore: url(env, 'EVENTSTORE_URL', /^esdb(\+discover)?:\/\/\S+$/, 'esdb://'),
    mongodb: url(env, 'MONGODB_URL', /^mongodb(\+srv)?:\/\/\S+$/, 'mongodb://'),
    elasticsearch: url(env, 'ELASTICSEARCH_URL', /^https?:\/\/\S+$/, 'http:// or https://'),
    redis: url(env, 'REDIS_URL', /^rediss?:\/\/\S+$/, 'redis://'),
  };
  const role = (matching(env, 'ROLE', /^(all|api|projector)$/, 'must be all, api or projector') ?? 'all') as Role;
  requireSharedStores(role, servers);
  requireSharedSecrets(env, servers);
  return {
    host: env['HOST'] ?? '127.0.0.1',
    port: integer(env, 'PORT', { fallback: 8000, min: 0, max: 65_535 }),
    dataDir: env['DATA_DIR'] ?? './data',
    servers,
    role,
    metrics: metrics(env),
    tracesEndpoint: url(env, 'OTEL_EXPORTER_OTLP_ENDPOINT', /^https?:\/\/\S+$/, 'http:// or https://'),
    opsToken: matching(env, 'OPS_TOKEN', /^[\x21-\x7e]{32,}$/, 'must be 32 or more characters of ASCII without blanks'),
    drainSeconds: integer(env, 'DRAIN_SECONDS', { fallback: 0, min: 0, max: 300 }),
    gateway: gateway(env),
    jwt: {
      secret: matching(env, 'JWT_SECRET', /^.{32,}$/s, 'must have at least 32 characters'),
      algorithm: (matching(env, 'JWT_ALGORITHM', /^HS(256|384|512)$/, 'must be HS256, HS384 or HS512') ??
        'HS256') as JwtAlgorithm,
      lifetimeMinutes: integer(env, 'JWT_LIFETIME_MINUTES', { fallback: 1440, min: 1, max: 5_256_000 }),
    },
    dataKey: matching(env, 'DATA_KEY', /^[0-9a-f]{64}$/i, 'must be 64 hexadecimal digits'),
    ...rates(env),
    rateLimitBy: rateLimitBy(env),
    maxConcurrentUploads: integer(env, 'UPLOADS_AT_ONCE', { fallback: 2, min: 1, max: 100 }),
    tenantMax: tenantMax(env),
    keepUploadsDays: integer(env, 'KEEP_UPLOADS_DAYS', { fallback: 365, min: 0, max: 36_500 }),
    keepQuestionsDays: integer(env, 'KEEP_QUESTIONS_DAYS', { fallback: 90, min: 0, max: 3_650 }),
    trustProxy: trustProxy(env),
    logLevel: logLevel(env),
  };
};

/** Whoever raises the rate of requests, or turns it off, has many clients behind one address: so registrations follow it unless they are set. */
const rates = (env: Environment): Pick<Config, 'rateLimitPerMinute' | 'registrationsPerHour' | 'changesPerDay'> => {
  const max = 1_000_000;
  const rateLimitPerMinute = integer(env, 'RATE_LIMIT_PER_MINUTE', { fallback: 30, min: 0, max });
  const fallback = 2 * rateLimitPerMinute;
  return {
    rateLimitPerMinute,
    registrationsPerHour: integer(env, 'REGISTRATIONS_PER_HOUR', { fallback, min: 0, max }),
    // As many as an undone upload of the largest size has tickets to be restored.
    changesPerDay: integer(env, 'TENANT_CHANGES_PER_DAY', { fallback: 100_000, min: 0, max: 100_000_000 }),
  };
};

const rateLimitBy = (env: Environment): Config['rateLimitBy'] =>
  (matching(env, 'RATE_LIMIT_BY', /^(address|account)$/, 'must be address or account') ??
    'address') as Config['rateLimitBy'];

const logLevel = (env: Environment): string =>
  matching(env, 'LOG_LEVEL', /^(fatal|error|warn|info|debug|trace|silent)$/, 'must be one of pino’s levels') ?? 'info';

const tenantMax = (env: Environment): TenantQuota => {
  const most = (name: string) => optionalInteger(env, name, { min: 1, max: Number.MAX_SAFE_INTEGER });
  return {
    tickets: most('TENANT_MAX_TICKETS'),
    bytes: most('TENANT_MAX_BYTES'),
    collections: most('TENANT_MAX_COLLECTIONS'),
  };
};

const metrics = (env: Environment): Config['metrics'] => {
  const port = optionalInteger(env, 'METRICS_PORT', { min: 1, max: 65_535 });
  return port === undefined ? undefined : { host: env['METRICS_HOST'] ?? '127.0.0.1', port };
};

const gateway = (env: Environment): GatewayConfig | undefined => {
  const url = env['GATEWAY_URL'];
  if (url === undefined) return undefined;
  if (!URL.canParse(url) || !/^https?:$/.test(new URL(url).protocol)) {
    throw new ConfigError('GATEWAY_URL must be an http or https address, such as https://api.example.com/v1');
  }
  const { username, password } = new URL(url);
  if (username !== '' || password !== '') throw new ConfigError('GATEWAY_URL must not hold a key; set GATEWAY_API_KEY');
  const embeddingMaxCharacters = integer(env, 'EMBEDDING_MAX_CHARACTERS', { fallback: 8000, min: 1, max: 1_000_000 });
  return {
    url: url.replace(/\/+$/, ''),
    apiKey: matching(env, 'GATEWAY_API_KEY', /^[\x21-\x7e]+$/, 'must be printable ASCII without blanks'),
    embeddingModel: embeddingModel(env, embeddingMaxCharacters),
    chatModel: env['CHAT_MODEL'] ?? 'gpt-4o-mini',
    embeddingDimensions: optionalInteger(env, 'EMBEDDING_DIMENSIONS', { min: 1, max: 4096 }),
    embeddingMaxCharacters,
    similarityLevels: similarityLevels(env),
  };
};

const embeddingModel = (env: Environment, maxCharacters: number): string => {
  const query = prefix(env, 'EMBEDDING_QUERY_PREFIX', maxCharacters);
  const ticket = prefix(env, 'EMBEDDING_TICKET_PREFIX', maxCharacters);
  return identityOf({ name: env['EMBEDDING_MODEL'] ?? 'text-embedding-3-small', prefixes: { query, ticket } });
};

/** Blanks at its end are part of it. It counts towards the characters that are sent, and leaves room for the text. */
const prefix = (env: Environment, name: string, maxCharacters: number): string => {
  const requirement = 'must have at most 500 characters, none of them a control character';
  const value = matching(env, name, /^\P{Cc}{1,500}$/u, requirement) ?? '';
  if (characterCount(value) >= maxCharacters)
    throw new ConfigError(`${name} must be shorter than EMBEDDING_MAX_CHARACTERS`);
  return value;
};

const similarityLevels = (env: Environment): SimilarityLevels | undefined => {
  const value = env['EMBEDDING_SIMILARITY_LEVELS'];
  if (value === undefined) return undefined;
  const [, verySimilar, similar] = /^(0?\.\d+|1(?:\.0+)?),(0?\.\d+)$/.exec(value)?.map(Number) ?? [];
  if (verySimilar === undefined || similar === undefined || verySimilar <= similar) {
    throw new ConfigError('EMBEDDING_SIMILARITY_LEVELS must be two similarities, the higher first, such as 0.62,0.45');
  }
  return { verySimilar, similar };
};

/** The URL of a server; the error names only its beginning, since the value may contain a password. */
const url = (env: Environment, name: string, pattern: RegExp, beginning: string): string | undefined =>
  matching(env, name, pattern, `must be an address that begins with ${beginning}`);

/** A process that only answers or only projects shares all stores with others, so none may be embedded. */
const requireSharedStores = (role: Role, { eventStore, mongodb, elasticsearch }: ServerUrls): void => {
  if (role === 'all' || (eventStore && mongodb && elasticsearch)) return;
  throw new ConfigError('ROLE must be all unless EVENTSTORE_URL, MONGODB_URL and ELASTICSEARCH_URL are set');
};

/** Secrets that are generated in DATA_DIR are not shared with other processes and are lost with the folder. */
const requireSharedSecrets = (env: Environment, { eventStore, mongodb }: ServerUrls): void => {
  if (!eventStore && !mongodb) return;
  for (const name of ['JWT_SECRET', 'DATA_KEY']) {
    if (env[name] !== undefined) continue;
    throw new ConfigError(`${name} must be set if EVENTSTORE_URL or MONGODB_URL is: every instance needs the same one`);
  }
};

/** With every proxy trusted, each client could choose its own address and so evade the rate limit. */
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

const matching = (env: Environment, name: string, pattern: RegExp, requirement: string): string | undefined => {
  const value = env[name];
  if (value !== undefined && !pattern.test(value)) throw new ConfigError(`${name} ${requirement}`);
  return value;
};

type Range = { readonly min: number; readonly max: number };

const integer = (env: Environment, name: string, { fallback, ...range }: Range & { readonly fallback: number }) =>
  optionalInteger(env, name, range) ?? fallback;

const optionalInteger = (env: Environment, name: string, { min, max }: Range): number | undefined => {
  const value = env[name];
  if (value === undefined) return undefined;
  const number = Number(value);
  if (!/^\d+$/.test(value) || number < min || number > max) {
    throw new ConfigError(`${name} must be a whole number from ${min} to ${max}`);
  }
  return number;
};

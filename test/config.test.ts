import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import test from 'ava';
import { parseConfig } from '../src/config.ts';
import { ConfigError, readEnvironment } from '../src/environment.ts';
import { temporaryFolder } from './support/temporary-folder.ts';

const unusable: readonly (readonly [string, string])[] = [
  ['PORT', 'eighty'],
  ['PORT', '70000'],
  ['JWT_SECRET', 'short'],
  ['JWT_ALGORITHM', 'none'],
  ['JWT_LIFETIME_MINUTES', '0'],
  ['DATA_KEY', 'xyz'],
  ['OPS_TOKEN', 'x'.repeat(31)],
  ['OPS_TOKEN', `${'x'.repeat(32)} y`],
  ['RATE_LIMIT_PER_MINUTE', '-1'],
  ['REGISTRATIONS_PER_HOUR', '-1'],
  ['RATE_LIMIT_BY', 'tenant'],
  ['UPLOADS_AT_ONCE', '0'],
  ['TRUST_PROXY', 'true'],
  ['LOG_LEVEL', 'loud'],
  ['GATEWAY_URL', 'ftp://models'],
  ['ROLE', 'api'],
  ['ELASTICSEARCH_URL', '127.0.0.1:9200'],
  ['EVENTSTORE_URL', 'http://127.0.0.1:2113'],
  ['MONGODB_URL', 'mysql://127.0.0.1'],
  ['REDIS_URL', 'localhost'],
  ['METRICS_PORT', '0'],
  ['DRAIN_SECONDS', '301'],
  ['OTEL_EXPORTER_OTLP_ENDPOINT', 'localhost:4318'],
  ['JWT_SECRET_FILE', 'no such file'],
  ['DATA_KEY_FILE', '.'],
  ['REDIS_URL_FILE', '/dev/zero'],
];
for (const [name, value] of unusable) {
  test(`a value that cannot be used is refused in one line that names it: ${name}=${value}`, (t) => {
    const environment = readEnvironment({ PORT: '0', DATA_DIR: 'data', [name]: value }, 'no such file');
    t.throws(() => parseConfig(environment), {
      instanceOf: ConfigError,
      message: new RegExp(`^${name} [^\\n]+$`),
    });
  });
}

test('the environment wins over the .env file, and an empty variable counts as not set', (t) => {
  const file = join(temporaryFolder(t), '.env');
  writeFileSync(file, 'LOG_LEVEL=loud\nTRUST_PROXY=true\n');
  t.deepEqual(readEnvironment({ LOG_LEVEL: '' }, file), { LOG_LEVEL: 'loud', TRUST_PROXY: 'true' });
  t.deepEqual(readEnvironment({ LOG_LEVEL: 'info' }, file), { LOG_LEVEL: 'info', TRUST_PROXY: 'true' });
});

test('the levels of similarity of a gateway’s model are two numbers, the higher first', (t) => {
  const levelsOf = (value: string) =>
    parseConfig({ GATEWAY_URL: 'http://127.0.0.1:1', EMBEDDING_SIMILARITY_LEVELS: value }).gateway?.similarityLevels;
  t.deepEqual(levelsOf('0.62,0.45'), { verySimilar: 0.62, similar: 0.45 });
  for (const value of ['0.62', '0.45,0.62', '0.6,0.5,0.4', 'high,low', '1.2,0.5', '0.5,']) {
    t.throws(
      () => levelsOf(value),
      { instanceOf: ConfigError, message: /^EMBEDDING_SIMILARITY_LEVELS [^\n]+$/ },
      value,
    );
  }
});

test('prefixes are part of the embedding model, with the blanks at their ends, and are used with a gateway only', (t) => {
  const file = join(temporaryFolder(t), '.env');
  writeFileSync(file, 'EMBEDDING_MODEL=e5\nEMBEDDING_QUERY_PREFIX="query: "\nEMBEDDING_TICKET_PREFIX=\n');
  const modelOf = (environment: Readonly<Record<string, string>>) =>
    parseConfig(readEnvironment({ GATEWAY_URL: 'http://127.0.0.1:1', ...environment }, file)).gateway?.embeddingModel;
  t.is(modelOf({}), 'e5 ["query: ",""]');
  t.is(modelOf({ EMBEDDING_TICKET_PREFIX: 'passage: ' }), 'e5 ["query: ","passage: "]');
  t.is(modelOf({ EMBEDDING_QUERY_PREFIX: 'я'.repeat(500) }), `e5 ["${'я'.repeat(500)}",""]`);
  t.is(modelOf({ GATEWAY_URL: '', EMBEDDING_QUERY_PREFIX: 'query: ' }), undefined);
  for (const name of ['EMBEDDING_QUERY_PREFIX', 'EMBEDDING_TICKET_PREFIX']) {
    for (const value of ['x'.repeat(501), 'query:\n', 'query:\u0085', '\u007f']) {
      t.throws(() => modelOf({ [name]: value }), {
        instanceOf: ConfigError,
        message: `${name} must have at most 500 characters, none of them a control character`,
      });
    }
    const environment = { EMBEDDING_QUERY_PREFIX: 'q', [name]: 'query: ', EMBEDDING_MAX_CHARACTERS: '7' };
    t.throws(() => modelOf(environment), {
      instanceOf: ConfigError,
      message: `${name} must be shorter than EMBEDDING_MAX_CHARACTERS`,
    });
  }
});

test('each secret can be in a file, without the line break at its end', (t) => {
  const folder = temporaryFolder(t);
  const secrets = {
    JWT_SECRET: 's'.repeat(48),
    DATA_KEY: 'a'.repeat(64),
    OPS_TOKEN: 'o'.repeat(32),
    GATEWAY_API_KEY: 'key-of-the-gateway',
    GATEWAY_URL: 'http://127.0.0.1:1/v1',
    EVENTSTORE_URL: 'esdb://admin:changeit@127.0.0.1:2113',
    MONGODB_URL: 'mongodb://user:password@127.0.0.1:27017',
    ELASTICSEARCH_URL: 'http://elastic:password@127.0.0.1:9200',
    REDIS_URL: 'redis://:password@127.0.0.1:6379',
  };
  const files = Object.entries(secrets).map(([name, secret], index) => {
    writeFileSync(join(folder, name), `${secret}${index % 2 === 0 ? '\n' : '\r\n'}`);
    return [`${name}_FILE`, join(folder, name)] as const;
  });
  t.deepEqual(parseConfig(Object.fromEntries(files)), parseConfig(secrets));
});

/** What the start says of a secret in a file; it must not have the secret or the path, which may be a secret in the wrong variable. */
const saidOf = (environment: Readonly<Record<string, string>>): string => {
  try {
    parseConfig(environment);
    return 'nothing';
  } catch (error) {
    return error instanceof ConfigError ? error.message : String(error);
  }
};

test('a secret given twice, an empty file, a large one and one that never ends are refused in a line without the secret and the path', (t) => {
  const folder = temporaryFolder(t);
  const file = (name: string, text: string) => {
    writeFileSync(join(folder, name), text);
    return join(folder, name);
  };
  const JWT_SECRET_FILE = file('secret', 'hidden'.repeat(10));
  const twice = { JWT_SECRET: 'hidden'.repeat(8), JWT_SECRET_FILE };
  t.is(saidOf(twice), 'JWT_SECRET and JWT_SECRET_FILE are both set: leave out one of them');
  t.is(saidOf({ JWT_SECRET_FILE: file('empty', '\n\n') }), 'JWT_SECRET_FILE names an empty file');
  const large = file('large', 'hidden'.repeat(100_000));
  t.is(saidOf({ JWT_SECRET_FILE: large }), 'JWT_SECRET_FILE names a file of more than 64 KiB');
  t.is(saidOf({ JWT_SECRET_FILE: join(folder, 'none') }), 'JWT_SECRET_FILE names a file that cannot be read (ENOENT)');
  t.is(saidOf({ JWT_SECRET_FILE: file('short', 'hidden') }), 'JWT_SECRET must have at least 32 characters');
  const pipe = join(folder, 'pipe');
  t.is(spawnSync('sh', ['-c', 'mkfifo "$1"', 'sh', pipe]).status, 0);
  t.is(saidOf({ JWT_SECRET_FILE: pipe }), 'JWT_SECRET_FILE names something that is no file');
});

test('docs/configuration.md has every variable that the service reads, and no others', (t) => {
  const source = ['src/config.ts', 'src/environment.ts'].map((path) => readFileSync(path, 'utf8')).join('\n');
  const read = new Set(
    [...source.matchAll(/'([A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+|PORT|HOST|ROLE)'/g)].map(([, name = '']) => name),
  );
  const rows = [...readFileSync('docs/configuration.md', 'utf8').matchAll(/^\| (`.*?) +\|/gm)].map(
    ([, cell = '']) => cell,
  );
  const documented = rows.flatMap((cell) => [...cell.matchAll(/`([A-Z_]+)`/g)].map(([, name = '']) => name));
  const inFiles = documented.filter((name) => name.endsWith('_FILE'));
  t.deepEqual(documented.filter((name) => !name.endsWith('_FILE')).toSorted(), [...read].toSorted());
  for (const name of inFiles) t.true(read.has(name.replace(/_FILE$/, '')), name);
  t.is(inFiles.length, 9);
});

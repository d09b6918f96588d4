import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import test from 'ava';
import { ConfigError, parseConfig, readEnvironment } from '../src/config.ts';
import { temporaryFolder } from './support/temporary-folder.ts';

const unusable: readonly (readonly [string, string])[] = [
  ['PORT', 'eighty'],
  ['PORT', '70000'],
  ['JWT_SECRET', 'short'],
  ['JWT_ALGORITHM', 'none'],
  ['JWT_LIFETIME_MINUTES', '0'],
  ['DATA_KEY', 'xyz'],
  ['RATE_LIMIT_PER_MINUTE', '-1'],
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

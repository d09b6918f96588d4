import { existsSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import test, { type ExecutionContext } from 'ava';
import { UnusableSecret } from '../../src/adapters/security/secret-files.ts';
import { openDatabase } from '../../src/adapters/sqlite/database.ts';
import { sqliteEventStore } from '../../src/adapters/sqlite/log/event-store.ts';
import { openSecrets, rotationKey } from '../../src/composition/secrets.ts';
import { parseConfig } from '../../src/config.ts';
import { streamOf } from '../../src/domain/streams.ts';
import { anyFact, newEvent } from '../support/events.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

/** A folder with a log that holds one stream. */
const withLog = async (t: ExecutionContext, stream: string) => {
  const dataDir = temporaryFolder(t);
  const database = openDatabase(join(dataDir, 'events.db'), 'full');
  const store = sqliteEventStore(database, () => undefined);
  await store.appendAll([{ stream, expected: 'no stream', events: [newEvent(anyFact())] }]);
  database.close();
  return dataDir;
};

const open = (dataDir: string, environment: Readonly<Record<string, string>> = {}) => {
  const warnings: string[] = [];
  const secrets = openSecrets(parseConfig({ DATA_DIR: dataDir, ...environment }), (message, { path }) =>
    warnings.push(`${message} ${String(path)}`),
  );
  return { ...secrets, warnings };
};

test('the secrets of a new folder are made without a warning, and stay', (t) => {
  const dataDir = temporaryFolder(t);
  const first = open(dataDir);
  t.regex(first.dataKey, /^[0-9a-f]{64}$/);
  t.deepEqual(first.warnings, []);
  t.deepEqual(open(dataDir), first);
  for (const name of ['data-key', 'jwt-secret']) t.is(statSync(join(dataDir, name)).mode & 0o777, 0o600);
});

test('a data key that is missing where the log has accounts stops the start with what to do, and none is made', async (t) => {
  const dataDir = await withLog(t, streamOf.account('a@example.com'));
  const { message } = t.throws(() => open(dataDir), { instanceOf: UnusableSecret });
  t.regex(
    message,
    /data-key is missing.*put it back from a back-up or set DATA_KEY, or run npm run rotate-keys -- --make-data-key[^\n]*$/,
  );
  t.throws(() => readFileSync(join(dataDir, 'data-key')), { code: 'ENOENT' });
  t.is(open(dataDir, { DATA_KEY: 'a'.repeat(64) }).dataKey, 'a'.repeat(64));
});

test('where the log has no accounts a missing data key is made', async (t) => {
  const dataDir = await withLog(t, 'accounting');
  t.regex(open(dataDir).dataKey, /^[0-9a-f]{64}$/);
});

test('a JWT secret that is missing beside a log is made, with a warning that everybody has to log in again', async (t) => {
  const dataDir = await withLog(t, streamOf.log);
  const { warnings } = open(dataDir);
  t.deepEqual(warnings, [
    `a missing secret was made anew: every user has to log in again ${join(dataDir, 'jwt-secret')}`,
  ]);
  t.deepEqual(open(dataDir).warnings, []);
});

for (const [what, content] of [
  ['empty', ''],
  ['too short', `${'a'.repeat(63)}\n`],
  ['malformed', `${'x'.repeat(64)}\n`],
] as const) {
  test(`a secret file that is ${what} stops the start with its name and what to do, and stays`, (t) => {
    const dataDir = temporaryFolder(t);
    for (const [name, remedy] of [
      ['data-key', /delete it and run npm run rotate-keys/],
      ['jwt-secret', /delete it; then every user has to log in again/],
    ] as const) {
      open(dataDir);
      writeFileSync(join(dataDir, name), content);
      const { message } = t.throws(() => open(dataDir), { instanceOf: UnusableSecret });
      t.true(
        message.startsWith(`${join(dataDir, name)} does not hold 64 hexadecimal digits; put it back from a back-up`),
      );
      t.regex(message, remedy);
      t.is(readFileSync(join(dataDir, name), 'utf8'), content);
      rmSync(join(dataDir, name));
    }
  });
}

test('a secret file that cannot be read is named with the reason', (t) => {
  const dataDir = temporaryFolder(t);
  mkdirSync(join(dataDir, 'data-key'));
  t.throws(() => open(dataDir), { message: /data-key cannot be read \(EISDIR\)/ });
});

test('a rotation uses the configured data key, and makes one if it is missing', (t) => {
  const dataDir = temporaryFolder(t);
  t.deepEqual(rotationKey({ dataDir, dataKey: 'a' }, undefined, false), { dataKey: 'a', note: [] });
  const made = rotationKey({ dataDir, dataKey: undefined }, undefined, false);
  t.regex(made.note.join(), /A new data key was made: .*data-key/);
  t.deepEqual(rotationKey({ dataDir, dataKey: undefined }, undefined, false), { dataKey: made.dataKey, note: [] });
});

test('a rotation makes no data key for accounts that have another one, unless it is asked to', async (t) => {
  const dataDir = await withLog(t, streamOf.account('a@example.com'));
  const rotate = (makeDataKey: boolean) => rotationKey({ dataDir, dataKey: undefined }, undefined, makeDataKey);
  t.throws(() => rotate(false), { message: /data-key is missing.* with the DATA_KEY or DATA_KEY_FILE of the service/ });
  t.false(existsSync(join(dataDir, 'data-key')));
  t.is(rotate(true).dataKey, readFileSync(join(dataDir, 'data-key'), 'utf8').trim());
});

test('a rotation in the service is refused if the next start would use another key', (t) => {
  const dataDir = temporaryFolder(t);
  const rotate = () => rotationKey({ dataDir, dataKey: undefined }, 'b'.repeat(64), true);
  t.throws(rotate, { message: /was changed or removed while the service runs/ });
  writeFileSync(join(dataDir, 'data-key'), 'c'.repeat(64));
  t.throws(rotate, { message: /was changed or removed while the service runs/ });
  writeFileSync(join(dataDir, 'data-key'), 'b'.repeat(64));
  t.is(rotate().dataKey, 'b'.repeat(64));
});

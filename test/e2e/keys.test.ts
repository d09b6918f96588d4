import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import test from 'ava';
import { call, newUser, type User } from '../support/api.ts';
import { runFile } from '../support/run-file.ts';
import { startService } from '../support/service.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

type Options = { readonly args?: readonly string[]; readonly environment?: Readonly<Record<string, string>> };

const run = (file: string, dataDir: string, { args = [], environment }: Options = {}) =>
  runFile(file, { args, environment: { PORT: '0', DATA_DIR: dataDir, ...environment } });

const newKeyOf = async (url: string, { email }: User) => {
  const { body } = await call(url, 'POST /api/login', { body: { email, password: 'long enough by far' } });
  const { access_token: token } = body as { access_token: string };
  const me = await call(url, 'GET /api/me', { credential: token });
  return { token, key: (me.body as { api_key: string }).api_key };
};

test('verify says what is wrong with the data key that the next start would have', async (t) => {
  const folder = temporaryFolder(t);
  const service = await startService({}, folder);
  await newUser(service.url);
  await service.stop();
  const verify = () => run('scripts/verify.ts', folder);
  const good = readFileSync(join(folder, 'data-key'), 'utf8');
  for (const [key, fault] of [
    ['x', /^Attention: \S+data-key does not hold 64 hexadecimal digits; put it back/m],
    ['b'.repeat(64), /^Attention: \S+data-key: this is not the data key that the API keys/m],
  ] as const) {
    writeFileSync(join(folder, 'data-key'), key);
    const { code, output } = await verify();
    t.is(code, 1);
    t.regex(output, fault);
  }
  writeFileSync(join(folder, 'data-key'), good);
  t.is((await verify()).code, 0);
  rmSync(join(folder, 'data-key'));
  // It may be set for the service alone.
  const without = await verify();
  t.is(without.code, 0);
  t.regex(without.output, /^Attention: \S+data-key is missing.*DATA_KEY_FILE/m);
});

test('a lost data key stops the start with what to do; after rotate-keys users find a new API key and the old one is refused', async (t) => {
  const folder = temporaryFolder(t);
  const first = await startService({}, folder);
  const [one, other] = [await newUser(first.url), await newUser(first.url)];
  await first.stop();

  const wrong = await run('src/main.ts', folder, { environment: { DATA_KEY: 'f'.repeat(64) } });
  t.is(wrong.code, 1);
  t.regex(wrong.output, /^precedent: DATA_KEY: this is not the data key [^\n]+ npm run rotate-keys[^\n]+\n$/m);
  for (const name of ['data-key', 'jwt-secret']) rmSync(join(folder, name));
  const lost = await run('src/main.ts', folder);
  t.is(lost.code, 1);
  t.regex(lost.output, /^precedent: \S+data-key is missing[^\n]+ npm run rotate-keys[^\n]+\n$/);

  // The key may be one that only the service was given.
  const refused = await run('scripts/rotate-keys.ts', folder);
  t.is(refused.code, 1);
  t.regex(
    refused.output,
    /^rotate-keys: \S+data-key is missing[^\n]+ DATA_KEY_FILE of the service[^\n]+--make-data-key$/m,
  );
  t.false(existsSync(join(folder, 'data-key')));
  const rotated = await run('scripts/rotate-keys.ts', folder, { args: ['--make-data-key'] });
  t.is(rotated.code, 0, rotated.output);
  t.regex(rotated.output, /A new data key was made: \S+data-key/);
  t.regex(rotated.output, /Accounts with a new API key: 2/);

  const second = await startService({}, folder);
  t.teardown(second.kill);
  t.regex(second.output(), /jwt-secret.*every user has to log in again/);
  t.is((await call(second.url, 'GET /api/v1/me', { credential: one.key })).status, 401);
  t.is((await call(second.url, 'GET /api/me', { credential: one.token })).status, 401);
  const { token, key } = await newKeyOf(second.url, one);
  t.not(key, one.key);
  t.like((await call(second.url, 'GET /api/v1/me', { credential: key })).body, { email: one.email });

  const body = { name: 'Widget', scopes: ['search'] };
  const scoped = await call(second.url, 'POST /api/keys', { credential: token, body });
  const { key: scopedKey } = scoped.body as { readonly key: string };
  const statusOfScoped = async () =>
    (await call(second.url, 'GET /api/v1/keys/self', { credential: scopedKey })).status;
  t.is(await statusOfScoped(), 200);

  // The running service rotates, and refuses the old keys when the command has ended.
  const beside = await run('scripts/rotate-keys.ts', folder);
  t.is(beside.code, 0, beside.output);
  t.regex(beside.output, /The service on \S+ runs it[^]*Accounts with a new API key: 2/);
  t.is((await call(second.url, 'GET /api/v1/me', { credential: key })).status, 401);
  t.is(await statusOfScoped(), 401);
  t.is((await call(second.url, 'GET /api/me', { credential: token })).status, 200);
  const again = await newKeyOf(second.url, other);
  t.is((await call(second.url, 'GET /api/v1/me', { credential: again.key })).status, 200);
  for (const secret of [key, again.key]) t.false((rotated.output + beside.output + second.output()).includes(secret));
  t.is((await run('scripts/rotate-keys.ts', folder, { environment: { DATA_KEY: 'f'.repeat(64) } })).code, 1);
});

test('set-password gives an account another password and ends its sessions, with and without a running service; its API key stays', async (t) => {
  const folder = temporaryFolder(t);
  const first = await startService({}, folder);
  const [one, other] = [await newUser(first.url), await newUser(first.url)];
  const set = (email: string) => run('scripts/set-password.ts', folder, { args: ['--email', email] });
  const passwordIn = (output: string) => /^New password: (\S+)$/m.exec(output)?.[1] ?? '';
  const logIn = async (url: string, password: string) => {
    const { status, body } = await call(url, 'POST /api/login', { body: { email: one.email, password } });
    return { status, token: (body as { access_token?: string }).access_token ?? '' };
  };
  const isValid = async (url: string, token: string) =>
    (await call(url, 'GET /api/me', { credential: token })).status === 200;

  const beside = await set(one.email.toUpperCase());
  t.is(beside.code, 0, beside.output);
  t.regex(beside.output, /The service on \S+ runs it[^]* has a new password; all of its sessions have ended/);
  t.false(await isValid(first.url, one.token));
  t.true(await isValid(first.url, other.token));
  t.is((await logIn(first.url, 'long enough by far')).status, 401);
  const { token } = await logIn(first.url, passwordIn(beside.output));
  t.true(await isValid(first.url, token));
  t.is((await call(first.url, 'GET /api/v1/me', { credential: one.key })).status, 200);
  const unknown = await set('nobody@example.com');
  t.is(unknown.code, 1);
  t.regex(unknown.output, /No account has this e-mail/);
  t.is(passwordIn(unknown.output), '');
  await first.stop();

  const alone = await set(one.email);
  t.is(alone.code, 0, alone.output);
  const second = await startService({}, folder);
  t.teardown(second.kill);
  t.false(await isValid(second.url, token));
  t.is((await logIn(second.url, passwordIn(beside.output))).status, 401);
  t.true(await isValid(second.url, (await logIn(second.url, passwordIn(alone.output))).token));
  for (const output of [first.output(), second.output()]) t.false(output.includes(passwordIn(alone.output)));
  const again = await run('scripts/rotate-keys.ts', folder);
  t.regex(again.output, /Accounts with a new API key: 2/);
});

test('keys, their last use and ended sessions are as they were after kill -9 and a replay', async (t) => {
  const folder = temporaryFolder(t);
  const first = await startService({}, folder);
  const { token } = await newUser(first.url);
  const create = async (name: string) =>
    (await call(first.url, 'POST /api/keys', { credential: token, body: { name, scopes: ['read'] } })).body as {
      readonly id: string;
      readonly key: string;
    };
  const [kept, revoked] = [await create('kept'), await create('revoked')];
  const self = async (url: string, credential: string) =>
    (await call(url, 'GET /api/v1/keys/self', { credential })).status;
  t.is(await self(first.url, kept.key), 200);
  await call(first.url, `DELETE /api/keys/${revoked.id}`, { credential: token });
  const { body: ended } = await call(first.url, 'POST /api/me/sign-out-everywhere', { credential: token });
  const { access_token: next } = ended as { readonly access_token: string };
  const before = await call(first.url, 'GET /api/keys', { credential: next });
  t.regex(JSON.stringify(before.body), /"last_used_at":"/);
  await first.kill();
  const replayed = await run('scripts/replay.ts', folder, { args: ['--projection', 'all'] });
  t.is(replayed.code, 0, replayed.output);

  const second = await startService({}, folder);
  t.teardown(second.kill);
  t.is((await call(second.url, 'GET /api/me', { credential: token })).status, 401);
  t.deepEqual((await call(second.url, 'GET /api/keys', { credential: next })).body, before.body);
  t.deepEqual([await self(second.url, kept.key), await self(second.url, revoked.key)], [200, 401]);
});

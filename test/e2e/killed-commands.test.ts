import { randomUUID } from 'node:crypto';
import { cpSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import test, { type ExecutionContext } from 'ava';
import { sealedApiKeys } from '../../src/adapters/security/api-keys.ts';
import { readSecret } from '../../src/adapters/security/secret-files.ts';
import { openDatabase } from '../../src/adapters/sqlite/database.ts';
import { streamOf } from '../../src/domain/streams.ts';
import { newUser, call, newCollection } from '../support/api.ts';
import { openFolder } from '../support/embedded-folder.ts';
import { newEvent } from '../support/events.ts';
import { killFileWhen, runFile } from '../support/run-file.ts';
import { startService } from '../support/service.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const script = (name: string) => `scripts/${name}.ts`;

type Command = { readonly args?: readonly string[]; readonly dataDir: string };

/** Runs a command to its end. */
const run = (name: string, { args = [], dataDir }: Command) =>
  runFile(script(name), { args, environment: { DATA_DIR: dataDir, PORT: '0' } });

/** Kills a command (SIGKILL) as soon as `isReached`; returns false if it has ended before. */
const killWhen = (name: string, { args = [], dataDir }: Command, isReached: () => boolean): Promise<boolean> =>
  killFileWhen(script(name), { args, environment: { DATA_DIR: dataDir } }, isReached);

/** Attempts to kill a command in its middle: on busy cores one may end before it is seen to have begun. Returns whether one of five succeeded. */
const isKilled = async (attempt: () => Promise<boolean>): Promise<boolean> => {
  for (let attempts = 0; attempts < 5; attempts += 1) if (await attempt()) return true;
  return false;
};

const accounts = 450;

/** Fills a folder of a service with one user who has logged in, and many more accounts. */
const fill = async (t: ExecutionContext, folder: string) => {
  const service = await startService({}, folder);
  const user = await newUser(service.url);
  const collection = await newCollection(service.url, user);
  await service.stop();
  const apiKeys = sealedApiKeys(readSecret(join(folder, 'data-key')) ?? '');
  const { writer } = await openFolder(t, folder);
  const others = Array.from({ length: accounts - 1 }, (_, index) => {
    const key = apiKeys.generate();
    const email = `user-${index}@example.com`;
    const data = {
      ...{ userId: randomUUID(), email, passwordHash: 'h', plan: 'free' },
      ...{ sealedApiKey: apiKeys.seal(key), apiKeyFingerprint: apiKeys.fingerprint(key) },
    };
    const events = [newEvent({ type: 'UserRegistered', data } as const)];
    return { stream: streamOf.account(email), expected: 'no stream', events } as const;
  });
  await writer.appendAll(others);
  await writer.stop();
  return { user, collection };
};

const filled = mkdtempSync(join(tmpdir(), 'precedent-accounts-'));
test.after.always(() => rmSync(filled, { recursive: true, force: true }));
let filling: ReturnType<typeof fill> | undefined;

/** A copy of one folder with accounts, which the first test fills. */
const folderWithAccounts = async (t: ExecutionContext) => {
  const owner = await (filling ??= fill(t, filled));
  const folder = temporaryFolder(t);
  cpSync(filled, folder, { recursive: true });
  return { folder, ...owner };
};

/** Counts the events of a type, while another process writes the log. */
const counter = (t: ExecutionContext, folder: string) => {
  const log = openDatabase(join(folder, 'events.db'), 'read');
  t.teardown(() => log.close());
  const count = log.prepare('SELECT count(*) AS n FROM events WHERE type = ?');
  return (type: string) => count.get(type)?.['n'] as number;
};

test('a rotation of keys that is killed in its middle is continued by the next one, which gives every account exactly one new key', async (t) => {
  let { folder, user } = await folderWithAccounts(t);
  let countOf = counter(t, folder);
  const rotated = () => countOf('ApiKeyRotated');
  const killLater = async () => {
    const before = rotated();
    await killWhen('rotate-keys', { dataDir: folder }, () => rotated() > before);
    return rotated() > before && rotated() < accounts;
  };
  const isKilledTwice = await isKilled(async () => {
    if (countOf('ApiKeyRotationStarted') > 0) {
      ({ folder, user } = await folderWithAccounts(t));
      countOf = counter(t, folder);
    }
    return (await killLater()) && (await killLater());
  });
  t.true(isKilledTwice);
  t.is(countOf('ApiKeyRotationFinished'), 0);

  // The service starts between the two, and every user finds a key that works.
  const service = await startService({}, folder);
  const keyOf = async () =>
    ((await call(service.url, 'GET /api/me', { credential: user.token })).body as { api_key: string }).api_key;
  t.is((await call(service.url, 'GET /api/v1/me', { credential: await keyOf() })).status, 200);
  await service.stop();

  const { code, output } = await run('rotate-keys', { dataDir: folder });
  t.is(code, 0, output);
  t.regex(output, new RegExp(`of ${accounts} had one since this rotation began`));
  t.is(rotated(), accounts);
  t.is(countOf('ApiKeyRotationFinished'), 1);
});

test('a back-up that is killed has no name, is refused as one, and the next one is whole', async (t) => {
  const { folder, user, collection } = await folderWithAccounts(t);
  const backups = join(temporaryFolder(t), 'back-ups');
  const saved = join(backups, 'monday');
  const partial = () => (existsSync(backups) ? readdirSync(backups) : []).find((name) => name.includes('.partial-'));
  const isReached = () => existsSync(join(backups, partial() ?? '-', 'events.db'));
  const kill = () => {
    rmSync(backups, { recursive: true, force: true });
    return killWhen('backup', { args: [saved], dataDir: folder }, isReached);
  };
  t.true(await isKilled(kill));
  t.false(existsSync(saved));
  const other = join(backups, 'none');
  const refused = await run('restore', { args: [join(backups, partial() ?? '')], dataDir: other });
  t.is(refused.code, 1);
  t.regex(refused.output, /backup\.json/);
  t.false(existsSync(join(other, 'events.db')));
  const { code, output } = await run('backup', { args: [saved], dataDir: folder });
  t.is(code, 0, output);
  const restored = join(backups, 'restored');
  t.is((await run('restore', { args: [saved], dataDir: restored })).code, 0);
  const service = await startService({}, restored);
  t.teardown(service.kill);
  t.is((await call(service.url, `GET /api/collections/${collection}`, { credential: user.token })).status, 200);
});

test('a restore that is killed keeps the service from starting, and is finished by the next one', async (t) => {
  const { folder, user, collection } = await folderWithAccounts(t);
  const saved = join(temporaryFolder(t), 'monday');
  t.is((await run('backup', { args: [saved], dataDir: folder })).code, 0);
  const target = temporaryFolder(t);
  const earlier = await startService({}, target);
  const stranger = await newUser(earlier.url);
  await earlier.stop();
  const restore = { args: [saved, '--replace'], dataDir: target };
  const isReached = () => existsSync(join(target, 'restoring', 'events.db'));
  t.true(await isKilled(() => killWhen('restore', restore, isReached)));
  for (const file of ['src/main.ts', script('verify')]) {
    const refused = await runFile(file, { environment: { DATA_DIR: target, PORT: '0' } });
    t.is(refused.code, 1);
    t.regex(refused.output, /a restore into \S+ was interrupted; run npm run restore again/);
  }
  // Nothing of the earlier log was touched yet, or all of it was moved aside.
  const aside = readdirSync(target).find((name) => name.startsWith('replaced-'));
  t.true(existsSync(join(target, aside ?? '.', 'events.db')));

  const { code, output } = await run('restore', restore);
  t.is(code, 0, output);
  const service = await startService({}, target);
  t.teardown(service.kill);
  t.is((await call(service.url, `GET /api/collections/${collection}`, { credential: user.token })).status, 200);
  t.is((await call(service.url, 'GET /api/me', { credential: stranger.token })).status, 401);
});

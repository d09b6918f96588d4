import { spawnSync } from 'node:child_process';
import { copyFileSync, existsSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import test, { type ExecutionContext } from 'ava';
import { accountTables } from '../../src/adapters/sqlite/rows/accounts.ts';
import { call, goodTicket, newCollection, newUser } from '../support/api.ts';
import { runFile } from '../support/run-file.ts';
import { sizeInGate } from '../support/server-stores.ts';
import { startService } from '../support/service.ts';

const folderFor = (t: ExecutionContext) => {
  const folder = mkdtempSync(join(tmpdir(), 'precedent-start-'));
  t.teardown(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
};

/** Starts a service that is expected to exit; returns its exit code and its output. */
const giveUp = async (environment: Readonly<Record<string, string>>, cwd = '.') => {
  const { code, output } = await runFile('src/main.ts', { environment: { PORT: '0', ...environment }, cwd });
  return { code, said: output };
};

test.serial('a value that cannot be used stops the start with one line that names it', async (t) => {
  const { code, said } = await giveUp({ JWT_SECRET: 'short', DATA_DIR: folderFor(t) });
  t.is(code, 1);
  t.regex(said, /^precedent: JWT_SECRET [^\n]+\n$/);
});

test.serial(
  'an address at which nothing can listen stops the start with one line that names its variables',
  async (t) => {
    const nobodys = '192.0.2.1';
    const main = await giveUp({ HOST: nobodys, DATA_DIR: folderFor(t) });
    t.deepEqual([main.code, main.said.split(' listen ')[0]], [1, 'precedent: HOST, PORT:']);
    const metrics = await giveUp({ METRICS_HOST: nobodys, METRICS_PORT: '9100', DATA_DIR: folderFor(t) });
    t.deepEqual([metrics.code, metrics.said.split(' listen ')[0]], [1, 'precedent: METRICS_HOST, METRICS_PORT:']);
  },
);

test.serial('a secret in a file that cannot be used stops the service and a command with one line', async (t) => {
  const folder = folderFor(t);
  writeFileSync(join(folder, 'key'), '\n');
  const environment = { DATA_DIR: folder, DATA_KEY_FILE: join(folder, 'key') };
  const line = 'DATA_KEY_FILE names an empty file\n';
  t.deepEqual(await giveUp(environment), { code: 1, said: `precedent: ${line}` });
  t.like(await runFile('scripts/verify.ts', { environment }), { code: 1, output: `verify: ${line}` });
});

test.serial('a .env file is read, the environment wins over it, and an empty variable counts as not set', async (t) => {
  const folder = folderFor(t);
  writeFileSync(join(folder, '.env'), `DATA_DIR=${folder}\nLOG_LEVEL=loud\nTRUST_PROXY=true\n`);
  t.regex((await giveUp({ LOG_LEVEL: '' }, folder)).said, /^precedent: (LOG_LEVEL|TRUST_PROXY) /);
  t.regex((await giveUp({ LOG_LEVEL: 'info' }, folder)).said, /^precedent: TRUST_PROXY /);
});

test.serial(
  'it says in readable lines what each store is and where, and a second start on its folder is refused with a clear line',
  async (t) => {
    const service = await startService({}, folderFor(t));
    t.teardown(service.stop);
    for (const line of [
      /event log {2,}SQLite, .*events\.db/,
      /read models {2,}SQLite, .*views-\*\.db/,
      /vector index /,
      /rate limiter /,
      /model {2,}local-2/,
    ]) {
      await t.notThrowsAsync(service.printed(line));
    }
    const { code, said } = await giveUp({ DATA_DIR: service.folder });
    t.is(code, 1);
    t.regex(said, /^precedent: DATA_DIR: Another process is using .*\n$/);
  },
);

/** Begins an upload of one megabyte and sends only its first bytes. */
const beginUpload = (url: string, path: string, { token, type, start }: Record<'token' | 'type' | 'start', string>) => {
  const headers = { Authorization: `Bearer ${token}`, 'Content-Type': type, 'Content-Length': 1_000_000 };
  const begun = request(url + path, { method: 'POST', headers }).on('error', () => undefined);
  begun.write(start);
  return begun;
};

const modes = (folder: string) =>
  Object.fromEntries(
    ['.', ...readdirSync(folder, { recursive: true, encoding: 'utf8' })].map((name) => {
      const stats = statSync(join(folder, name));
      return [name, { mode: (stats.mode & 0o7777).toString(8), expected: stats.isDirectory() ? '700' : '600' }];
    }),
  );

test.serial(
  'the folder and all its files are for their owner only, and the secrets made at the first start stay',
  async (t) => {
    const folder = folderFor(t);
    const accounts = `views-accounts-${accountTables.version}`;
    const start = `umask 022; mkdir tmp; touch events.db ${accounts}.json notes; chmod 755 . tmp`;
    t.is(spawnSync('sh', ['-c', start], { cwd: folder }).status, 0);
    const first = await startService({}, folder);
    const user = await newUser(first.url);
    const path = `/api/collections/${await newCollection(first.url, user)}/tickets`;
    const [json, file] = [
      beginUpload(first.url, path, { token: user.token, type: 'application/json', start: '{"tickets":[' }),
      beginUpload(first.url, `${path}/upload`, {
        ...{ token: user.token, type: 'multipart/form-data; boundary=b' },
        start: '--b\r\nContent-Disposition: form-data; name="file"; filename="a.csv"\r\n\r\nticket_id',
      }),
    ];
    while (readdirSync(join(folder, 'tmp')).length < 2) await setTimeout(10);
    const found = modes(folder);
    for (const name of [
      '.',
      'tmp',
      'events.db-wal',
      `${accounts}-1.db-shm`,
      `${accounts}.json`,
      'data-key',
      'control.sock',
      'notes',
    ])
      t.true(name in found, name);
    for (const [name, { mode, expected }] of Object.entries(found)) t.is(mode, expected, name);
    json.destroy();
    file.destroy();
    t.is(await first.stop(), 0);
    const second = await startService({}, folder);
    t.teardown(second.stop);
    t.like((await call(second.url, 'GET /api/me', { credential: user.token })).body, { api_key: user.key });
  },
);

/** Uploads so many tickets to a new service and stops it with SIGTERM a moment after the upload was seen to run. */
const stoppedUpload = async (t: ExecutionContext, count: number) => {
  const folder = folderFor(t);
  const service = await startService({}, folder);
  t.teardown(service.kill);
  const user = await newUser(service.url);
  const collection = await newCollection(service.url, user);
  const tickets = Array.from({ length: count }, (_, index) => goodTicket(index));
  const upload = (url: string) =>
    call(url, `POST /api/collections/${collection}/tickets`, { credential: user.token, body: { tickets } });
  const seen = { isOver: false };
  const running = upload(service.url).finally(() => (seen.isOver = true));
  const isRunning = async () => {
    const { body } = await call(service.url, `GET /api/collections/${collection}/uploads`, { credential: user.token });
    return (body as { uploads: readonly { state: string }[] }).uploads.some(({ state }) => state === 'running');
  };
  while (!seen.isOver && !(await isRunning())) await setTimeout(20);
  await setTimeout(300);
  const code = await service.stop();
  return { service, folder, upload, count, code, answer: await running };
};

test.serial(
  'SIGTERM ends a running upload at its next batch, says how much is stored, and the same upload stores the rest; the log has the reason',
  async (t) => {
    let stopped = await stoppedUpload(t, sizeInGate(4_000, 2_000));
    // On busy cores an upload may end before it is seen to run, or before the stop.
    for (let attempt = 1; stopped.answer.status === 200 && attempt < 5; attempt += 1)
      stopped = await stoppedUpload(t, 2 * stopped.count);
    const { service, folder, upload, count, code, answer } = stopped;
    t.is(answer.status, 500);
    const { detail } = answer.body as { detail: string };
    const stored = Number(/^Service is stopping; (\d+) tickets stored$/.exec(detail)?.[1]);
    t.true(stored >= 0 && stored < count, detail);
    t.is(code, 0);
    t.regex(service.output(), /"reason":"SIGTERM","msg":"stopping"/);
    t.regex(service.output(), /"reason":"SIGTERM","exitCode":0,"milliseconds":\d+,"msg":"stopped"\}\n$/);

    const second = await startService({}, folder);
    t.teardown(second.stop);
    t.deepEqual((await upload(second.url)).body, {
      processed: count - stored,
      skipped: stored,
      collection_ticket_count: count,
    });
  },
);

test.serial('read models that were lost are rebuilt from the log', async (t) => {
  const folder = folderFor(t);
  const first = await startService({}, folder);
  const user = await newUser(first.url);
  const collection = await newCollection(first.url, user);
  const tickets = Array.from({ length: 50 }, (_, index) => goodTicket(index));
  await call(first.url, `POST /api/collections/${collection}/tickets`, { credential: user.token, body: { tickets } });
  await first.stop();
  for (const name of readdirSync(folder)) if (name.startsWith('views')) rmSync(join(folder, name));
  const second = await startService({}, folder);
  t.teardown(second.stop);
  t.like((await call(second.url, `GET /api/collections/${collection}`, { credential: user.token })).body, {
    ticket_count: 50,
  });
  const found = await call(second.url, 'POST /api/v1/search', {
    credential: user.key,
    body: { collection_id: collection, query: 'оплата' },
  });
  t.is((found.body as { sources: unknown[] }).sources.length, 5);
});

test.serial('read models of another log stop the start with the way out', async (t) => {
  const folder = folderFor(t);
  const other = folderFor(t);
  for (const each of [folder, other]) await (await startService({}, each)).stop();
  for (const end of ['', '-wal', '-shm']) {
    rmSync(join(folder, `events.db${end}`), { force: true });
    const path = join(other, `events.db${end}`);
    if (existsSync(path)) copyFileSync(path, join(folder, `events.db${end}`));
  }
  const { code, said } = await giveUp({ DATA_DIR: folder });
  t.is(code, 1);
  t.regex(said, /precedent: DATA_DIR: .*another event log.*delete .*views\*/);
});

test.serial('a damaged log stops the start with one line and exit code 1', async (t) => {
  const folder = folderFor(t);
  writeFileSync(join(folder, 'events.db'), new Uint8Array(8192).fill(0xa5));
  const { code, said } = await giveUp({ DATA_DIR: folder });
  t.is(code, 1);
  t.regex(
    said,
    /^precedent: DATA_DIR: \S+\/events\.db is damaged: none of its events can be read \(.+\); restore a back-up .*\n$/,
  );
});

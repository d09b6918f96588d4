import {
  appendFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import test from 'ava';
import { accountTables } from '../../src/adapters/sqlite/rows/accounts.ts';
import { call, goodTicket, newCollection, newUser } from '../support/api.ts';
import { runFile } from '../support/run-file.ts';
import { startService } from '../support/service.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

type Environment = Readonly<Record<string, string>>;

const run = (script: string, args: readonly string[], environment: Environment) =>
  runFile(`scripts/${script}.ts`, { args, environment });

test('what was acknowledged before a back-up of a service that is written to and then killed is found after the restore', async (t) => {
  const folder = temporaryFolder(t);
  const [data, saved, restored] = ['data', 'back-ups/monday', 'restored'].map((name) => join(folder, name)) as [
    string,
    string,
    string,
  ];
  const source = await startService({}, data);
  const user = await newUser(source.url);
  const collection = await newCollection(source.url, user);
  const upload = async (url: string, from: number) => {
    const tickets = Array.from({ length: 40 }, (_, index) => goodTicket(from + index));
    const { status } = await call(url, `POST /api/collections/${collection}/tickets`, {
      credential: user.token,
      body: { tickets },
    });
    t.is(status, 200);
    return tickets.length;
  };
  let stored = await upload(source.url, 0);
  const acknowledged = stored;
  const saving = new AbortController();
  const writing = (async () => {
    while (!saving.signal.aborted) stored += await upload(source.url, stored);
  })();
  const backedUp = await run('backup', [saved], { DATA_DIR: data });
  saving.abort();
  await writing;
  t.is(backedUp.code, 0, backedUp.output);
  t.true(stored > acknowledged);
  await source.kill();

  t.deepEqual(readdirSync(saved).toSorted(), ['backup.json', 'data-key', 'events.db', 'jwt-secret']);
  t.deepEqual(readdirSync(join(folder, 'back-ups')), ['monday']);
  t.is(statSync(saved).mode & 0o777, 0o700);
  for (const name of readdirSync(saved)) t.is(statSync(join(saved, name)).mode & 0o777, 0o600, name);
  t.regex((await run('backup', [saved], { DATA_DIR: data })).output, /monday is not empty; name a new folder/);
  // What the killed service left can be saved as well: its last events are in the -wal file.
  const afterKill = await run('backup', [join(folder, 'back-ups/tuesday')], { DATA_DIR: data });
  t.is(afterKill.code, 0, afterKill.output);

  const restoring = await run('restore', [saved], { DATA_DIR: restored });
  t.is(restoring.code, 0, restoring.output);
  t.regex(restoring.output, /The next start builds the read models from the log/);
  const service = await startService({}, restored);
  t.teardown(service.kill);
  const { body } = await call(service.url, `GET /api/collections/${collection}`, { credential: user.token });
  const { ticket_count: count } = body as { ticket_count: number };
  t.true(count >= acknowledged && count <= stored, `${acknowledged} ≤ ${count} ≤ ${stored}`);
  for (const id of [0, 17, acknowledged - 1]) {
    const search = { collection_id: collection, query: goodTicket(id).description, generate_answer: false };
    const found = await call(service.url, 'POST /api/v1/search', { credential: user.key, body: search });
    const { sources } = found.body as { sources: readonly { readonly ticket_id: string }[] };
    t.true(
      sources.some(({ ticket_id }) => ticket_id === String(id)),
      String(id),
    );
  }
  t.regex((await run('restore', [saved, '--replace'], { DATA_DIR: restored })).output, /Another process is using/);
  await service.kill();

  const absent = await run('restore', [join(folder, 'back-ups/sunday'), '--replace'], { DATA_DIR: restored });
  t.is(absent.code, 1);
  t.regex(absent.output, /^restore: There is no folder \S+back-ups\/sunday$/m);
  const refused = await run('restore', [join(folder, 'back-ups/tuesday')], { DATA_DIR: restored });
  t.is(refused.code, 1);
  t.regex(refused.output, /holds .*events\.db.* already; --replace moves them aside/);
  const replaced = await run('restore', [join(folder, 'back-ups/tuesday'), '--replace'], { DATA_DIR: restored });
  t.is(replaced.code, 0, replaced.output);
  const accounts = `views-accounts-${accountTables.version}`;
  const aside = readdirSync(restored).find((name) => name.startsWith('replaced-')) ?? '';
  for (const name of ['events.db', `${accounts}-1.db`, `${accounts}.json`, 'data-key', 'jwt-secret'])
    t.true(existsSync(join(restored, aside, name)), name);
  t.false(readdirSync(restored).some((name) => name.startsWith('views')));
});

test('a back-up that is damaged or not complete is refused by the name of the file, and changes nothing', async (t) => {
  const folder = temporaryFolder(t);
  const data = join(folder, 'data');
  const service = await startService({}, data);
  await newUser(service.url);
  await service.stop();
  const good = join(folder, 'good');
  mkdirSync(good);
  const saving = await run('backup', [good], { DATA_DIR: data });
  t.is(saving.code, 0, saving.output);
  const target = join(folder, 'target');
  const damaged = async (name: string, damage: (path: string) => void) => {
    const copy = join(folder, `damaged ${name}`);
    cpSync(good, copy, { recursive: true });
    damage(copy);
    const { code, output } = await run('restore', [copy], { DATA_DIR: target });
    t.is(code, 1);
    return output;
  };
  const flip = (path: string) => {
    const bytes = readFileSync(path);
    bytes[bytes.length >> 1] = (bytes[bytes.length >> 1] ?? 0) ^ 1;
    writeFileSync(path, bytes);
  };
  const rewrite = (path: string, from: RegExp, to: string) =>
    writeFileSync(path, readFileSync(path, 'utf8').replace(from, to));
  t.regex(
    await damaged('log', (copy) => flip(join(copy, 'events.db'))),
    /events\.db is damaged: its SHA-256 is not that in/,
  );
  t.regex(
    await damaged('key', (copy) => appendFileSync(join(copy, 'data-key'), ' ')),
    /data-key is damaged: it has 66 bytes/,
  );
  t.regex(await damaged('absent', (copy) => rmSync(join(copy, 'jwt-secret'))), /jwt-secret cannot be read/);
  t.regex(await damaged('partial', (copy) => rmSync(join(copy, 'backup.json'))), /is no complete back-up/);
  t.regex(await damaged('list', (copy) => rewrite(join(copy, 'backup.json'), /\{/, '')), /backup\.json is damaged/);
  t.regex(
    await damaged('path', (copy) => rewrite(join(copy, 'backup.json'), /"jwt-secret"/, '"../jwt-secret"')),
    /backup\.json is damaged/,
  );
  t.false(existsSync(target));
  // A list that agrees with itself but not with the log.
  t.regex(
    await damaged('log id', (copy) => rewrite(join(copy, 'backup.json'), /"events": \d+/, '"events": 1')),
    /events\.db is damaged: it holds/,
  );
  t.false(existsSync(join(target, 'events.db')));
  // The page after the first is one of the table or its index.
  const log = readFileSync(join(data, 'events.db'));
  writeFileSync(join(data, 'events.db'), log.fill(0xaa, 4096, 8192));
  const unsaved = await run('backup', [join(folder, 'bad')], { DATA_DIR: data });
  t.is(unsaved.code, 1);
  t.regex(unsaved.output, /^backup: \S+data\/events\.db cannot be saved: .*$/m);
  t.deepEqual(
    readdirSync(folder).filter((name) => name.startsWith('bad')),
    [],
  );
});

test('a key that is not in DATA_DIR is not in the back-up, which names the variables that it may come from', async (t) => {
  const folder = temporaryFolder(t);
  const data = join(folder, 'data');
  const service = await startService({ DATA_KEY: 'a'.repeat(64) }, data);
  await newUser(service.url);
  await service.stop();
  const forgotten = await run('backup', [join(folder, 'one')], { DATA_DIR: data });
  t.regex(
    forgotten.output,
    /^Attention: \S+data-key is missing.*; if the service has DATA_KEY or DATA_KEY_FILE, keep/m,
  );
  writeFileSync(join(folder, 'key'), 'a'.repeat(64));
  const given = await run('backup', [join(folder, 'two')], { DATA_DIR: data, DATA_KEY_FILE: join(folder, 'key') });
  t.regex(given.output, /^DATA_KEY is not in the back-up: DATA_KEY or DATA_KEY_FILE is set; keep its value/m);
  t.false(/Attention/.test(given.output), given.output);
});

test('without a log in the folder, or with EventStoreDB, nothing is saved or restored, and the line says what to do', async (t) => {
  const folder = temporaryFolder(t);
  const target = join(folder, 'target');
  t.regex((await run('backup', [target], { DATA_DIR: folder })).output, /holds no event log/);
  const servers = {
    DATA_DIR: folder,
    EVENTSTORE_URL: 'esdb://127.0.0.1:1',
    DATA_KEY: 'a'.repeat(64),
    JWT_SECRET: 's'.repeat(40),
  };
  for (const script of ['backup', 'restore']) {
    const { code, output } = await run(script, [target], servers);
    t.is(code, 1);
    t.regex(output, /EVENTSTORE_URL is set: the log is in EventStoreDB, .*keep DATA_KEY and JWT_SECRET/);
  }
  t.is((await run('backup', [], {})).code, 2);
  t.deepEqual(readdirSync(folder), []);
});

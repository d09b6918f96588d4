import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import test from 'ava';
import { call, goodTicket } from '../support/api.ts';
import { ticketsOf } from '../support/exports.ts';
import { filledCollection } from '../support/stored-tickets.ts';
import { serviceFor, startService } from '../support/service.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const service = serviceFor(test);

/** Runs `npm run export` without npm; `environment` overrides the address and the key. */
const open = async (environment: Readonly<Record<string, string>> = {}) => {
  const { url, user, collection } = await filledCollection(
    service().url,
    Array.from({ length: 150 }, (_, index) => goodTicket(index)),
  );
  const run = async (...args: readonly string[]) => {
    const env = { PATH: process.env['PATH'], LANG: 'C', PRECEDENT_URL: url, PRECEDENT_API_KEY: user.key };
    const child = spawn(process.execPath, ['scripts/export.ts', ...args], { env: { ...env, ...environment } });
    const ended = new Promise<number | null>((resolve) => child.on('close', resolve));
    const [written, said] = await Promise.all([text(child.stdout), text(child.stderr)]);
    return { status: await ended, written, said };
  };
  return { collection, run };
};

test('it writes all tickets to the standard output or, once they are whole, to a file', async (t) => {
  const { collection, run } = await open();
  const toOutput = await run('--collection', collection);
  t.is(toOutput.status, 0, toOutput.said);
  t.is(ticketsOf(toOutput.written).size, 150);
  const file = join(temporaryFolder(t), 'tickets.jsonl');
  const toFile = await run('--collection', collection, '--output', file);
  t.is(toFile.status, 0, toFile.said);
  t.is(readFileSync(file, 'utf8'), toOutput.written);
  t.false(existsSync(`${file}.part`));
  t.regex(toFile.said, /^Обращений: 150, записаны в /);
  const none = await run('--collection', collection, '--state', 'withdrawn');
  t.deepEqual([none.status, none.written], [0, '']);
});

test('an export makes the service print no warning', async (t) => {
  const exporting = await startService();
  t.teardown(exporting.stop);
  const { user, collection } = await filledCollection(exporting.url, [goodTicket(1)]);
  const { status } = await call(exporting.url, `GET /api/v1/collections/${collection}/export.jsonl`, {
    credential: user.key,
  });
  t.is(status, 200);
  await exporting.printed(/export\.jsonl/);
  t.notRegex(exporting.output(), /Warning/);
});

test('a refusal, a service that is away, and a connection that breaks end with status 1 and leave no file', async (t) => {
  const { collection, run } = await open();
  const file = join(temporaryFolder(t), 'tickets.jsonl');
  const failed = async (...args: readonly string[]) => {
    const { status, said } = await run('--collection', collection, '--output', file, ...args);
    t.is(status, 1, said);
    t.false(existsSync(file) || existsSync(`${file}.part`));
    return said;
  };
  t.regex(await failed('--key', 'x'), /Сервис отказал \(401\)/);
  t.regex(await failed('--url', 'http://127.0.0.1:1'), /Нет связи с сервисом \(ECONNREFUSED\)\. Записано не всё/);
  const breaking = createServer((_request, response) => response.write('{}\n', () => response.destroy()));
  t.teardown(() => breaking.close());
  breaking.listen(0, '127.0.0.1');
  await once(breaking, 'listening');
  const { port } = breaking.address() as AddressInfo;
  t.regex(await failed('--url', `http://127.0.0.1:${port}`), /Нет связи с сервисом \(ECONNRESET\)\. Записано не всё/);
});

test('what is not understood ends with status 2, as does a file that npm would write into', async (t) => {
  const { collection, run } = await open();
  for (const args of [[], ['--collection', 'x'], ['--collection', collection, '--state', 'erased'], ['--what']]) {
    const { status, said } = await run(...args);
    t.is(status, 2, said);
    t.regex(said, /Использование: npm run export/);
  }
  const byNpm = await (await open({ npm_lifecycle_event: 'export' })).run('--collection', collection);
  t.is(byNpm.status, 2);
  t.regex(byNpm.said, /npm run export --silent/);
});

import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { createServer } from 'node:https';
import { join } from 'node:path';
import type { AddressInfo } from 'node:net';
import test from 'ava';
import { credentials, startDesk, zendeskOf } from '../support/desk-servers.ts';
import { selfMadeAuthority } from '../support/certificates.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { serviceFor } from '../support/service.ts';
import { puller } from '../support/sync-script.ts';

const service = serviceFor(test);
const desk = zendeskOf([{ id: 1 }]);

test('wrong credentials, a refusal and a redirect are told, and the secret goes nowhere else', async (t) => {
  const other = await startDesk(t, desk);
  const answers = [
    [{ status: 403 }, /не пустила \(403\)/],
    [{ status: 302, headers: { Location: `${other.url}/api/v2` } }, /отсылает на другой адрес \(302\)/],
    [{ status: 400 }, /отказала \(400\).*--restart/],
  ] as const;
  for (const [answer, text] of answers) {
    const { url } = await startDesk(t, desk, () => answer);
    const { run, cursor } = await puller(service().url, 'zendesk', url);
    const { status, output } = await run();
    t.is(status, 1);
    t.regex(output, text);
    t.false(output.includes(credentials.secret));
    t.is(await cursor(), null);
  }
  t.is(other.requests.length, 0);
  const { url } = await startDesk(t, desk);
  const { run } = await puller(service().url, 'zendesk', url);
  const wrong = await run([], { ZENDESK_API_TOKEN: 'wrong-secret' });
  t.is(wrong.status, 1);
  t.regex(wrong.output, /не пустила \(401\)/);
  t.false(wrong.output.includes('wrong-secret'));
});

test('an address without encryption, with a path or a password, and missing secrets are refused before anything is sent', async (t) => {
  const { url, requests } = await startDesk(t, desk);
  const { run } = await puller(service().url, 'zendesk', url);
  for (const address of [
    'http://acme.zendesk.com',
    'https://acme.zendesk.com/api',
    'https://a:b@acme.zendesk.com',
    'ftp://localhost',
    'acme',
  ]) {
    const { status, output } = await run(['--desk', address]);
    t.is(status, 2, address);
    t.regex(output, /Нужен адрес системы/);
  }
  for (const name of ['ZENDESK_EMAIL', 'ZENDESK_API_TOKEN', 'PRECEDENT_API_KEY', 'ZENDESK_URL']) {
    t.is((await run([], { [name]: '' })).status, 2, name);
  }
  for (const args of [['--since', '01.02.2026'], ['--since', '2999-01-01'], ['--key', 'x'], ['freshdesk']]) {
    t.is((await run(args)).status, 2, args.join(' '));
  }
  t.is(requests.length, 0);
});

test('an unknown host and an untrusted certificate are told at once, an unknown collection before the desk is asked', async (t) => {
  const plain = await startDesk(t, desk);
  const { run } = await puller(service().url, 'zendesk', plain.url);
  const unknown = await run(['--desk', 'https://desk.invalid']);
  t.is(unknown.status, 1);
  t.regex(unknown.output, /Нет такого адреса: https:\/\/desk\.invalid|EAI_AGAIN/);
  const secure = createServer(selfMadeAuthority(t).valid, () => t.fail('asked')).listen(0, '127.0.0.1');
  await once(secure, 'listening');
  t.teardown(() => secure.close());
  const untrusted = await run(['--desk', `https://127.0.0.1:${(secure.address() as AddressInfo).port}`]);
  t.is(untrusted.status, 1);
  t.regex(untrusted.output, /Сертификату .* нельзя доверять/);
  const missing = await run(['--collection', randomUUID()]);
  t.is(missing.status, 1);
  t.regex(missing.output, /Сервис отказал \(404\)/);
  t.is(plain.requests.length, 0);
});

test('secrets are read from files that variables name', async (t) => {
  const { url } = await startDesk(t, desk);
  const { run, environment } = await puller(service().url, 'zendesk', url);
  const folder = temporaryFolder(t);
  const [key, token] = [join(folder, 'key'), join(folder, 'token')];
  await Promise.all([
    writeFile(key, `${environment['PRECEDENT_API_KEY']}\n`),
    writeFile(token, `${credentials.secret}\n`),
  ]);
  const inFiles = {
    PRECEDENT_API_KEY: '',
    PRECEDENT_API_KEY_FILE: key,
    ZENDESK_API_TOKEN: '',
    ZENDESK_API_TOKEN_FILE: token,
  };
  const { status, output } = await run([], inFiles);
  t.is(status, 0, output);
  const missing = await run([], { ...inFiles, ZENDESK_API_TOKEN_FILE: join(folder, 'none') });
  t.is(missing.status, 2);
  t.regex(missing.output, /ZENDESK_API_TOKEN_FILE names a file that cannot be read/);
});

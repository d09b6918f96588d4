import { type IncomingMessage, request } from 'node:http';
import { setTimeout } from 'node:timers/promises';
import test, { type ExecutionContext } from 'ava';
import { call, goodTicket, newCollection, userPassword } from '../support/api.ts';
import { deletedAccount, provenAccountErasure } from '../support/deleted-accounts.ts';
import { runFile } from '../support/run-file.ts';
import { sizeInGate } from '../support/server-stores.ts';
import { type Service, startService } from '../support/service.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { filesWith, rareTicket, tracesOf } from '../support/traces.ts';

/** An account with something of every kind, all of it with a rare word; `traces` are what it leaves if anything is left. */
const newAccount = async ({ url }: Pick<Service, 'url'>, word: string, letters: string) => {
  const email = `${letters}.of.the.account@example.com`;
  const registered = await call(url, 'POST /api/register', { body: { email, password: userPassword, plan: 'free' } });
  const { access_token: token } = registered.body as { readonly access_token: string };
  const me = await call(url, 'GET /api/me', { credential: token });
  const { id } = me.body as { readonly id: string };
  const user = { token };
  const ask = (endpoint: string, body?: unknown, headers = {}) =>
    call(url, endpoint, { credential: token, body, headers });
  const [collection, gone] = [
    await newCollection(url, user, `${word}Коллекция`),
    await newCollection(url, user, `${word}Прежняя`),
  ];
  await ask(`PATCH /api/collections/${collection}`, { not_names: [`${word}слово`] });
  const tickets = [rareTicket(word), ...Array.from({ length: 40 }, (_, index) => goodTicket(index))];
  await ask(`POST /api/collections/${collection}/tickets`, { tickets });
  await ask(`POST /api/collections/${gone}/tickets`, { tickets: [goodTicket(1)] });
  await ask(`POST /api/collections/${gone}/erasures`, { ticket_ids: ['1'], requested_for: `${word}Заявление` });
  await ask(`DELETE /api/collections/${gone}`);
  await ask('POST /api/keys', { name: `${word}Ключ`, scopes: ['search'] });
  const question = { collection_id: collection, query: `${word}Вопрос: не проходит оплата заказа картой` };
  const searched = await ask('POST /api/search', question);
  const answer = searched.headers.get('answer-id') ?? '';
  await ask(`PUT /api/answers/${answer}/verdict`, { helped: false, comment: `${word}Отзыв` });
  const preview = new FormData();
  preview.append('file', new Blob([JSON.stringify([rareTicket(word)])]), 'выгрузка.json');
  await ask(`POST /api/collections/${collection}/tickets/preview`, preview);
  const own = ['Коллекция', 'Прежняя', 'Заявление', 'Ключ', 'Вопрос', 'Отзыв'].map((name) => `${word}${name}`);
  const texts = tracesOf(word).filter((trace) => !trace.endsWith('Правка'));
  return { email, token, id, collection, traces: [email, ...own, `${word}слово`, ...texts] };
};

const script = async (t: ExecutionContext, folder: string, name: string, args: readonly string[] = []) => {
  const { code, output } = await runFile(`scripts/${name}.ts`, { args, environment: { DATA_DIR: folder } });
  t.is(code, 0, output);
};

test('nothing of a deleted account is in any byte of the folder, also after a replay; what others have stays, and verify agrees', async (t) => {
  const folder = temporaryFolder(t);
  const service = await startService({}, folder);
  t.teardown(service.kill);
  const [account, other] = [await newAccount(service, 'Яшма', 'jasper'), await newAccount(service, 'Агат', 'agate')];
  for (const trace of account.traces) t.not(filesWith(folder, trace).length, 0, trace);
  const { id, token } = await deletedAccount(service.url, account);
  const proven = await provenAccountErasure(service.url, id, token);
  const found = (step: string) => proven.steps.find((one) => one.step === step)?.found ?? {};
  t.like(found('event_log'), { left: 0 });
  t.like(found('files'), { left: 0 });
  t.true((found('files')['pieces'] ?? 0) > 0);
  for (const trace of account.traces) t.deepEqual(filesWith(folder, trace), [], trace);
  for (const trace of other.traces) t.not(filesWith(folder, trace).length, 0, trace);
  await script(t, folder, 'verify');
  await script(t, folder, 'replay', ['--projection', 'all']);
  await script(t, folder, 'verify');
  for (const trace of account.traces) t.deepEqual(filesWith(folder, trace), [], trace);
  const shown = await call(service.url, `GET /api/account-erasures/${id}`, { headers: { 'Erasure-Token': token } });
  t.deepEqual(shown.body, proven);
  t.is((await call(service.url, 'GET /api/me', { credential: account.token })).status, 401);
  const kept = await call(service.url, `GET /api/collections/${other.collection}`, { credential: other.token });
  t.like(kept.body, { ticket_count: 41 });
});

test('the erasure of an account goes on after kill -9 at any moment, and ends with nothing left', async (t) => {
  const folder = temporaryFolder(t);
  let service = await startService({}, folder);
  t.teardown(() => service.kill());
  // The first step waits ten seconds; the others are done within a second or two.
  const moments = [0, 9_800, 10_400, 11_000, 11_600, 12_400].slice(0, sizeInGate(6, 3));
  const words = ['Оникс', 'Опал', 'Топаз', 'Сапфир', 'Рубин', 'Янтарь'];
  const letters = ['onyx', 'opal', 'topaz', 'sapphire', 'ruby', 'amber'];
  for (const [index, moment] of moments.entries()) {
    const account = await newAccount(service, words[index] ?? '', letters[index] ?? '');
    const { id, token } = await deletedAccount(service.url, account);
    await setTimeout(moment);
    await service.kill();
    service = await startService({}, folder);
    t.is((await call(service.url, 'GET /api/me', { credential: account.token })).status, 401);
    const proven = await provenAccountErasure(service.url, id, token);
    t.is(proven.state, 'proven');
    t.true((proven.steps.find(({ step }) => step === 'files')?.found['pieces'] ?? 0) > 0, String(moment));
    for (const trace of account.traces) t.deepEqual(filesWith(folder, trace), [], trace);
  }
});

/** Sends the beginning of a body, and not its end; resolves when its connection is closed. */
const beginBody = (
  url: string,
  { token, path, type, body }: Readonly<Record<'token' | 'path' | 'type' | 'body', string>>,
) => {
  const headers = { authorization: `Bearer ${token}`, 'content-type': type, 'content-length': 2_000_000 };
  const sent = request(`${url}${path}`, { method: 'POST', headers }).on('error', () => undefined);
  const closed = new Promise<void>((resolve) => sent.once('close', resolve));
  sent.on('response', (response: IncomingMessage) => response.resume());
  sent.write(body + ' '.repeat(200_000));
  return closed;
};

test('bodies that are on the way when their account is deleted are broken off, and nothing of them is on disk when that is proven', async (t) => {
  const folder = temporaryFolder(t);
  const service = await startService({}, folder);
  t.teardown(service.kill);
  const [account, other] = [
    await newAccount(service, 'Малахит', 'malachite'),
    await newAccount(service, 'Жад', 'jade'),
  ];
  const path = ({ collection }: typeof account, to = '') => `/api/collections/${collection}/tickets${to}`;
  const json = { type: 'application/json', body: '{"tickets":[{"ticket_id":"неоконченное' };
  const head = '--b\r\nContent-Disposition: form-data; name="file"; filename="a.json"\r\n';
  const form = { type: 'multipart/form-data; boundary=b', body: `${head}\r\n[{"ticket_id":"неоконченное` };
  const { token } = account;
  const closed = Promise.all([
    beginBody(service.url, { token, path: path(account), ...json }),
    beginBody(service.url, { token, path: path(account, '/upload'), ...form }),
    beginBody(service.url, { token, path: path(account, '/preview'), ...form }),
  ]);
  let isOtherClosed = false;
  const ofOther = { token: other.token, path: path(other), type: json.type, body: '{"tickets":[{"ticket_id":"чужое' };
  void beginBody(service.url, ofOther).then(() => (isOtherClosed = true));
  const onDisk = (text: string) => filesWith(folder, text).length;
  for (let tries = 0; tries < 100 && onDisk('неоконченное') + onDisk('чужое') < 4; tries += 1) await setTimeout(50);
  t.deepEqual([onDisk('неоконченное'), onDisk('чужое')], [3, 1]);
  const { id, token: shows } = await deletedAccount(service.url, account);
  t.is((await provenAccountErasure(service.url, id, shows)).state, 'proven');
  t.deepEqual([onDisk('неоконченное'), onDisk('чужое'), isOtherClosed], [0, 1, false]);
  await closed;
});

import { randomBytes } from 'node:crypto';
import { readdirSync } from 'node:fs';
import { type IncomingMessage, request } from 'node:http';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import test, { type ExecutionContext } from 'ava';
import { call, goodTicket, newCollection, newUser, type User } from '../support/api.ts';
import { runFile } from '../support/run-file.ts';
import { type Erasure, filledCollection, provenErasure, requireOk, withTag } from '../support/stored-tickets.ts';
import { sizeInGate } from '../support/server-stores.ts';
import { type Service, startService } from '../support/service.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { filesWith, rareCorrection, rareTicket, tracesOf } from '../support/traces.ts';

const wordsOf = (collection: string) => ({
  ticketId: `номер-${collection}-кварц`,
  category: `Раздел${collection}Кварц`,
  client: `Клиент${collection}Кварц`,
  text: `Слово${collection}Кварц`,
  fileName: `файл-${collection}-кварц.json`,
});

const ticketsOf = (collection: string, from: number, count: number) => {
  const { ticketId, category, client, text } = wordsOf(collection);
  return Array.from({ length: count }, (_, index) => ({
    ...goodTicket(
      `${ticketId}-${from + index}`,
      `${text} ${'и ещё немного о том же самом '.repeat((index * 37) % 60)}`,
    ),
    category,
    client,
  }));
};

const upload = async (service: Service, { token }: User, { id, name }: { id: string; name: string }, from: number) => {
  const tickets = [...ticketsOf(name, from, 60), { ticket_id: `${wordsOf(name).ticketId}-пропущен-${from}` }];
  const body = new FormData();
  body.append('file', new Blob([JSON.stringify(tickets)]), wordsOf(name).fileName);
  await call(service.url, `POST /api/collections/${id}/tickets/upload`, { credential: token, body });
};

/** Waits until no file has any of the words; fails with what is left. */
const gone = async (t: ExecutionContext, folder: string, words: readonly string[]) => {
  const left = () =>
    words.map((word) => [word, filesWith(folder, word)] as const).filter(([, files]) => files.length > 0);
  for (const end = Date.now() + 300_000; left().length > 0 && Date.now() < end;) await setTimeout(500);
  t.deepEqual(left(), []);
};

const started = async (t: ExecutionContext) => {
  const folder = temporaryFolder(t);
  const service = await startService({}, folder);
  t.teardown(service.kill);
  const user = await newUser(service.url);
  const collections = await Promise.all(
    ['Аметист', 'Берилл', 'Топаз', 'Гранат'].map(async (name) => ({
      id: await newCollection(service.url, user),
      name,
    })),
  );
  for (let from = 0; from < 240; from += 60) {
    for (const collection of collections) await upload(service, user, collection, from);
  }
  const remove = ({ id }: { id: string }) =>
    call(service.url, `DELETE /api/collections/${id}`, { credential: user.token });
  return { folder, service, remove, collections: collections as [Collection, Collection, Collection, Collection] };
};

type Collection = { readonly id: string; readonly name: string };

test('what a deleted collection held is in no byte of the folder, while the service runs, after a replay has built the read models again, and after a kill; other tickets stay', async (t) => {
  const { folder, service, remove, collections } = await started(t);
  const [first, second, third, kept] = collections;
  for (const word of Object.values(wordsOf(first.name))) t.not(filesWith(folder, word).length, 0, word);
  await remove(first);
  await gone(t, folder, Object.values(wordsOf(first.name)));
  await remove(second);
  const { code, output } = await runFile('scripts/replay.ts', {
    args: ['--projection', 'all'],
    environment: { DATA_DIR: folder },
  });
  t.is(code, 0, output);
  await gone(t, folder, Object.values(wordsOf(second.name)));
  await remove(third);
  await service.kill();
  const again = await startService({}, folder);
  t.teardown(again.kill);
  await gone(t, folder, Object.values(wordsOf(third.name)));
  for (const word of Object.values(wordsOf(kept.name))) t.not(filesWith(folder, word).length, 0, word);
});

const withRareTickets = async (t: ExecutionContext, words: readonly string[]) => {
  const folder = temporaryFolder(t);
  const service = await startService({}, folder);
  t.teardown(service.kill);
  const ordinary = Array.from({ length: 200 }, (_, index) => goodTicket(index));
  const tickets = [...ordinary.slice(0, 100), ...words.map(rareTicket), ...ordinary.slice(100)];
  const filled = await filledCollection(service.url, tickets);
  return { folder, service, ...filled };
};

test('a rare word of an erased ticket is in no byte of the folder, and every receipt is proven', async (t) => {
  const { folder, ask } = await withRareTickets(t, ['Яшма', 'Агат']);
  const problem = rareCorrection('Яшма');
  requireOk(await ask(`PUT /tickets/${encodeURIComponent('номер-Яшма')}`, { body: { problem }, headers: withTag(1) }));
  const preview = new FormData();
  preview.append('file', new Blob([JSON.stringify([rareTicket('Яшма')])]), 'выгрузка.json');
  t.is((await ask('POST /tickets/preview', { body: preview })).status, 200);
  for (const word of tracesOf('Яшма')) t.not(filesWith(folder, word).length, 0, word);
  const { id } = (await ask('POST /erasures', { body: { ticket_ids: ['номер-Яшма'] } })).body as Erasure;
  const proven = await provenErasure(ask, id);
  t.is(proven.state, 'proven');
  t.like(proven.steps.find(({ step }) => step === 'read_models')?.found, { left: 0 });
  for (const word of tracesOf('Яшма')) t.deepEqual(filesWith(folder, word), [], word);
  for (const word of tracesOf('Агат').slice(0, 3)) t.not(filesWith(folder, word).length, 0, word);
  const uploads = ((await ask('GET /uploads')).body as { uploads: readonly { id: string }[] }).uploads;
  const look = async () => ({
    ledger: (await ask(`GET /uploads/${uploads[0]?.id ?? ''}/tickets?limit=200`)).body,
    upload: (await ask(`GET /uploads/${uploads[0]?.id ?? ''}`)).body,
    erasures: (await ask('GET /erasures')).body,
    tickets: (await ask('GET /tickets?limit=100')).body,
    counts: (await ask('GET /categories')).body,
  });
  const before = await look();
  for (const [script, args] of [
    ['scripts/replay.ts', ['--projection', 'all']],
    ['scripts/verify.ts', []],
  ] as const) {
    const { code, output } = await runFile(script, { args: [...args], environment: { DATA_DIR: folder } });
    t.is(code, 0, output);
  }
  t.deepEqual(await look(), before);
  for (const word of tracesOf('Яшма')) await gone(t, folder, [word]);
});

test('an erasure goes on after kill -9 at any moment, and ends with nothing left', async (t) => {
  const words = ['Оникс', 'Опал', 'Топаз', 'Сапфир', 'Рубин', 'Янтарь'].slice(0, sizeInGate(6, 3));
  const { folder, service, user, collection } = await withRareTickets(t, words);
  let running = service;
  t.teardown(() => running.kill());
  for (const [index, word] of words.entries()) {
    const path = `/api/collections/${collection}/erasures`;
    const ask = (endpoint: string, options = {}) => {
      const [method = '', rest = ''] = endpoint.split(' ');
      return call(running.url, `${method} /api/collections/${collection}${rest}`, {
        credential: user.token,
        ...options,
      });
    };
    const body = { ticket_ids: [`номер-${word}`] };
    const asked = await call(running.url, `POST ${path}`, { credential: user.token, body });
    t.is(asked.status, 202);
    // From at once to the last step, which is done within a second or so.
    await setTimeout((index * 1_150) / (words.length - 1));
    await running.kill();
    running = await startService({}, folder);
    const proven = await provenErasure(ask, (asked.body as Erasure).id);
    t.is(proven.state, 'proven');
    // The proof is made, not assumed: also after the restart it is known what to look for.
    const readModels = proven.steps.find(({ step }) => step === 'read_models');
    t.true((readModels?.found['pieces'] ?? 0) > 0, word);
    for (const trace of tracesOf(word)) t.deepEqual(filesWith(folder, trace), [], trace);
  }
});

/** JSON whose letters beyond ASCII are escapes, as many languages write it. */
const escaped = (value: unknown): string =>
  JSON.stringify(value).replaceAll(
    /[^\x00-\x7f]/g,
    (letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );

type Sent = { readonly token: string; readonly path: string; readonly type: string; readonly body: Buffer };

/** Sends a request but for the last bytes of its body; `finish` sends these too, and gives the answer. */
const begin = (url: string, { token, path, type, body }: Sent) => {
  const headers = { authorization: `Bearer ${token}`, 'content-type': type, 'content-length': body.length };
  const sent = request(`${url}${path}`, { method: 'POST', headers });
  const answered = new Promise<IncomingMessage>((resolve, reject) =>
    sent.once('response', resolve).once('error', reject),
  );
  answered.catch(() => undefined);
  sent.write(body.subarray(0, -100));
  return async () => {
    sent.end(body.subarray(-100));
    const answer = await answered;
    answer.resume();
    return answer;
  };
};

test('what was on its way when an erasure was requested, in any encoding, is not on disk when that is proven, and delays no other account; a preview is broken off, an upload and what is sent later are not', async (t) => {
  const { folder, service, user, collection, ask } = await withRareTickets(t, ['Яшма', 'Агат']);
  const other = await filledCollection(service.url);
  const { token } = user;
  const path = `/api/collections/${collection}/tickets`;
  // More than is held in memory before it is written.
  const tickets = Array.from({ length: 200 }, (_, index) => ({ ...rareTicket('Яшма'), ticket_id: `Яшма-${index}` }));
  const json = { token, path, type: 'application/json', body: Buffer.from(escaped({ tickets })) };
  const head = '--b\r\nContent-Disposition: form-data; name="file"; filename="a.json.gz"\r\n\r\n';
  const unused = randomBytes(150_000).toString('base64');
  const file = gzipSync(JSON.stringify([{ ...rareTicket('Яшма'), unused }]));
  const form = Buffer.concat([Buffer.from(head), file, Buffer.from('\r\n--b--\r\n')]);
  const preview = { token, path: `${path}/preview`, type: 'multipart/form-data; boundary=b', body: form };
  const spooled = () => readdirSync(join(folder, 'tmp')).filter((name) => name.startsWith(user.id)).length;
  const spool = async (files: number) => {
    for (let tries = 0; tries < 200 && spooled() !== files; tries += 1) await setTimeout(20);
    t.is(spooled(), files);
  };
  const [finishUpload, finishPreview] = [begin(service.url, json), begin(service.url, preview)];
  await spool(2);
  const requested = performance.now();
  const { id } = (await ask('POST /erasures', { body: { ticket_ids: ['номер-Яшма'] } })).body as Erasure;
  const finishLater = begin(service.url, json);
  await spool(3);
  const inFiles = async () =>
    ((await ask(`GET /erasures/${id}`)).body as Erasure).steps.find(({ step }) => step === 'read_models');
  for (let tries = 0; tries < 100 && !(await inFiles())?.reason; tries += 1) await setTimeout(100);
  // Of the preview, at the latest two seconds after the request.
  await spool(2);
  for (let tries = 0; tries < 100 && (await inFiles())?.reason?.startsWith('2 '); tries += 1) await setTimeout(100);
  const reason = '1 files that were being sent or read may hold the texts';
  t.like(await inFiles(), { state: 'running', reason });
  const ofOther = (await other.ask('POST /erasures', { body: { ticket_ids: ['1'] } })).body as Erasure;
  t.is((await provenErasure(other.ask, ofOther.id)).state, 'proven');
  await t.throwsAsync(finishPreview);
  const { statusCode } = await finishUpload();
  // A busy machine may need more than the minute that the body has.
  t.is(statusCode, performance.now() - requested > 60_000 && statusCode === 408 ? 408 : 200);
  t.is((await provenErasure(ask, id)).state, 'proven');
  // That of the request that was sent later.
  t.is(spooled(), 1);
  t.is((await finishLater()).statusCode, 200);
  t.is(spooled(), 0);
});

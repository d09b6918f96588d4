import { readdirSync, statSync } from 'node:fs';
import { type IncomingMessage, request } from 'node:http';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import test, { type ExecutionContext } from 'ava';
import { call } from '../support/api.ts';
import { deletedAccount, provenAccountErasure } from '../support/deleted-accounts.ts';
import { startService } from '../support/service.ts';
import { type Erasure, filledCollection, provenErasure } from '../support/stored-tickets.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { rareTicket } from '../support/traces.ts';

const started = async (t: ExecutionContext) => {
  const folder = temporaryFolder(t);
  const service = await startService({}, folder);
  t.teardown(service.kill);
  const filled = await filledCollection(service.url, [rareTicket('Яшма')]);
  const { user, collection, ask } = filled;
  const spooled = () => readdirSync(join(folder, 'tmp')).filter((name) => name.startsWith(user.id));
  return {
    ...{ folder, url: service.url, user, ask, spooled },
    path: `/api/collections/${collection}/tickets/preview`,
    erase: async () => (await ask('POST /erasures', { body: { ticket_ids: ['номер-Яшма'] } })).body as Erasure,
  };
};

/** A table that takes long to preview; all of its remarks are more than a connection holds. */
const table = (rows: number): string => {
  const id = 'x'.repeat(185);
  const first = 'ticket_id;problem;solution\n1;Яшма;Яшма\n';
  return first + Array.from({ length: rows }, (_, index) => `${index + 10}${id};Не печатает;р`).join('\n');
};

const cp1251 = (text: string): Buffer =>
  Buffer.from(
    text.replaceAll(/[а-яА-Я]/g, (letter) => String.fromCharCode(letter.charCodeAt(0) - 0x350)),
    'latin1',
  );
const utf16 = (text: string): Buffer => Buffer.from(`\uFEFF${text}`, 'utf16le');

/** Sends a file to be previewed; the answer is not read. */
const send = (to: Readonly<Record<'url' | 'path' | 'token', string>>, file: Buffer, accept: string) => {
  const head = '--b\r\nContent-Disposition: form-data; name="file"; filename="a.csv"\r\n\r\n';
  const body = Buffer.concat([Buffer.from(head), file, Buffer.from('\r\n--b--\r\n')]);
  const type = 'multipart/form-data; boundary=b';
  const headers = { authorization: `Bearer ${to.token}`, accept, 'content-type': type, 'content-length': body.length };
  const sent = request(to.url + to.path, { method: 'POST', headers });
  const answered = new Promise<IncomingMessage>((resolve, reject) =>
    sent.once('response', resolve).once('error', reject),
  );
  answered.catch(() => undefined);
  sent.end(body);
  return answered;
};

/** Waits until a file has arrived, and is being previewed. */
const untilArrived = async ({ spooled, folder }: Awaited<ReturnType<typeof started>>, { length }: Buffer) => {
  const sizes = () => spooled().map((name) => statSync(join(folder, 'tmp', name)).size);
  for (let tries = 0; tries < 3_000 && !sizes().includes(length); tries += 1) await setTimeout(10);
  await setTimeout(500);
};

const refused = { statusCode: 404 };

test('a preview that runs when tickets are erased is refused, and nothing of its file is on disk when that is proven', async (t) => {
  const world = await started(t);
  const { url, user, ask, path, spooled, erase } = world;
  const file = cp1251(table(60_000));
  const answered = send({ url, path, token: user.token }, file, 'application/json');
  await untilArrived(world, file);
  const { id } = await erase();
  t.is((await provenErasure(ask, id)).state, 'proven');
  t.deepEqual(spooled(), []);
  const answer = await answered;
  t.like(answer, refused);
  t.is(answer.headers['error-code'], 'preview-not-found');
  // What is sent later is previewed.
  t.is((await send({ url, path, token: user.token }, cp1251(table(1)), 'application/json')).statusCode, 200);
});

test('remarks that their client does not read are broken off when tickets are erased, and no file of them is on disk when that is proven', async (t) => {
  const { url, user, ask, path, spooled, erase } = await started(t);
  const answer = await send({ url, path, token: user.token }, utf16(table(60_000)), 'application/x-ndjson');
  t.is(answer.statusCode, 200);
  await setTimeout(1_000);
  // Of its remarks: the file is gone once they are made.
  t.is(spooled().length, 1);
  const { id } = await erase();
  t.is((await provenErasure(ask, id)).state, 'proven');
  t.deepEqual(spooled(), []);
  await t.throwsAsync(answer.toArray(), { message: 'aborted' });
});

test('a preview that runs when its account is deleted is refused, and nothing of its file is on disk when that is proven', async (t) => {
  const world = await started(t);
  const { url, user, path, spooled } = world;
  const file = Buffer.from(table(60_000));
  const answered = send({ url, path, token: user.token }, file, 'application/x-ndjson');
  await untilArrived(world, file);
  const { id, token } = await deletedAccount(url, user);
  t.like(await answered, refused);
  t.is((await provenAccountErasure(url, id, token)).state, 'proven');
  t.deepEqual(spooled(), []);
  t.is((await call(url, 'GET /api/me', { credential: user.token })).status, 401);
});

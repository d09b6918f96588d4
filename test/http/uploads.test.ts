import { randomUUID } from 'node:crypto';
import test from 'ava';
import { noOutcomes } from '../../src/ports/uploads.ts';
import { call, goodTicket, newCollection, newUser } from '../support/api.ts';
import { sizeOnServers } from '../support/server-stores.ts';
import { serviceFor } from '../support/service.ts';

const service = serviceFor(test);

const opened = async () => {
  const { url } = service();
  const user = await newUser(url);
  return { url, user, collection: await newCollection(url, user) };
};

const short = (id: number) => ({ ...goodTicket(id), messages: [{ role: 'operator', text: 'Готово.' }] });
const question = (id: number) => ({
  ...goodTicket(id),
  messages: [...goodTicket(id).messages, { role: 'operator', text: 'Получилось?' }],
});
const stock = (id: number) => ({
  ...goodTicket(id),
  messages: [...goodTicket(id).messages, { role: 'operator', text: 'Пришлите, пожалуйста, скриншот.' }],
});
const noProblem = (id: number) => ({
  ticket_id: id,
  messages: goodTicket(id).messages.filter(({ role }) => role === 'operator'),
});

const oneOfEach = [goodTicket(1), goodTicket(1), short(2), question(3), stock(4), noProblem(5), goodTicket(6)];

type Upload = {
  readonly id: string;
  readonly state: string;
  readonly detail: string | null;
  readonly total: number | null;
  readonly outcomes: Readonly<Record<string, number>>;
};

const outcomes = (more: Readonly<Record<string, number>>) => ({
  ...noOutcomes,
  ...more,
});

test('an upload says where it can be looked up, and there every ticket has its outcome and its rule', async (t) => {
  const { url, user, collection } = await opened();
  const credential = user.token;
  const sent = await call(url, `POST /api/collections/${collection}/tickets`, {
    credential,
    body: { tickets: oneOfEach },
  });
  t.deepEqual(sent.body, { processed: 2, skipped: 5, collection_ticket_count: 2 });
  const path = sent.headers.get('location') ?? '';
  t.regex(path, new RegExp(`^/api/collections/${collection}/uploads/[0-9a-f-]{36}$`));

  const { body } = await call(url, `GET ${path}`, { credential });
  const { id, started_at: startedAt, finished_at: finishedAt, ...rest } = body as Record<string, unknown>;
  t.true(path.endsWith(String(id)));
  t.true(String(startedAt) <= String(finishedAt));
  t.deepEqual(rest, {
    collection_id: collection,
    user_id: user.id,
    surface: 'web',
    file_name: null,
    ...{ format: 'json', on_duplicate: 'skip', state: 'finished', detail: null, total: 7 },
    ...{ undo: null, unlisted: 0, removed_links: 0, copies: 0, unchanged: 0 },
    outcomes: outcomes({
      ...{ stored: 2, duplicate: 1, 'no-solution': 1, 'ends-with-question': 1, 'stock-phrase': 1, 'no-problem': 1 },
    }),
  });
  const tickets = await call(url, `GET ${path}/tickets`, { credential });
  t.deepEqual(tickets.body, {
    tickets: [
      { ticket_id: '1', index: 0, row: null, outcome: 'stored' },
      { ticket_id: '1', index: 1, row: null, outcome: 'duplicate' },
      { ticket_id: '2', index: 2, row: null, outcome: 'no-solution' },
      { ticket_id: '3', index: 3, row: null, outcome: 'ends-with-question' },
      { ticket_id: '4', index: 4, row: null, outcome: 'stock-phrase' },
      { ticket_id: '5', index: 5, row: null, outcome: 'no-problem' },
      { ticket_id: '6', index: 6, row: null, outcome: 'stored' },
    ],
    next: null,
  });
  const stored = await call(url, `GET ${path}/tickets?outcome=stored&limit=1`, { credential });
  t.deepEqual(stored.body, { tickets: [{ ticket_id: '1', index: 0, row: null, outcome: 'stored' }], next: '0' });
  const rest2 = await call(url, `GET ${path}/tickets?outcome=stored&limit=1&after=0`, { credential });
  t.deepEqual(rest2.body, { tickets: [{ ticket_id: '6', index: 6, row: null, outcome: 'stored' }], next: '6' });
});

test('a file is named with its rows, and what was skipped can be had as CSV in the caller’s language', async (t) => {
  const { url, user, collection } = await opened();
  const credential = user.token;
  const good = goodTicket(1).messages.at(-1)?.text ?? '';
  const csv = `Номер;Проблема;Решение\n=1;Не работает вход;${good}\n\n"-2;3";Не работает оплата;Готово\n`;
  const form = new FormData();
  form.set('file', new File([csv], 'за май.csv', { type: 'text/csv' }));
  const sent = await call(url, `POST /api/collections/${collection}/tickets/upload`, { credential, body: form });
  const path = sent.headers.get('location') ?? '';
  const { body } = await call(url, `GET ${path}`, { credential });
  t.like(body, { file_name: 'за май.csv', format: 'csv', surface: 'web' });
  const { body: tickets } = await call(url, `GET ${path}/tickets`, { credential });
  t.deepEqual((tickets as { tickets: unknown }).tickets, [
    { ticket_id: '=1', index: 0, row: 2, outcome: 'stored' },
    { ticket_id: '-2;3', index: 1, row: 4, outcome: 'no-solution' },
  ]);
  const inRussian = await call(url, `GET ${path}/skipped.csv`, { credential });
  t.is(
    inRussian.body,
    `ticket_id,row,rule,sentence\n"'-2;3",4,no-solution,"Нет ответа поддержки длиннее 100 знаков; впишите решение полностью."\n`,
  );
  t.regex(inRussian.headers.get('content-disposition') ?? '', /attachment; filename=skipped-/);
  const inEnglish = await call(url, `GET ${path}/skipped.csv`, {
    credential,
    headers: { 'Accept-Language': 'en-GB,en;q=0.9' },
  });
  t.regex(String(inEnglish.body), /No support message is longer/);
});

test('uploads are listed newest first, page by page, on either surface alike', async (t) => {
  const { url, user, collection } = await opened();
  const ids: string[] = [];
  for (let number = 0; number < 5; number += 1) {
    const { headers } = await call(url, `POST /api/v1/tickets?collection_id=${collection}`, {
      ...{ credential: user.key, body: { tickets: [goodTicket(number)] } },
    });
    const path = headers.get('location') ?? '';
    t.true(path.startsWith(`/api/v1/collections/${collection}/uploads/`));
    ids.unshift(path.slice(-36));
  }
  const seen: string[] = [];
  for (let after = ''; ;) {
    const { body } = await call(url, `GET /api/v1/collections/${collection}/uploads?limit=2${after}`, {
      credential: user.key,
    });
    const { uploads, next } = body as { uploads: readonly (Upload & { surface: string })[]; next: string | null };
    t.true(uploads.every(({ surface }) => surface === 'api'));
    seen.push(...uploads.map(({ id }) => id));
    if (next === null) break;
    after = `&after=${next}`;
  }
  t.deepEqual(seen, ids);
  const { body } = await call(url, `GET /api/collections/${collection}/uploads`, { credential: user.token });
  t.deepEqual(
    (body as { uploads: readonly Upload[] }).uploads.map(({ id }) => id),
    ids,
  );
});

test('nobody sees the uploads of another, and those of a deleted collection are gone', async (t) => {
  const { url, user, collection } = await opened();
  const sent = await call(url, `POST /api/collections/${collection}/tickets`, {
    ...{ credential: user.token, body: { tickets: [goodTicket(1)] } },
  });
  const path = sent.headers.get('location') ?? '';
  const other = await newUser(url);
  const otherCollection = await newCollection(url, other);
  for (const end of ['', '/tickets', '/skipped.csv', '/progress']) {
    t.is((await call(url, `GET ${path}${end}`, { credential: other.token })).status, 404);
    t.is((await call(url, `GET ${path}${end}`)).status, 401);
  }
  const foreign = path.replace(collection, otherCollection);
  t.deepEqual((await call(url, `GET ${foreign}`, { credential: other.token })).body, { detail: 'Upload not found' });
  t.is((await call(url, `GET /api/collections/${collection}/uploads/none`, { credential: user.token })).status, 404);
  await call(url, `DELETE /api/collections/${collection}`, { credential: user.token });
  t.is((await call(url, `GET ${path}`, { credential: user.token })).status, 404);
});

test('what a query string asks for is checked', async (t) => {
  const { url, user, collection } = await opened();
  const credential = user.token;
  const sent = await call(url, `POST /api/collections/${collection}/tickets`, { credential, body: { tickets: [] } });
  const path = sent.headers.get('location') ?? '';
  for (const query of ['limit=0', 'limit=101', 'limit=x', 'after=x', 'after=-1']) {
    t.is((await call(url, `GET /api/collections/${collection}/uploads?${query}`, { credential })).status, 400, query);
  }
  for (const query of ['limit=1001', 'outcome=lost', 'after=1.5', 'limit=1&limit=2']) {
    t.is((await call(url, `GET ${path}/tickets?${query}`, { credential })).status, 400, query);
  }
});

test('a refused upload is remembered with its reason', async (t) => {
  const { url, user, collection } = await opened();
  const credential = user.token;
  const refused = await call(url, `POST /api/collections/${collection}/tickets`, {
    ...{ credential, body: { tickets: [goodTicket(1), { ticket_id: true }] } },
  });
  t.is(refused.status, 400);
  const { body } = await call(url, `GET ${refused.headers.get('location') ?? ''}`, { credential });
  t.like(body, {
    ...{ state: 'failed', total: null, outcomes: outcomes({}) },
    detail: 'tickets[1].ticket_id must be an integer or a string',
  });
});

test('the same id again answers what was answered and stores nothing twice; another body is refused', async (t) => {
  const { url, user, collection } = await opened();
  const id = randomUUID();
  const send = (tickets: readonly unknown[], to = collection, credential = user.token) =>
    call(url, `POST /api/collections/${to}/tickets`, { credential, headers: { 'Upload-Id': id }, body: { tickets } });
  const first = await send(oneOfEach);
  t.deepEqual(first.body, { processed: 2, skipped: 5, collection_ticket_count: 2 });
  const again = await send(oneOfEach);
  t.deepEqual([again.status, again.body], [200, first.body]);
  t.is(again.headers.get('location'), first.headers.get('location'));
  for (const other of [await send([goodTicket(9)]), await send(oneOfEach, await newCollection(url, user))]) {
    t.deepEqual([other.status, other.body], [400, { detail: 'Upload-Id was used for another upload' }]);
  }
  const wrong = await call(url, `POST /api/collections/${collection}/tickets`, {
    ...{ credential: user.token, headers: { 'Upload-Id': 'mine' }, body: { tickets: [] } },
  });
  t.deepEqual([wrong.status, wrong.body], [400, { detail: 'Upload-Id must be a UUID' }]);

  const other = await newUser(url);
  const otherCollection = await newCollection(url, other);
  t.deepEqual((await send(oneOfEach, otherCollection, other.token)).body, first.body);
});

const repeats = sizeOnServers(50, 20);

test(`${repeats} repeats at once store everything once: each is answered alike or told that the first still runs`, async (t) => {
  const { url, user, collection } = await opened();
  const tickets = Array.from({ length: 300 }, (_, index) => goodTicket(index));
  const headers = { 'Upload-Id': randomUUID() };
  const answers = await Promise.all(
    Array.from({ length: repeats }, () =>
      call(url, `POST /api/collections/${collection}/tickets`, { credential: user.token, headers, body: { tickets } }),
    ),
  );
  const done = answers.filter(({ status }) => status === 200);
  const running = answers.filter(({ status }) => status === 409);
  t.is(done.length + running.length, repeats);
  t.true(done.length >= 1);
  for (const { body } of done) t.deepEqual(body, { processed: 300, skipped: 0, collection_ticket_count: 300 });
  for (const { body } of running) t.deepEqual(body, { detail: 'This upload is still running' });
  const { body } = await call(url, `GET /api/collections/${collection}/uploads`, { credential: user.token });
  t.is((body as { uploads: readonly unknown[] }).uploads.length, 1);
});

import { randomUUID } from 'node:crypto';
import test from 'ava';
import { call, goodTicket, newCollection, newUser } from '../support/api.ts';
import { filledCollection } from '../support/stored-tickets.ts';
import { ownServiceFor } from '../support/service.ts';

const service = ownServiceFor(test, { TENANT_MAX_BYTES: '60000', TENANT_MAX_COLLECTIONS: '3' });

/** Tickets that every upload skips. */
const unsolved = (from: number, count: number) =>
  Array.from({ length: count }, (_, at) => ({ ticket_id: `без-решения-${from + at}`, description: 'Не работает' }));

test('uploads that store nothing end where the bytes of their tenant do, and a deleted collection gives them back', async (t) => {
  const { url } = service();
  const user = await newUser(url);
  const collection = await newCollection(url, user);
  const upload = (tickets: readonly object[], headers: Readonly<Record<string, string>> = {}) =>
    call(url, `POST /api/collections/${collection}/tickets`, { credential: user.token, body: { tickets }, headers });
  const bytes = async () =>
    ((await call(url, 'GET /api/me/usage', { credential: user.token })).body as { bytes: number }).bytes;
  const headers = { 'Upload-Id': randomUUID() };
  const first = await upload(unsolved(0, 300), headers);
  t.like(first.body, { processed: 0, skipped: 300 });
  let uploads = 1;
  for (; (await bytes()) < 60_000; uploads += 1) t.is((await upload(unsolved(uploads * 300, 300))).status, 200);
  t.true(uploads < 5, `${uploads} uploads`);
  const refused = await upload(unsolved(0, 1));
  t.is(refused.status, 403);
  t.regex((refused.body as { detail: string }).detail, /^Quota exceeded: [\d ]+ bytes of 60 000 are stored$/);
  t.is((await upload([goodTicket(1)])).status, 403);
  const before = await bytes();
  t.is((await upload(unsolved(0, 1))).status, 403);
  t.is(await bytes(), before, 'what is refused leaves nothing');
  t.deepEqual((await upload(unsolved(0, 300), headers)).body, first.body, 'a repeat has its answer');
  t.is((await call(url, `DELETE /api/collections/${collection}`, { credential: user.token })).status, 200);
  const next = await newCollection(url, user);
  const again = await call(url, `POST /api/collections/${next}/tickets`, {
    ...{ credential: user.token, body: { tickets: [goodTicket(1)] } },
  });
  t.like(again.body, { processed: 1 });
});

test('a correction beyond the bytes is refused, a withdrawal never', async (t) => {
  const { url } = service();
  const user = await newUser(url);
  const collection = await newCollection(url, user);
  const path = `/api/collections/${collection}/tickets`;
  await call(url, `POST ${path}`, { credential: user.token, body: { tickets: [goodTicket(1)] } });
  const correct = (revision: number) =>
    call(url, `PUT ${path}/1`, {
      ...{ credential: user.token, body: { category: `Тема ${revision}` }, headers: { 'If-Match': `"${revision}"` } },
    });
  let revision = 1;
  for (; revision < 40; revision += 1) if ((await correct(revision)).status === 403) break;
  t.true(revision > 5 && revision < 40, String(revision));
  t.is((await correct(revision)).status, 403);
  t.is((await call(url, `DELETE ${path}/1`, { credential: user.token })).status, 200);
});

test('beyond the bytes nothing is restored, flagged, renamed or created; withdrawals, deletions and erasures go on', async (t) => {
  const { url } = service();
  const { user, collection, ask } = await filledCollection(url);
  const bytes = async () =>
    ((await call(url, 'GET /api/me/usage', { credential: user.token })).body as { bytes: number }).bytes;
  const withdraw = () => ask('POST /withdrawals', { body: { ticket_ids: ['1', '2', '3'] } });
  const restore = () => ask('POST /restorations', { body: { ticket_ids: ['1', '2', '3'] } });
  const rename = (name: string) => ask('PATCH ', { body: { name: name.repeat(190) } });
  const before = await bytes();
  t.like((await withdraw()).body, { changed: 3 });
  const hidden = await bytes();
  t.true(hidden >= before + 3 * 500, 'what is withdrawn is counted');
  for (let turn = 0; turn < 5; turn += 1) t.like((await withdraw()).body, { changed: 0, unchanged: 3 });
  t.is(await bytes(), hidden, 'a repeat appends nothing');
  let changes = 0;
  for (; (await rename(changes % 2 ? 'а' : 'б')).status === 200; changes += 1) t.true(changes < 100);
  t.true(changes > 10, `${changes} new names`);
  const create = () => call(url, 'POST /api/collections', { credential: user.token, body: { name: 'Ещё одна' } });
  const erasure = (id: string) => ask('POST /erasures', { body: { ticket_ids: [id] } });
  for (const refuse of [restore, () => ask('PUT /tickets/1/flag'), () => rename('в'), create, () => erasure('99')]) {
    const { status, body } = await refuse();
    t.is(status, 403);
    t.regex((body as { detail: string }).detail, /^Quota exceeded: [\d ]+ bytes of 60 000 are stored$/);
  }
  t.is((await ask('DELETE /tickets/1')).status, 200);
  t.is((await erasure('1')).status, 202);
  t.is((await call(url, `DELETE /api/collections/${collection}`, { credential: user.token })).status, 200);
  t.true((await bytes()) > 20_000, 'the names that a deleted collection had stay in the log');
});

test('no more collections are created than a tenant may have, however many are asked for at once', async (t) => {
  const { url } = service();
  const { token } = await newUser(url);
  const create = () => call(url, 'POST /api/collections', { credential: token, body: { name: 'Поддержка' } });
  const statuses = (await Promise.all(Array.from({ length: 12 }, create))).map(({ status }) => status);
  t.deepEqual(statuses.toSorted(), [201, 201, 201, ...statuses.slice(3).map(() => 403)]);
});

test('a tenant has as many collections as it may; a repeat with its key is answered, and one that is deleted makes room', async (t) => {
  const { url } = service();
  const [user, other] = [await newUser(url), await newUser(url)];
  const headers = { 'Idempotency-Key': randomUUID() };
  const create = (more: object = {}) =>
    call(url, 'POST /api/collections', { credential: user.token, body: { name: 'Поддержка' }, ...more });
  const first = await create({ headers });
  await create();
  const { id } = (await create()).body as { id: string };
  const refused = await create();
  t.is(refused.status, 403);
  t.deepEqual(refused.body, { detail: 'Quota exceeded: 3 collections of 3 exist; delete one' });
  t.deepEqual((await create({ headers })).body, first.body);
  t.is((await call(url, 'POST /api/collections', { credential: other.token, body: { name: 'Их' } })).status, 201);
  await call(url, `DELETE /api/collections/${id}`, { credential: user.token });
  t.is((await create()).status, 201);
});

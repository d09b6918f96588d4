import test from 'ava';
import { call, goodTicket, newCollection, newUser } from '../support/api.ts';
import { serviceFor } from '../support/service.ts';

const service = serviceFor(test);

/** Two collections with three tickets each, and a key for the first of them alone. */
const opened = async () => {
  const { url } = service();
  const user = await newUser(url);
  const [own, other] = [await newCollection(url, user), await newCollection(url, user)];
  const tickets = [1, 2, 3].map((id) => goodTicket(id));
  for (const id of [own, other])
    await call(url, `POST /api/collections/${id}/tickets`, { credential: user.token, body: { tickets } });
  const wanted = { name: 'k', scopes: ['search', 'read', 'upload', 'manage'], collections: [own] };
  const created = await call(url, 'POST /api/keys', { credential: user.token, body: wanted });
  const { key } = created.body as { readonly key: string };
  const byToken = (endpoint: string, options = {}) => call(url, endpoint, { credential: user.token, ...options });
  const byKey = (endpoint: string, options = {}) => call(url, endpoint, { credential: key, ...options });
  return { own, other, byToken, byKey };
};

test('a key of one collection does not learn that others have erasures, and pages through its own alone', async (t) => {
  const { own, other, byToken, byKey } = await opened();
  const erase = async (collection: string, id: number) => {
    const body = { ticket_ids: [id] };
    return ((await byToken(`POST /api/collections/${collection}/erasures`, { body })).body as { id: string }).id;
  };
  for (const id of [1, 2, 3]) await erase(other, id);
  t.deepEqual((await byKey('GET /api/v1/erasures?limit=1')).body, { erasures: [], next: null });
  const first = await erase(own, 1);
  await erase(other, 1);
  const second = await erase(own, 2);
  const listed: { readonly id: string; readonly number: number }[] = [];
  let next: string | null = '';
  for (let pages = 0; next !== null && pages < 5; pages += 1) {
    const { body } = await byKey(`GET /api/v1/erasures?limit=1${next && `&after=${next}`}`);
    const page = body as { readonly erasures: typeof listed; readonly next: string | null };
    listed.push(...page.erasures);
    next = page.next;
  }
  t.is(next, null);
  t.deepEqual(
    listed.map(({ id, number }) => [id, number]),
    [
      [second, 2],
      [first, 1],
    ],
  );
  t.is(((await byToken('GET /api/erasures?limit=2')).body as { erasures: unknown[] }).erasures.length, 2);
});

test('the preview of a key takes no preview away in a collection that it may not use', async (t) => {
  const { own, other, byToken, byKey } = await opened();
  const body = { tickets: [goodTicket(9)] };
  const kept = await byToken(`POST /api/collections/${other}/tickets/preview`, { body });
  const headers = { 'Preview-Id': kept.headers.get('preview-id') ?? '' };
  const again = () => byToken(`POST /api/collections/${other}/tickets/preview`, { headers });
  t.is((await byKey(`POST /api/v1/tickets/preview?collection_id=${own}`, { body })).status, 200);
  t.is((await again()).status, 200);
  t.is((await byToken(`POST /api/collections/${own}/tickets/preview`, { body })).status, 200);
  t.is((await again()).status, 404);
});

test('a parameter that is given twice is refused in words that do not repeat its values', async (t) => {
  const { own, byToken, byKey } = await opened();
  const twice = ['limit=тайна&limit=2', 'state=active&state=тайна'];
  for (const query of twice) {
    const name = query.slice(0, query.indexOf('='));
    const { status, body, headers } = await byToken(`GET /api/collections/${own}/tickets?${query}`);
    t.deepEqual([status, body], [400, { detail: `${name} must be given once` }]);
    t.is(headers.get('Error-Code'), 'invalid-input');
  }
  const month = await byToken('GET /api/collections/${own}/questions/egress.csv?month=2026-11&month=тайна');
  t.false(JSON.stringify(month.body).includes('тайна'));
  t.is((await byKey('GET /api/v1/erasures?limit=1&limit=2')).status, 400);
});

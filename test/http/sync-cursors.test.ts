import test from 'ava';
import { call, newCollection } from '../support/api.ts';
import { ownServiceFor } from '../support/service.ts';
import { filledCollection, requireOk } from '../support/stored-tickets.ts';

const service = ownServiceFor(test, { TENANT_CHANGES_PER_DAY: '40' });
const filled = () => filledCollection(service().url, []);

const path = '/sync-cursors/zendesk-acme_zendesk_com';
type Cursor = { readonly source: string; readonly cursor: string | null; readonly at: string | null };

test('a cursor is kept for each source, moves, and is forgotten', async (t) => {
  const { ask } = await filled();
  const source = 'zendesk-acme_zendesk_com';
  t.deepEqual((await ask(`GET ${path}`, { v1: true })).body, { source, cursor: null, at: null });
  const moved = await ask(`PUT ${path}`, { body: { cursor: 'MTU3' }, v1: true });
  t.like(moved.body, { source, cursor: 'MTU3' });
  const { at } = moved.body as Cursor;
  t.true(Math.abs(Date.now() - Date.parse(String(at))) < 60_000);
  t.deepEqual((await ask(`PUT ${path}`, { body: { cursor: 'MTU3' } })).body, moved.body, 'an equal one is no change');
  t.like((await ask('PUT /sync-cursors/omnidesk', { body: { cursor: '2' } })).body, { cursor: '2' });
  t.deepEqual((await ask(`GET ${path}`)).body, moved.body, 'the other source has its own');
  t.deepEqual((await ask(`PUT ${path}`, { body: { cursor: null } })).body, { source, cursor: null, at: null });
  t.like((await ask('GET /sync-cursors/omnidesk')).body, { cursor: '2' });
});

test('what is no source or no cursor is refused, and an eleventh source', async (t) => {
  const { ask } = await filled();
  for (const source of ['A', 'a.b', 'a%22b', '-a', '__proto__', 'a'.repeat(101)]) {
    t.is((await ask(`GET /sync-cursors/${source}`)).status, 400, source);
    t.is((await ask(`PUT /sync-cursors/${source}`, { body: { cursor: '1' } })).status, 400, source);
  }
  for (const source of ['constructor', 'a'.repeat(100)]) {
    t.like((await ask(`GET /sync-cursors/${source}`)).body, { cursor: null }, source);
  }
  for (const cursor of ['', 'a b', 'ё', 'a'.repeat(1_001), 5, undefined, ['a']]) {
    t.is((await ask(`PUT ${path}`, { body: { cursor } })).status, 400, String(cursor));
  }
  for (let source = 1; source <= 10; source += 1) {
    requireOk(await ask(`PUT /sync-cursors/s${source}`, { body: { cursor: 'a'.repeat(1_000) } }));
  }
  t.is((await ask(`PUT ${path}`, { body: { cursor: '1' } })).status, 400);
  requireOk(await ask('PUT /sync-cursors/s3', { body: { cursor: null } }));
  requireOk(await ask(`PUT ${path}`, { body: { cursor: '1' } }));
});

test('a cursor needs the scope to upload, and its changes are changes of the day', async (t) => {
  const { url, user, collection, ask } = await filled();
  const keyFor = async (scopes: readonly string[]) => {
    const body = { name: 'Nightly', scopes, collections: [collection] };
    const created = await call(url, 'POST /api/keys', { credential: user.token, body });
    return (created.body as { readonly key: string }).key;
  };
  const [uploading, reading] = [await keyFor(['upload']), await keyFor(['read', 'search', 'manage'])];
  const at = (id: string) => `/api/v1/collections/${id}${path}`;
  const body = { cursor: '7' };
  t.is((await call(url, `PUT ${at(collection)}`, { credential: uploading, body })).status, 200);
  t.is((await call(url, `GET ${at(collection)}`, { credential: uploading })).status, 200);
  t.is((await call(url, `PUT ${at(collection)}`, { credential: reading, body })).status, 403);
  t.is((await call(url, `GET ${at(collection)}`, { credential: reading })).status, 403);
  const other = await newCollection(url, user);
  t.is((await call(url, `PUT ${at(other)}`, { credential: uploading, body })).status, 404);
  let status = 200;
  for (let turn = 0; turn < 40 && status === 200; turn += 1) {
    ({ status } = await ask(`PUT ${path}`, { body: { cursor: String(turn) } }));
  }
  t.is(status, 429);
  t.is((await call(url, `DELETE /api/collections/${collection}`, { credential: user.token })).status, 200);
  t.is((await ask(`GET ${path}`)).status, 404);
});

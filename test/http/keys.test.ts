import { setTimeout } from 'node:timers/promises';
import test from 'ava';
import { maxKeyCollections, maxKeys } from '../../src/domain/access-key.ts';
import { call, goodTicket, newCollection, newUser } from '../support/api.ts';
import { serviceFor } from '../support/service.ts';

const service = serviceFor(test);
const url = () => service().url;

type Key = { readonly id: string; readonly key: string; readonly last_used_at: string | null };
type Keys = { readonly keys: readonly Key[]; readonly next: null };

const create = (credential: string, body: object) =>
  call(url(), 'POST /api/keys', { credential, body: { name: 'Виджет', scopes: ['search'], ...body } });
const listed = async (credential: string) => ((await call(url(), 'GET /api/keys', { credential })).body as Keys).keys;

test('a key is shown once, listed without itself, renamed and revoked', async (t) => {
  const { token } = await newUser(url());
  const collection = await newCollection(url(), { token });
  const until = '2999-05-20T03:00:00+03:00';
  const created = await create(token, {
    ...{ name: '  Виджет на\u0007сайте ', scopes: ['upload', 'search', 'search'] },
    ...{ collections: [collection.toUpperCase(), collection], expires_at: until },
  });
  t.is(created.status, 201);
  const { key, ...shown } = created.body as Key & { readonly created_at: string };
  t.regex(key, /^[0-9A-Za-z]{32}$/);
  t.like(shown, { name: 'Виджет на сайте', scopes: ['search', 'upload'], collections: [collection] });
  t.like(shown, { expires_at: '2999-05-20T00:00:00.000Z', last_used_at: null });
  const [inList] = await listed(token);
  t.like(inList, { id: shown.id, name: 'Виджет на сайте', collections: [collection] });
  t.false(JSON.stringify(inList).includes(key));

  const renamed = await call(url(), `PATCH /api/keys/${shown.id}`, { credential: token, body: { name: 'Магазин' } });
  t.like(renamed.body, { id: shown.id, name: 'Магазин' });
  t.is((await call(url(), 'GET /api/v1/collections', { credential: key })).status, 200);
  const revoke = () => call(url(), `DELETE /api/keys/${shown.id}`, { credential: token });
  t.is((await revoke()).status, 204);
  t.is((await call(url(), 'GET /api/v1/collections', { credential: key })).status, 401);
  t.deepEqual(await listed(token), []);
  const again = await revoke();
  t.deepEqual([again.status, again.body], [404, { detail: 'Key not found' }]);
});

test('a key says what it may do, and in which collections; the API key may do everything', async (t) => {
  const { token, key } = await newUser(url());
  const one = await newCollection(url(), { token }, 'Первая');
  await newCollection(url(), { token }, 'Вторая');
  const created = await create(token, { scopes: ['read', 'search'], collections: [one] });
  const limited = (created.body as Key).key;
  const self = async (credential: string) => (await call(url(), 'GET /api/v1/keys/self', { credential })).body;
  const permission = { search: true, read: true, upload: false, manage: false };
  t.like(await self(limited), {
    ...{ name: 'Виджет', scopes: ['search', 'read'], expires_at: null },
    collections: [{ id: one, name: 'Первая', permission }],
  });
  const { collections, ...own } = (await self(key)) as { readonly collections: readonly { permission: object }[] };
  t.deepEqual(own, {
    id: null,
    name: null,
    scopes: ['search', 'read', 'upload', 'manage'],
    expires_at: null,
  });
  t.is(collections.length, 2);
  for (const { permission: all } of collections) t.false(Object.values(all).includes(false));
  const { body } = await call(url(), 'GET /api/v1/collections', { credential: limited });
  t.deepEqual(Object.keys((body as readonly object[])[0] ?? {}), [
    'id',
    'user_id',
    'name',
    'ticket_count',
    'created_at',
  ]);
  t.is((body as readonly object[]).length, 1);
});

test('the refusal of a scope says what the key may not do', async (t) => {
  const { token } = await newUser(url());
  const collection = await newCollection(url(), { token });
  const { key: credential } = (await create(token, { scopes: ['read'] })).body as Key;
  const body = { collection_id: collection, query: 'оплата' };
  const refused = await call(url(), 'POST /api/v1/search', { credential, body });
  t.deepEqual([refused.status, refused.body], [403, { detail: 'This key may not search' }]);
  t.is(refused.headers.get('error-code'), 'key-scope-missing');
  const profile = await call(url(), 'GET /api/v1/me', { credential });
  t.regex((profile.body as { readonly detail: string }).detail, /^This key may not do what concerns the account/);
});

test('a preview shows stored texts to a key that may read them, and to no other', async (t) => {
  const { token } = await newUser(url());
  const collection = await newCollection(url(), { token });
  const path = `POST /api/collections/${collection}/tickets`;
  t.is((await call(url(), path, { credential: token, body: { tickets: [goodTicket(1)] } })).status, 200);
  const previewed = async (scopes: readonly string[]) => {
    const { key: credential } = (await create(token, { scopes })).body as Key;
    const at = `POST /api/v1/tickets/preview?collection_id=${collection}&on_duplicate=update`;
    const body = { tickets: [{ ...goodTicket(1), category: 'Сеть' }] };
    return (await call(url(), at, { credential, body })).body as { readonly updates: object };
  };
  const updated = (before: string | null) => [
    { ticket_id: '1', changed: [{ name: 'category', before, after: 'Сеть' }] },
  ];
  t.like((await previewed(['upload'])).updates, { updated: updated(null) });
  t.like((await previewed(['upload', 'read'])).updates, { updated: updated('Оплата') });
});

test('a preview of a correction shows a key that may not read the texts that it sent, and no other', async (t) => {
  const { token } = await newUser(url());
  const collection = await newCollection(url(), { token });
  const stored = { ...goodTicket(1), url: 'https://desk.example.com/1' };
  const path = `POST /api/collections/${collection}/tickets`;
  t.is((await call(url(), path, { credential: token, body: { tickets: [stored] } })).status, 200);
  const previewed = async (scopes: readonly string[], body: object) => {
    const { key: credential } = (await create(token, { scopes })).body as Key;
    const at = `POST /api/v1/collections/${collection}/tickets/1/preview`;
    return (await call(url(), at, { credential, body })).body as Readonly<Record<string, unknown>>;
  };
  const { removed, ...unseen } = await previewed(['manage'], { category: 'Сеть' });
  t.deepEqual(unseen, { ticket_id: '1', category: 'Сеть', problem: '', solution: '' });
  t.deepEqual(removed, { links: 0, link_texts: [], names: [] });
  const problem = 'Иван Петров не может войти';
  const sent = await previewed(['manage'], { problem });
  t.like(sent, { problem: '[ИМЯ] не может войти', solution: '', category: '', removed: { names: ['Иван Петров'] } });
  const read = await previewed(['manage', 'read'], { problem });
  t.like(read, { problem: sent['problem'], category: 'Оплата', url: stored.url });
  t.not(read['solution'], '');
});

test('the last use of a key is told to the minute', async (t) => {
  const { token } = await newUser(url());
  const used = (await create(token, {})).body as Key;
  const unused = (await create(token, {})).body as Key;
  const before = Math.floor(Date.now() / 60_000) * 60_000;
  t.is((await call(url(), 'GET /api/v1/collections', { credential: used.key })).status, 200);
  // On servers the next request may be answered by another instance, which sees what has been stored.
  let keys = await listed(token);
  for (let tries = 0; keys[0]?.last_used_at === null && tries < 20; tries += 1) {
    await setTimeout(500);
    keys = await listed(token);
  }
  t.regex(keys[0]?.last_used_at ?? '', /:00\.000Z$/);
  t.true(Date.parse(keys[0]?.last_used_at ?? '') >= before);
  t.is(keys.find(({ id }) => id === unused.id)?.last_used_at, null);
});

test('an account has so many keys at most; a revoked one leaves room', async (t) => {
  const { token } = await newUser(url());
  const first = (await create(token, {})).body as Key;
  for (let made = 1; made < maxKeys; made += 1) t.is((await create(token, {})).status, 201);
  const refused = await create(token, {});
  t.is(refused.status, 403);
  t.is(refused.headers.get('error-code'), 'quota-exceeded');
  t.is((await call(url(), `DELETE /api/keys/${first.id}`, { credential: token })).status, 204);
  t.is((await create(token, {})).status, 201);
});

const refusals: readonly (readonly [object, RegExp])[] = [
  [{ name: ' ' }, /^name must have 1 to 100 characters$/],
  [{ name: 'я'.repeat(101) }, /^name must have 1 to 100 characters$/],
  [{ name: 7 }, /^name must be a string$/],
  [{ scopes: undefined }, /^scopes is required$/],
  [{ scopes: [] }, /^scopes must be an array of 1 to \d+ items$/],
  [{ scopes: 'search' }, /^scopes must be an array/],
  [{ scopes: ['search', 'admin'] }, /^scopes\[1\] must be one of search, read, upload, manage$/],
  [{ scopes: ['__proto__'] }, /^scopes\[0\] must be one of/],
  [{ collections: [] }, /^collections must be an array of 1 to/],
  [{ collections: ['1'] }, /^collections\[0\] must be a UUID$/],
  [
    { collections: Array.from({ length: maxKeyCollections + 1 }, () => crypto.randomUUID()) },
    /^collections must be an array/,
  ],
  [{ expires_at: 'tomorrow' }, /^expires_at must be a date-time with a time zone$/],
  [{ expires_at: '2999-05-20T03:00:00' }, /^expires_at must be a date-time with a time zone$/],
  [{ expires_at: '2999-13-45T03:00:00Z' }, /^expires_at must be a date-time/],
  [{ expires_at: '2020-01-01T00:00:00Z' }, /^expires_at must be in the future$/],
];

for (const [body, detail] of refusals) {
  test(`a key is refused: ${JSON.stringify(body).slice(0, 60)}`, async (t) => {
    const { token } = await newUser(url());
    const refused = await create(token, body);
    t.is(refused.status, 400);
    t.regex((refused.body as { readonly detail: string }).detail, detail);
  });
}

test('a key for a collection of another tenant, or of nobody, is 404', async (t) => {
  const [{ token }, other] = [await newUser(url()), await newUser(url())];
  for (const id of [await newCollection(url(), other), crypto.randomUUID()]) {
    const refused = await create(token, { collections: [id] });
    t.deepEqual([refused.status, refused.body], [404, { detail: 'Collection not found' }]);
  }
});

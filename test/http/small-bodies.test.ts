import { connect } from 'node:net';
import test from 'ava';
import { notNameLimits } from '../../src/domain/not-names.ts';
import { maxQueryCharacters } from '../../src/domain/limits.ts';
import { maxFilterCategories } from '../../src/domain/ticket-filter.ts';
import { newCollection, newUser } from '../support/api.ts';
import { serviceFor } from '../support/service.ts';

const service = serviceFor(test);

type Headers = Readonly<Record<string, string>>;

const send = async (method: string, path: string, body: string | Buffer, headers: Headers = {}) => {
  const all = { 'Content-Type': 'application/json', ...headers };
  const response = await fetch(service().url + path, { method, headers: all, body: new Uint8Array(Buffer.from(body)) });
  return [response.status, await response.json()] as const;
};
const post = (path: string, body: string | Buffer, headers: Headers = {}) => send('POST', path, body, headers);

const withCollection = async () => {
  const { url } = service();
  const user = await newUser(url);
  return { collection: await newCollection(url, user), authorization: { Authorization: `Bearer ${user.token}` } };
};

const tooLarge = (limit: string) => [413, { detail: `Request body is too large: at most ${limit} here` }] as const;

test('fields that are too long are refused by their names, up to the size that a body may have', async (t) => {
  const { collection: collection_id, authorization } = await withCollection();
  const name = [400, { detail: 'name must have 1 to 200 characters' }] as const;
  t.deepEqual(await post('/api/collections', JSON.stringify({ name: 'x'.repeat(60_000) }), authorization), name);
  const asked = JSON.stringify({ collection_id, generate_answer: false, query: 'x'.repeat(500_000) });
  const query = [400, { detail: 'query must have 1 to 10000 characters' }] as const;
  t.deepEqual(await post('/api/search', asked, authorization), query);
  t.deepEqual(await post('/api/search', asked + ' '.repeat(100_000), authorization), tooLarge('512 KB'));
});

test('a body may be as large as what it has', async (t) => {
  const { collection, authorization } = await withCollection();
  const of = (bytes: number) => JSON.stringify({ any: 'x'.repeat(bytes) });
  const own = `/api/collections/${collection}`;
  for (const path of ['/api/register', '/api/login']) t.deepEqual(await post(path, of(66_000)), tooLarge('64 KB'));
  const account = [
    ['PUT', '/api/me/password'],
    ['DELETE', '/api/me'],
  ] as const;
  for (const [method, path] of account)
    t.deepEqual(await send(method, path, of(66_000), authorization), tooLarge('64 KB'));
  const settings = [
    ['POST', '/api/collections'],
    ['POST', '/api/keys'],
    ['PATCH', own],
    ['PUT', `${own}/sync-cursors/desk`],
  ] as const;
  for (const [method, path] of settings)
    t.deepEqual(await send(method, path, of(66_000), authorization), tooLarge('64 KB'), path);
  t.deepEqual(await post('/api/answers', of(530_000), authorization), tooLarge('512 KB'));
  for (const path of ['/api/receipts/check', `${own}/withdrawals`, `${own}/erasures`]) {
    t.is((await post(path, of(1_000_000), authorization))[0], 400, path);
    t.deepEqual(await post(path, of(1_050_000), authorization), tooLarge('1 MB'), path);
  }
});

/** JSON whose characters are all escaped, as far as its strings go: six bytes for a unit of UTF-16. */
const escaped = (value: unknown): string =>
  JSON.stringify(value).replaceAll(
    /[^\x20-\x7e]/g,
    (unit) => String.raw`\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );

test('the longest fields fit with all of their characters escaped', async (t) => {
  const { collection: collection_id, authorization } = await withCollection();
  const long = (characters: number) => '😀'.repeat(characters);
  const category = Array.from({ length: maxFilterCategories }, (_, index) => `${index}`.padStart(2, '0') + long(498));
  const asked = { collection_id, query: long(maxQueryCharacters), generate_answer: false, filter: { category } };
  t.is((await post('/api/search', escaped(asked), authorization))[0], 200);
  const words = Array.from(
    { length: notNameLimits.words },
    (_, index) => `${'ж'.repeat(notNameLimits.characters - 3)}${100 + index}`,
  );
  const settings = { name: long(200), not_names: words, ticket_url: `https://a.b/{ticket_id}${'x'.repeat(1_900)}` };
  t.is((await send('PATCH', `/api/collections/${collection_id}`, escaped(settings), authorization))[0], 200);
  const account = { email: `long-${collection_id}@example.com`, password: long(1_024) };
  t.is((await post('/api/register', escaped(account)))[0], 201);
  const token = (await post('/api/login', escaped(account)))[1] as { readonly access_token: string };
  const change = escaped({ current: account.password, new: 'ж'.repeat(1_024) });
  const own = { Authorization: `Bearer ${token.access_token}` };
  t.is((await send('PUT', '/api/me/password', change, own))[0], 200);
});

test('a body is looked through before it is parsed', async (t) => {
  const deep = [400, { detail: 'body is nested deeper than 20 levels' }] as const;
  t.deepEqual(await post('/api/login', '['.repeat(30_000)), deep);
  const large = [400, { detail: 'body holds more than 2 000 values' }] as const;
  t.deepEqual(await post('/api/login', `[${'1,'.repeat(1_600)}`), [400, { detail: 'body is not valid JSON' }]);
  const { authorization } = await withCollection();
  t.deepEqual(await post('/api/search', `[${'1,'.repeat(30_000)}1]`, authorization), large);
  const utf16 = Buffer.from('{}', 'utf16le');
  const type = { 'Content-Type': 'application/json; charset=utf-16le' };
  t.deepEqual(await post('/api/login', utf16, type), [400, { detail: 'body must be encoded in UTF-8' }]);
});

test('a body is looked through while it arrives: what it has too much of is refused before its end', async (t) => {
  const { authorization } = await withCollection();
  const { hostname, port } = new URL(service().url);
  const begun = (body: string) =>
    new Promise<string>((resolve, reject) => {
      const socket = connect(Number(port), hostname);
      let received = '';
      socket.on('data', (data: Buffer) => {
        received += data.toString();
        if (!received.includes('}')) return;
        socket.destroy();
        resolve(received.slice(received.indexOf('{')));
      });
      socket.once('error', reject);
      socket.write(
        `POST /api/search HTTP/1.1\r\nHost: a\r\nAuthorization: ${authorization.Authorization}\r\nContent-Type: application/json\r\nContent-Length: 500000\r\n\r\n${body}`,
      );
    });
  t.timeout(20_000);
  t.is(await begun('[['.repeat(20)), '{"detail":"body is nested deeper than 20 levels"}');
  t.is(await begun(`[${'1,'.repeat(30_000)}`), '{"detail":"body holds more than 2 000 values"}');
  t.is(await begun(':'.repeat(90_000)), '{"detail":"body is not valid JSON"}');
});

import test from 'ava';
import { call, newCollection, newUser } from '../support/api.ts';
import { serviceFor } from '../support/service.ts';

const service = serviceFor(test);

const post = async (path: string, body: string | Buffer, headers: Readonly<Record<string, string>> = {}) => {
  const all = { 'Content-Type': 'application/json', ...headers };
  const response = await fetch(service().url + path, {
    method: 'POST',
    headers: all,
    body: new Uint8Array(Buffer.from(body)),
  });
  return [response.status, await response.json()];
};

const tooLarge = (limit: string) => [413, { detail: `Request body is too large: at most ${limit} here` }];

test('a body may be as large as its fields need', async (t) => {
  const { url } = service();
  const user = await newUser(url);
  const collection = await newCollection(url, user);
  const long = 'x'.repeat(32 * 1024);
  for (const path of ['/api/login', '/api/register'])
    t.deepEqual(await post(path, JSON.stringify({ email: 'a@example.com', password: long })), tooLarge('32 kB'), path);
  const authorization = { Authorization: `Bearer ${user.token}` };
  t.deepEqual(await post('/api/collections', JSON.stringify({ name: long }), authorization), tooLarge('32 kB'));
  const asked = (query: string) => `{"collection_id":"${collection}","generate_answer":false,"query":"${query}"}`;
  // The longest question in the longest spelling of JSON.
  const [status] = await post('/api/search', asked(String.raw`\ud83d\ude00`.repeat(10_000)), authorization);
  t.is(status, 200);
  for (const path of ['/api/search', '/api/answers'])
    t.deepEqual(await post(path, asked('x'.repeat(128 * 1024)), authorization), tooLarge('128 kB'), path);
  const ids = { ticket_ids: Array.from({ length: 1_000 }, (_, id) => String(id).padStart(200, 'я')) };
  const withdrawn = await call(url, `POST /api/collections/${collection}/withdrawals`, {
    credential: user.token,
    body: ids,
  });
  t.is(withdrawn.status, 200);
});

test('a body is looked through before it is parsed', async (t) => {
  const deep = [400, { detail: 'body is nested deeper than 20 levels' }];
  t.deepEqual(await post('/api/login', '['.repeat(30_000)), deep);
  const large = [400, { detail: 'body holds more than 20 000 values' }];
  t.deepEqual(await post('/api/login', `[${'1,'.repeat(16_000)}`), [400, { detail: 'body is not valid JSON' }]);
  const user = await newUser(service().url);
  const authorization = { Authorization: `Bearer ${user.token}` };
  t.deepEqual(await post('/api/search', `[${'1,'.repeat(30_000)}1]`, authorization), large);
  const utf16 = Buffer.from('{}', 'utf16le');
  const type = { 'Content-Type': 'application/json; charset=utf-16le' };
  t.deepEqual(await post('/api/login', utf16, type), [400, { detail: 'body must be encoded in UTF-8' }]);
});

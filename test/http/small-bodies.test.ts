import test from 'ava';
import { newCollection, newUser } from '../support/api.ts';
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

test('fields that are too long are refused by their names, up to a body of 1 MB', async (t) => {
  const { url } = service();
  const user = await newUser(url);
  const collection_id = await newCollection(url, user);
  const authorization = { Authorization: `Bearer ${user.token}` };
  const name = [400, { detail: 'name must have 1 to 200 characters' }];
  const long = 'x'.repeat(1_000_000);
  t.deepEqual(await post('/api/collections', JSON.stringify({ name: long }), authorization), name);
  const asked = JSON.stringify({ collection_id, generate_answer: false, query: long });
  const query = [400, { detail: 'query must have 1 to 10000 characters' }];
  t.deepEqual(await post('/api/search', asked, authorization), query);
  const tooLarge = [413, { detail: 'Request body is too large: at most 1 MB here' }];
  t.deepEqual(await post('/api/search', asked + ' '.repeat(100_000), authorization), tooLarge);
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

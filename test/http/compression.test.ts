import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import test from 'ava';
import { call, goodTicket, newCollection, newUser, userPassword } from '../support/api.ts';
import { serviceFor } from '../support/service.ts';

const service = serviceFor(test);
const url = () => service().url;

type Sent = {
  readonly token?: string;
  readonly body?: object;
  readonly accept?: string;
  readonly encoding?: string;
  readonly etag?: string | undefined;
};

/** The answer as it is sent: `fetch` would decompress it. */
const ask = async (endpoint: string, { token, body, accept = '*/*', encoding = 'gzip', etag }: Sent = {}) => {
  const [method, path = '/'] = endpoint.split(' ');
  const headers = {
    'Accept-Encoding': encoding,
    Accept: accept,
    ...(token === undefined ? {} : { Authorization: `Bearer ${token}` }),
    ...(etag === undefined ? {} : { 'If-None-Match': etag }),
    ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
  };
  const sent = request(url() + path, { method, headers });
  sent.end(body && JSON.stringify(body));
  const [answer] = (await once(sent, 'response')) as [IncomingMessage];
  return { status: answer.statusCode, headers: answer.headers, bytes: await buffer(answer) };
};

const filled = async () => {
  const user = await newUser(url());
  const id = await newCollection(url(), user);
  const tickets = Array.from({ length: 30 }, (_, index) => goodTicket(index, `печать номер ${index}`));
  await call(url(), `POST /api/collections/${id}/tickets`, { credential: user.token, body: { tickets } });
  return { ...user, at: `/api/collections/${id}`, id };
};

test('the documents of the API are made once: a copy that a client has is confirmed, and proxies leave them as they are', async (t) => {
  for (const endpoint of ['GET /api/openapi.json', 'GET /api/docs', 'GET /api/docs/style.css']) {
    const { headers, bytes } = await ask(endpoint);
    t.is(headers['cache-control'], 'no-cache, no-transform', endpoint);
    // Such a coding is not kept, and nothing is compressed for a single request.
    const plain = await ask(endpoint, { encoding: 'deflate' });
    t.is(plain.headers['content-encoding'], undefined, endpoint);
    t.true(gunzipSync(bytes).equals(plain.bytes), endpoint);
    const again = await ask(endpoint, { etag: headers.etag });
    t.deepEqual([again.status, again.bytes.length], [304, 0], endpoint);
    t.is((await ask(endpoint, { etag: '"another"' })).status, 200, endpoint);
  }
});

test('lists, documents and files of tickets are compressed for who takes it, and as they are for others', async (t) => {
  const { token, at, id } = await filled();
  for (const endpoint of [
    `GET ${at}/tickets?limit=50`,
    `GET ${at}/export.jsonl`,
    'GET /api/openapi.json',
    'GET /api/docs',
  ]) {
    const plain = await ask(endpoint, { token, encoding: 'identity' });
    t.is(plain.headers['content-encoding'], undefined, endpoint);
    for (const [encoding, decompress] of [
      ['gzip', gunzipSync],
      ['br', brotliDecompressSync],
    ] as const) {
      const packed = await ask(endpoint, { token, encoding });
      t.is(packed.headers['content-encoding'], encoding, endpoint);
      t.true(decompress(packed.bytes).equals(plain.bytes), endpoint);
      t.true(packed.bytes.length < plain.bytes.length / 2, endpoint);
      t.regex(packed.headers.vary ?? '', /accept-encoding/i, endpoint);
    }
  }
  const body = { collection_id: id, query: 'печать', generate_answer: false };
  t.is((await ask('POST /api/search', { token, body })).headers['content-encoding'], 'gzip');
});

test('event streams, small answers, refusals and answers with credentials are not compressed', async (t) => {
  const { token, key, email, id, at } = await filled();
  const search = { collection_id: id, query: 'печать', generate_answer: true };
  const credentials = { email, password: userPassword };
  for (const [endpoint, sent, status] of [
    ['POST /api/search', { token, body: search, accept: 'text/event-stream' }, 200],
    ['POST /api/answers', { token, body: search }, 200],
    [`GET ${at}`, { token }, 200],
    ['GET /api/me', { token }, 200],
    ['POST /api/login', { body: credentials }, 200],
    ['POST /api/register', { body: { ...credentials, email: `2${email}`, plan: 'free' } }, 200],
    ['PATCH /api/v1/me/api-key', { token: key }, 200],
    ['GET /api/nothing', { token }, 404],
  ] as const) {
    const answer = await ask(endpoint, sent);
    t.true(answer.status === status || (status === 200 && answer.status === 201), `${endpoint}: ${answer.status}`);
    t.is(answer.headers['content-encoding'], undefined, endpoint);
  }
});

test('a ticket keeps its ETag when it is compressed, so that it can be corrected', async (t) => {
  const { token, at } = await filled();
  const id = String(goodTicket(1, '').ticket_id);
  const long = 'Переустановили драйвер, проверили печать из двух программ. '.repeat(60);
  const corrected = await call(url(), `PUT ${at}/tickets/${id}`, {
    credential: token,
    body: { solution: long },
    headers: { 'If-Match': '"1"' },
  });
  t.is(corrected.status, 200);
  const read = await ask(`GET ${at}/tickets/${id}`, { token });
  t.is(read.headers['content-encoding'], 'gzip');
  t.is(read.headers.etag, '"2"');
});

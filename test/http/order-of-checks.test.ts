import { randomUUID } from 'node:crypto';
import { connect } from 'node:net';
import test from 'ava';
import { call, newCollection, newUser } from '../support/api.ts';
import { serviceFor, startService } from '../support/service.ts';

const service = serviceFor(test);
const url = () => service().url;

test('an unknown path or method is 404 before any credential, with exactly one field', async (t) => {
  for (const endpoint of [
    'GET /api/nothing',
    'GET /nothing',
    'GET /api/login',
    'PUT /api/me',
    'POST /api/v1/collections',
    'OPTIONS /api/me',
    'GET /api/Me',
    'GET /api/%E0%A4%A',
  ]) {
    const { status, body } = await call(url(), endpoint);
    t.deepEqual([status, body], [404, { detail: 'Not found' }], endpoint);
  }
});

test('credential, then query string, then owner, then headers, then body', async (t) => {
  const { key, token } = await newUser(url());
  const own = await newCollection(url(), { token });
  const post = async (path: string, credential: string, contentType = 'text/plain', body = '{') =>
    (await call(url(), `POST ${path}`, { credential, body, headers: { 'Content-Type': contentType } })).status;
  t.is(await post('/api/v1/tickets?collection_id=x', 'wrong'), 401);
  t.is(await post('/api/v1/tickets?collection_id=x', key), 400);
  t.is(await post(`/api/v1/tickets?collection_id=${randomUUID()}`, key), 404);
  t.is(await post(`/api/v1/tickets?collection_id=${own}`, key), 400);
  t.is(await post(`/api/v1/tickets?collection_id=${own}`, key, 'application/json', '{"tickets":[]}'), 200);
});

test('every answer has a request id, a refusal of a credential names the scheme', async (t) => {
  const { headers } = await call(url(), 'GET /api/me');
  t.regex(headers.get('x-request-id') ?? '', /^[0-9a-f-]{36}$/);
  t.is(headers.get('www-authenticate'), 'Bearer');
  t.is(headers.get('x-powered-by'), null);
});

test('no body is requested before the credential was checked', async (t) => {
  const { hostname, port } = new URL(url());
  const ask = (credential: string) =>
    new Promise<string>((resolve, reject) => {
      const socket = connect(Number(port), hostname);
      socket.once('data', (data: Buffer) => {
        resolve(data.toString().split('\r\n')[0] ?? '');
        socket.destroy();
      });
      socket.once('error', reject);
      socket.write(
        `POST /api/search HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer ${credential}\r\nContent-Type: application/json\r\nContent-Length: 100000\r\nExpect: 100-continue\r\n\r\n`,
      );
    });
  const { token } = await newUser(url());
  t.is(await ask('wrong'), 'HTTP/1.1 401 Unauthorized');
  t.is(await ask(token), 'HTTP/1.1 100 Continue');
});

test('a malformed request is answered in JSON too', async (t) => {
  const { hostname, port } = new URL(url());
  const answer = await new Promise<string>((resolve, reject) => {
    const socket = connect(Number(port), hostname, () => socket.write('NONSENSE\r\n\r\n'));
    let text = '';
    socket.on('data', (data: Buffer) => (text += data.toString()));
    socket.on('end', () => resolve(text));
    socket.on('error', reject);
  });
  t.regex(answer, /^HTTP\/1\.1 400 /);
  t.regex(answer, /\{"detail":"[^"]+"\}$/);
});

test('thirty requests a minute are admitted for each address, the next is 429 with its headers, health and readiness always answer', async (t) => {
  const limited = await startService({ RATE_LIMIT_PER_MINUTE: '30', TRUST_PROXY: '1' });
  t.teardown(limited.stop);
  const from = (address: string) => call(limited.url, 'GET /api/nothing', { headers: { 'X-Forwarded-For': address } });
  for (let turn = 1; turn <= 30; turn += 1) {
    const { status, headers } = await from('10.0.0.1');
    t.is(status, 404);
    t.is(headers.get('ratelimit-remaining'), String(30 - turn));
  }
  const { status, body, headers } = await from('10.0.0.1');
  t.deepEqual([status, body], [429, { detail: 'Rate limit exceeded' }]);
  t.is(headers.get('ratelimit-limit'), '30');
  const wait = Number(headers.get('retry-after'));
  t.true(wait >= 1 && wait <= 60);
  t.is((await from('10.0.0.2')).status, 404);
  const forwarded = { headers: { 'X-Forwarded-For': '10.0.0.1' } };
  t.deepEqual((await call(limited.url, 'GET /api/health', forwarded)).body, { status: 'ok' });
  const ready = await call(limited.url, 'GET /api/ready', forwarded);
  t.is(ready.status, 200);
  t.is(ready.headers.get('ratelimit-limit'), null);
});

test('without TRUST_PROXY a client cannot choose its address', async (t) => {
  const limited = await startService({ RATE_LIMIT_PER_MINUTE: '2' });
  t.teardown(limited.stop);
  const statuses = [];
  for (const address of ['1.1.1.1', '2.2.2.2', '3.3.3.3']) {
    statuses.push(
      (await call(limited.url, 'GET /api/openapi.json', { headers: { 'X-Forwarded-For': address } })).status,
    );
  }
  t.deepEqual(statuses, [200, 200, 429]);
});

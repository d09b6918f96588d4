import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { get, type IncomingMessage, type ServerResponse } from 'node:http';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import test from 'ava';
import { call, goodTicket, newCollection, newUser } from '../support/api.ts';
import { freePort } from '../support/free-port.ts';
import { startGateway } from '../support/gateway.ts';
import { chunk, directed } from '../support/gateway-streams.ts';
import { startService } from '../support/service.ts';
import { ask, open, startFront } from '../support/nginx-front.ts';
import { startHttp } from '../support/small-servers.ts';

// One after the other: one of them opens hundreds of connections, beside which others would wait too long.
const testWithNginx = spawnSync('nginx', ['-v']).error ? test.serial.skip : test.serial;

testWithNginx('HTTPS reaches the service, plain HTTP is led there, and no client chooses its address', async (t) => {
  const service = await startService({ TRUST_PROXY: '1', RATE_LIMIT_PER_MINUTE: '3' });
  t.teardown(service.stop);
  const front = await startFront(t, Number(new URL(service.url).port));
  const health = await ask(front, '/api/health');
  t.is(health.body, '{"status":"ok"}');
  t.truthy(health.headers['strict-transport-security']);
  const packed = open(front, '/api/openapi.json', { headers: { 'Accept-Encoding': 'gzip' } }).end();
  const [document] = (await once(packed, 'response')) as [IncomingMessage];
  document.resume();
  t.is(document.headers['content-encoding'], 'gzip');
  await t.throwsAsync(ask({ ...front, ca: '' }, '/api/health'), { message: /certificate/ });

  const [plain] = (await once(get(`http://127.0.0.1:${front.http}/api/me?a=b`), 'response')) as [IncomingMessage];
  plain.resume();
  t.is(plain.statusCode, 308);
  t.is(plain.headers.location, 'https://127.0.0.1/api/me?a=b');

  const statuses: (number | undefined)[] = [];
  for (const last of [1, 2, 3, 4]) {
    const headers = { 'X-Forwarded-For': `203.0.113.${last}`, Forwarded: `for=203.0.113.${last}` };
    statuses.push((await ask(front, '/api/me', { headers })).status);
  }
  t.is(statuses.at(-1), 429);
  t.true(statuses.slice(0, 2).every((status) => status === 401));
});

testWithNginx(
  'a search passes whose sources have the longest addresses and as many messages as they may',
  async (t) => {
    const service = await startService();
    t.teardown(service.stop);
    const front = await startFront(t, Number(new URL(service.url).port));
    const user = await newUser(service.url);
    const collection = await newCollection(service.url, user);
    const words = Array.from({ length: 1_999 }, (_, index) => ({
      role: 'client',
      text: `${index} ${'а'.repeat(50)}`,
    }));
    const tickets = [1, 2, 3, 4, 5].map((number) => {
      const ticket = goodTicket(number);
      const url = `https://desk.example.com/${'a'.repeat(470)}/${number}`;
      return { ...ticket, url, messages: [...words, ...ticket.messages.slice(-1)] };
    });
    const path = `POST /api/collections/${collection}/tickets`;
    t.is((await call(service.url, path, { credential: user.token, body: { tickets } })).status, 200);
    const headers = { Authorization: `Bearer ${user.token}`, 'Content-Type': 'application/json' };
    const search = open(front, '/api/search', { method: 'POST', headers });
    search.end(JSON.stringify({ collection_id: collection, query: 'оплата заказа картой', generate_answer: false }));
    const [answer] = (await once(search, 'response')) as [IncomingMessage];
    answer.resume();
    t.is(answer.statusCode, 200);
    t.is(answer.headers['source-links']?.toString().split(', ').length, 5);
    t.is(
      answer.headers['problem-lengths']
        ?.toString()
        .split(/[ ,()]+/)
        .filter(Boolean).length,
      200,
    );
  },
);

testWithNginx('what the proxy refuses is JSON, as the service refuses', async (t) => {
  const front = await startFront(t, await freePort());
  const detail = ({ body }: { readonly body: string }) => (JSON.parse(body) as { detail: string }).detail;
  const away = await ask(front, '/api/me');
  t.is(away.status, 502);
  t.is(detail(away), 'The service is not reachable; try again shortly');
  // Within the margin above the service's limit, which the service itself refuses.
  const allowed = await ask(front, '/api/me', { method: 'POST', headers: { 'Content-Length': 53_000_000 } });
  t.is(allowed.status, 502);
  const large = await ask(front, '/api/me', { method: 'POST', headers: { 'Content-Length': 54_000_000 } });
  t.is(large.status, 413);
  t.is(detail(large), 'Request body is too large; the limit is 50 MB');
  const long = await ask(front, '/api/me', { headers: { 'X-Long': 'x'.repeat(9_000) } });
  t.is(detail(long), 'Request headers are too large');
  const codes = [away, large, long].map(({ headers }) => headers['error-code']);
  t.deepEqual(codes, ['service-unreachable', 'body-too-large', 'headers-too-large']);
  for (const { headers } of [away, large, long]) t.is(headers['content-type'], 'application/json');
});

testWithNginx('uploads and event streams pass piece by piece, with the address of the client alone', async (t) => {
  // Each side goes on only when it has the piece before: a proxy that keeps one back holds both until the time is up.
  const signal = AbortSignal.timeout(10_000);
  let received = '';
  let forwarded: unknown;
  const hasReceived = async (all: string) => {
    while (received !== all) await setTimeout(5, undefined, { signal });
  };
  const reply = async (answer: ServerResponse) => {
    await hasReceived('begin');
    answer.write('event: one\n\n');
    await hasReceived('begin, end');
    answer.end('event: two\n\n');
  };
  const service = await startHttp(t, (incoming, answer) => {
    forwarded = incoming.headers['x-forwarded-for'];
    incoming.on('data', (chunk: Buffer) => (received += chunk.toString()));
    if (incoming.method === 'POST') reply(answer).catch(() => answer.destroy());
    else answer.end();
  });
  const front = await startFront(t, service);
  const sent = open(front, '/api/x', { method: 'POST', headers: { 'X-Forwarded-For': '203.0.113.9' }, signal });
  sent.write('begin');
  const [answer] = (await once(sent, 'response', { signal })) as [IncomingMessage];
  const pieces = answer.iterator() as AsyncIterableIterator<Buffer>;
  t.is(String((await pieces.next()).value), 'event: one\n\n');
  sent.end(', end');
  t.is(String((await pieces.next()).value), 'event: two\n\n');
  t.is(forwarded, '127.0.0.1');
});

testWithNginx('an answer grows behind the proxy, and a client that leaves it ends the call of the model', async (t) => {
  const gateway = await startGateway();
  t.teardown(gateway.close);
  const service = await startService({ TRUST_PROXY: '1', GATEWAY_URL: gateway.url, EMBEDDING_DIMENSIONS: '256' });
  t.teardown(service.stop);
  const user = await newUser(service.url);
  const id = await newCollection(service.url, user);
  const body = { tickets: [goodTicket(1, 'оплата')] };
  await call(service.url, `POST /api/collections/${id}/tickets`, { credential: user.token, body });
  const front = await startFront(t, Number(new URL(service.url).port));
  const signal = AbortSignal.timeout(10_000);
  const { behaviour, left, say } = directed();
  gateway.chat.next(behaviour);
  const headers = { Authorization: `Bearer ${user.token}`, 'Content-Type': 'application/json' };
  const sent = open(front, '/api/answers', { method: 'POST', headers, signal });
  sent.end(JSON.stringify({ collection_id: id, query: 'оплата' }));
  const [answer] = (await once(sent, 'response', { signal })) as [IncomingMessage];
  const pieces = answer.iterator({ destroyOnReturn: false }) as AsyncIterableIterator<Buffer>;
  t.regex(String((await pieces.next()).value), /^event: sources\n/);
  for (const content of ['Проверьте', ' оплату']) {
    await say(chunk({ content }));
    t.regex(String((await pieces.next()).value), new RegExp(`^event: text\\n.*\\n.*${content}`));
  }
  const start = performance.now();
  sent.destroy();
  await left;
  t.true(performance.now() - start < 1_000);
});

testWithNginx('the line that closes registration refuses it however it is written, and nothing else', async (t) => {
  const service = await startService({ RATE_LIMIT_PER_MINUTE: '0' });
  t.teardown(service.stop);
  const front = await startFront(t, Number(new URL(service.url).port), /register/);
  for (const path of ['register', 'register/', 'Register', '%72egister', '/register', 'register?a', './register'])
    t.is((await ask(front, `/api/${path}`, { method: 'POST' })).status, 403, path);
  t.is((await ask(front, '/api/login', { method: 'POST' })).status, 400);
  t.is((await ask(front, '/api/registers')).status, 404);
});

testWithNginx('one address has 512 requests at a time, and what it asks is in no log of nginx', async (t) => {
  const waiting: ServerResponse[] = [];
  const service = await startHttp(t, ({ url }, answer) => {
    if (url?.startsWith('/wait') === true) waiting.push(answer);
    else answer.writeHead(url?.startsWith('/fail') === true ? 500 : 200).end('{}');
  });
  const front = await startFront(t, service);
  const held = Array.from({ length: 512 }, () => open(front, '/wait?secret=1', { localAddress: '127.0.0.1' }).end());
  const answers = held.map(async (sent) => ((await once(sent, 'response')) as [IncomingMessage])[0].resume());
  const signal = AbortSignal.timeout(60_000);
  while (waiting.length < 512) await setTimeout(20, undefined, { signal });
  const refused = await ask(front, '/api/health?secret=2', { localAddress: '127.0.0.1' });
  t.deepEqual([refused.status, refused.body], [429, '{"detail":"Rate limit exceeded"}']);
  const { 'error-code': code, 'retry-after': wait } = refused.headers;
  t.deepEqual([code, wait], ['too-many-streams', '5']);
  t.is((await ask(front, '/api/health', { localAddress: '127.0.0.2' })).status, 200);
  for (const answer of waiting) answer.end();
  await Promise.all(answers);
  t.is((await ask(front, '/fail?secret=3', { localAddress: '127.0.0.1' })).status, 500);
  const log = () => readFileSync(join(front.folder, 'precedent.log'), 'utf8');
  while (log() === '') await setTimeout(20, undefined, { signal });
  t.regex(log(), /^\S+ 127\.0\.0\.1 GET 500 from 127\.0\.0\.1:\d+: 500 in [\d.]+ s\n$/);
  t.is(readFileSync(join(front.folder, 'precedent-error.log'), 'utf8'), '');
});

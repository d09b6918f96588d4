import { once } from 'node:events';
import { createServer } from 'node:http';
import type { Response } from 'express';
import test, { type ExecutionContext } from 'ava';
import { noRateLimiter } from '../../src/adapters/memory/rate-limiter.ts';
import { createApp } from '../../src/http/app.ts';
import { listening } from '../support/small-servers.ts';

/** An app behind one proxy, of which each address may have two requests running; they run until they are answered. */
const serve = async (t: ExecutionContext) => {
  const running: Response[] = [];
  const app = createApp({
    routes: [
      ['get', '/api/wait', 'none', (_request, response) => void running.push(response)],
      ['get', '/api/health', 'none', (_request, response) => void response.json({})],
    ],
    authenticate: () => [],
    limiter: noRateLimiter,
    maxRunning: 2,
    ui: (request, response, next) => (request.path === '/file' ? void running.push(response) : next()),
    trustProxy: 1,
    log: { request: () => undefined, unexpectedError: (_id, error) => t.fail(String(error)) },
  });
  const port = await listening(t, createServer(app));
  const ask = (client: string, path = '/api/wait', signal?: AbortSignal) =>
    fetch(`http://127.0.0.1:${port}${path}`, {
      headers: { 'X-Forwarded-For': client },
      ...(signal && { signal }),
    });
  const until = async (count: number) => {
    while (running.length < count) await new Promise((resolve) => setTimeout(resolve, 5));
  };
  return { ask, running, until };
};

test('an address has so many requests running at a time; others, and probes, are not refused', async (t) => {
  const { ask, running, until } = await serve(t);
  const [first, second] = [ask('2001:db8:0:1::1'), ask('2001:db8:0:2::1')];
  await until(2);
  // A /56 is one customer.
  const refused = await ask('2001:db8:0:3::1');
  t.is(refused.status, 429);
  t.is(refused.headers.get('Retry-After'), '5');
  t.deepEqual(await refused.json(), { detail: 'At most 2 requests can run at a time' });
  t.is((await ask('2001:db8:0:3::1', '/api/health')).status, 200);
  const other = ask('203.0.113.7');
  await until(3);
  running[0]?.json({});
  t.is((await first).status, 200);
  const next = ask('2001:db8:0:3::1');
  await until(4);
  for (const response of running.slice(1)) response.json({});
  t.deepEqual(
    (await Promise.all([second, other, next])).map(({ status }) => status),
    [200, 200, 200],
  );
});

test('a request whose client has left runs no more', async (t) => {
  const { ask, running, until } = await serve(t);
  const leaving = new AbortController();
  const left = ask('203.0.113.7', '/api/wait', leaving.signal).catch(() => undefined);
  const stays = ask('203.0.113.7');
  await until(2);
  const closed = Promise.race(running.map((response) => once(response, 'close')));
  leaving.abort();
  await Promise.all([left, closed]);
  const next = ask('203.0.113.7');
  await until(3);
  for (const response of running) if (!response.closed) response.json({});
  t.deepEqual([(await stays).status, (await next).status], [200, 200]);
});

test('files of the web interface count with all that runs, up to four times as much', async (t) => {
  const { ask, running, until } = await serve(t);
  const files = Array.from({ length: 8 }, () => ask('203.0.113.7', '/file'));
  await until(8);
  for (const path of ['/file', '/api/wait']) {
    const refused = await ask('203.0.113.7', path);
    t.deepEqual([refused.status, await refused.json()], [429, { detail: 'At most 8 requests can run at a time' }]);
  }
  t.is((await ask('203.0.113.7', '/api/health')).status, 200);
  const other = ask('203.0.113.8', '/file');
  await until(9);
  for (const response of running) response.end();
  t.true((await Promise.all([...files, other])).every(({ status }) => status === 200));
});

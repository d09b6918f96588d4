import { readFileSync } from 'node:fs';
import { setTimeout } from 'node:timers/promises';
import test from 'ava';
import type { RequestLog } from '../../src/http/request-log.ts';
import { call, newCollection, newUser, userPassword } from '../support/api.ts';
import { startService } from '../support/service.ts';

const forwarded = { 'X-Forwarded-For': '203.0.113.7' };

/** The line of a request, once it is written. */
const lineOf = async (output: () => string, requestId: string): Promise<RequestLog> => {
  for (const end = Date.now() + 60_000; Date.now() < end;) {
    const line = output()
      .split('\n')
      .find((each) => each.includes(requestId));
    if (line !== undefined) return JSON.parse(line) as RequestLog;
    await setTimeout(20);
  }
  throw new Error(`${requestId} was not logged`);
};

/** The expression for fail2ban in the documentation, with the address as a group. */
const documented = (): RegExp => {
  const line = /failregex = (.+)/.exec(readFileSync('docs/operations.md', 'utf8'))?.[1] ?? '';
  return new RegExp(line.replace('<SUBNET>', '([0-9a-f.:/]+)'));
};

test('lines of refused credentials, logins, new keys and erasures say who asked, others do not', async (t) => {
  const service = await startService({ TRUST_PROXY: '1', LOG_LEVEL: 'info' });
  t.teardown(service.kill);
  const { url } = service;
  const user = await newUser(url);
  const collection = await newCollection(url, user);
  const log = async (endpoint: string, options: Parameters<typeof call>[2] = {}): Promise<RequestLog> => {
    const { headers } = await call(url, endpoint, { ...options, headers: { ...forwarded, ...options.headers } });
    return lineOf(service.output, headers.get('X-Request-Id') ?? '');
  };
  const who = ({ route, status, address, accountId }: RequestLog) => [route, status, address, accountId];
  const login = { email: user.email, password: userPassword };

  const login401 = await log('POST /api/login', { body: { ...login, password: 'another one' } });
  t.deepEqual(who(login401), ['/api/login', 401, '203.0.113.7', undefined]);
  t.deepEqual(who(await log('POST /api/login', { body: login })), ['/api/login', 200, '203.0.113.7', user.id]);
  t.deepEqual(who(await log('GET /api/me')), ['/api/me', 401, '203.0.113.7', undefined]);
  const ipv6 = { headers: { 'X-Forwarded-For': '2001:db8::1' } };
  t.is((await log('GET /api/me', ipv6)).address, '2001:db8:0:0::/64');
  const registration = { email: 'somebody@example.com', password: userPassword };
  const registered = await log('POST /api/register', { body: registration });
  t.like(registered, { status: 201, address: '203.0.113.7' });
  t.regex(registered.accountId ?? '', /^[0-9a-f-]{36}$/);
  const erasures = `POST /api/collections/${collection}/erasures`;
  const erasure = await log(erasures, { credential: user.token, body: { ticket_ids: ['1'] } });
  t.like(erasure, { address: '203.0.113.7', accountId: user.id });
  const key = await log('PATCH /api/v1/me/api-key', { credential: user.key });
  t.like(key, { status: 200, address: '203.0.113.7', accountId: user.id });

  const named = { name: 'Бот', scopes: ['read'] };
  for (const [endpoint, body] of [
    ['POST /api/keys', named],
    ['POST /api/me/sign-out-everywhere', undefined],
  ] as const) {
    const traced = await log(endpoint, { credential: user.token, body });
    t.like(traced, { address: '203.0.113.7', accountId: user.id }, endpoint);
  }
  const { body: session } = await call(service.url, 'POST /api/login', { body: login });
  const { access_token: credential } = session as { readonly access_token: string };

  const ordinary = await log('GET /api/collections', { credential });
  t.deepEqual(who(ordinary), ['/api/collections', 200, undefined, undefined]);
  t.false(service.output().includes(user.email));
  t.false(service.output().includes(collection));

  const banned = service
    .output()
    .split('\n')
    .flatMap((line) => documented().exec(line)?.[1] ?? []);
  t.deepEqual(banned, ['203.0.113.7', '203.0.113.7', '2001:db8:0:0::/64']);
});

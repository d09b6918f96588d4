import { randomUUID } from 'node:crypto';
import test from 'ava';
import { parseConfig } from '../../src/config.ts';
import { call, userPassword } from '../support/api.ts';
import { startService } from '../support/service.ts';
import { startRedis } from '../support/small-servers.ts';

for (const store of process.env['REDIS_URL'] === undefined ? ['in memory'] : ['in memory', 'in Redis']) {
  test(`an address registers so many accounts an hour, taken e-mails included, and others go on, ${store}`, async (t) => {
    const service = await startService({
      ...(store === 'in Redis' && { REDIS_URL: `redis://127.0.0.1:${await startRedis(t)}` }),
      REGISTRATIONS_PER_HOUR: '3',
      RATE_LIMIT_PER_MINUTE: '1000',
      TRUST_PROXY: '1',
    });
    t.teardown(service.stop);
    const from = (address: string, endpoint: string, body: object) =>
      call(service.url, endpoint, { body, headers: { 'X-Forwarded-For': address } });
    const register = (address: string, email: unknown = `${randomUUID()}@example.com`) =>
      from(address, 'POST /api/register', { email, password: userPassword });
    const email = `${randomUUID()}@example.com`;

    // What is refused before anything is looked up does not count.
    for (let turn = 0; turn < 4; turn += 1) t.is((await register('203.0.113.7', 'nobody')).status, 400);
    t.is((await register('203.0.113.7', email)).status, 201);
    t.is((await register('203.0.113.7')).status, 201);
    t.is((await register('203.0.113.7', email)).status, 400);

    for (const mail of [undefined, email]) {
      const { status, headers, body } = await register('203.0.113.7', mail);
      const wait = Number(headers.get('retry-after'));
      t.true(wait > 3_500 && wait <= 3_600);
      t.deepEqual(
        [status, headers.get('error-code'), body],
        [429, 'too-many-attempts', { detail: `Too many registrations from this address; try again in ${wait} s` }],
      );
      t.is(headers.get('ratelimit-limit'), '1000');
    }
    t.is((await from('203.0.113.7', 'POST /api/login', { email, password: userPassword })).status, 200);
    t.is((await register('203.0.113.8')).status, 201);

    // The /64 networks of one /56 are one customer's.
    for (const network of ['2001:db8:0:100', '2001:db8:0:1ff', '2001:db8:0:17f'])
      t.is((await register(`${network}::1`)).status, 201);
    t.is((await register('2001:db8:0:101::1')).status, 429);
    t.is((await register('2001:db8:0:200::1')).status, 201);
    t.true(service.output().includes('3 registrations an hour and address'));
  });
}

test('registrations follow the rate of requests unless they are set, so that the limit of the contract is reached by them too', (t) => {
  const limit = (environment: Readonly<Record<string, string>>) => parseConfig(environment).registrationsPerHour;
  t.is(limit({}), 60);
  t.is(limit({ RATE_LIMIT_PER_MINUTE: '300' }), 600);
  t.is(limit({ RATE_LIMIT_PER_MINUTE: '0' }), 0);
  t.is(limit({ RATE_LIMIT_PER_MINUTE: '0', REGISTRATIONS_PER_HOUR: '20' }), 20);
  t.is(limit({ REGISTRATIONS_PER_HOUR: '0' }), 0);
});

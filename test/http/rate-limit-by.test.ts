import test from 'ava';
import { call, newUser } from '../support/api.ts';
import { startService } from '../support/service.ts';
import { startRedis } from '../support/small-servers.ts';

const remaining = ({ headers }: { readonly headers: Headers }) => Number(headers.get('ratelimit-remaining'));

for (const store of process.env['REDIS_URL'] === undefined ? ['in memory'] : ['in memory', 'in Redis']) {
  test(`with RATE_LIMIT_BY=account each account has its own count, ${store}`, async (t) => {
    const service = await startService({
      ...(store === 'in Redis' && { REDIS_URL: `redis://127.0.0.1:${await startRedis(t)}` }),
      RATE_LIMIT_PER_MINUTE: '5',
      RATE_LIMIT_BY: 'account',
      TRUST_PROXY: '1',
    });
    t.teardown(service.stop);
    const from = (endpoint: string, address: string, credential?: string) =>
      call(service.url, endpoint, {
        headers: { 'X-Forwarded-For': address },
        ...(credential === undefined ? {} : { credential }),
      });
    const office = '10.0.0.1';
    const [one, other] = [await newUser(service.url), await newUser(service.url)];

    // The token and the key of an account share one count, whatever the address.
    const { key } = one;
    t.is(remaining(await from('GET /api/v1/me', '10.0.0.2', key)), 3);
    for (let turn = 0; turn < 3; turn += 1) t.is((await from('GET /api/collections', office, one.token)).status, 200);
    t.is((await from('GET /api/v1/me', '10.0.0.3', key)).status, 429);
    t.is((await from('GET /api/nothing', office, one.token)).status, 429);

    // A colleague behind the same address, and the address itself, are not used up.
    t.is(remaining(await from('GET /api/me', office, other.token)), 3);
    t.is(remaining(await from('POST /api/login', office)), 4);

    // What has no valid credential of its surface counts for its address: guessing keys has the contract's limit.
    const guesses = [`${key.slice(0, -1)}!`, one.token, 'x'.repeat(32)];
    for (const guess of guesses) t.is((await from('GET /api/v1/me', office, guess)).status, 401);
    t.is(remaining(await from('GET /api/me', office, 'not.a.token')), 0);
    t.is((await from('GET /api/v1/me', office, 'y'.repeat(32))).status, 429);
    t.is((await from('GET /api/me', office, other.token)).status, 200);
  });
}

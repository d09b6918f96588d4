import { randomUUID } from 'node:crypto';
import test, { type ExecutionContext } from 'ava';
import { redisConnection } from '../../../src/adapters/redis/connection.ts';
import { redisFailedLogins } from '../../../src/adapters/redis/failed-logins.ts';
import { startRedisProxy } from '../../support/redis-proxy.ts';
import { failedLoginsContract } from '../../contracts/failed-logins.ts';

const url = process.env['REDIS_URL'];

const connected = async (t: ExecutionContext, address: string) => {
  const { redis, ready, close } = redisConnection(address);
  t.teardown(close);
  await ready();
  return { redis, logins: redisFailedLogins(redis) };
};

test('without Redis failed logins are counted in memory', async (t) => {
  const { redis, close } = redisConnection('redis://127.0.0.1:1');
  t.teardown(close);
  const logins = redisFailedLogins(redis);
  const attempt = { account: randomUUID(), address: randomUUID() };
  for (let failure = 0; failure < 5; failure += 1) await logins.failed(attempt);
  t.true((await logins.waitMs(attempt)) > 0);
  await logins.succeeded(attempt);
});

if (url) {
  failedLoginsContract(test, 'redis', async (t) => (await connected(t, url)).logins);

  test('instances count failed logins together, and every key in Redis expires', async (t) => {
    const [one, other] = [await connected(t, url), await connected(t, url)];
    const attempt = { account: randomUUID(), address: randomUUID() };
    for (const { logins } of [one, other, one, other, one]) await logins.failed(attempt);
    t.true((await other.logins.waitMs(attempt)) > 0);
    await one.logins.succeeded({ ...attempt, account: randomUUID() });
    const keys = await one.redis.keys(`precedent:login:*${attempt.address}*`);
    t.is(keys.length, 3);
    for (const key of keys) t.true((await one.redis.pttl(key)) > 0, key);
  });

  test('a wait that memory has counted while Redis takes no writes holds, then and when Redis counts again', async (t) => {
    const proxy = await startRedisProxy(t, Number(new URL(url).port));
    const { logins } = await connected(t, proxy.url);
    const attempt = { account: randomUUID(), address: randomUUID() };
    proxy.interfere((command) =>
      command === 'INCR' ? 'MISCONF Redis is configured to save RDB snapshots' : undefined,
    );
    for (let failure = 0; failure < 5; failure += 1) await logins.failed(attempt);
    t.true((await logins.waitMs(attempt)) > 0);
    proxy.interfere(() => undefined);
    t.true((await logins.waitMs(attempt)) > 0);
    for (let failure = 0; failure < 6; failure += 1) await logins.failed(attempt);
    t.true((await logins.waitMs(attempt)) > 15_000);
    await logins.succeeded(attempt);
    t.is(await logins.waitMs(attempt), 0);
  });
} else {
  test.skip('the suite of Redis runs where REDIS_URL is set', () => undefined);
}

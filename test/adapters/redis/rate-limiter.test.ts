import { spawn } from 'node:child_process';
import { setTimeout } from 'node:timers/promises';
import test, { type ExecutionContext } from 'ava';
import { redisConnection } from '../../../src/adapters/redis/connection.ts';
import { redisRateLimiter } from '../../../src/adapters/redis/rate-limiter.ts';
import { freePort } from '../../support/free-port.ts';
import { rateLimiterContract } from '../../contracts/rate-limiter.ts';

const url = process.env['REDIS_URL'];

/** Waits until Redis counts: before that the insurance does. */
const connected = async (t: ExecutionContext, address: string, limit: number) => {
  const { redis, ready, close, check } = redisConnection(address);
  t.teardown(close);
  await ready();
  return {
    ...redisRateLimiter(redis, limit),
    isAway: () =>
      check.attempt().then(
        () => false,
        () => true,
      ),
  };
};

test('without Redis the service counts in its own memory', async (t) => {
  const { redis, close } = redisConnection('redis://user:secret@127.0.0.1:1');
  t.teardown(close);
  const limiter = redisRateLimiter(redis, 2);
  t.deepEqual(
    [await limiter.admit('a'), await limiter.admit('a'), await limiter.admit('a')].map(({ admitted }) => admitted),
    [true, true, false],
  );
});

if (url) {
  rateLimiterContract(test, 'redis', (t, limit) => connected(t, url, limit));

  test('instances share one limit', async (t) => {
    const [one, other] = [await connected(t, url, 4), await connected(t, url, 4)];
    const address = crypto.randomUUID();
    for (let turn = 0; turn < 2; turn += 1) for (const limiter of [one, other]) await limiter.admit(address);
    t.deepEqual(
      [await one.admit(address), await other.admit(address)].map(({ admitted }) => admitted),
      [false, false],
    );
  });

  test('the service goes on without Redis, and uses the common limit again once Redis is back', async (t) => {
    const port = await freePort();
    const start = () => {
      const server = spawn('redis-server', ['--port', String(port), '--bind', '127.0.0.1', '--save', '']);
      t.teardown(() => server.kill('SIGKILL'));
      return server;
    };
    const first = start();
    const limiter = await connected(t, `redis://127.0.0.1:${port}`, 2);
    const until = async (isAway: boolean) => {
      while ((await limiter.isAway()) !== isAway) await setTimeout(20);
    };
    t.true((await limiter.admit('a')).admitted);
    first.kill('SIGKILL');
    await until(true);
    for (let request = 0; request < 2; request += 1) t.true((await limiter.admit('b')).admitted);
    t.false((await limiter.admit('b')).admitted);
    start();
    await until(false);
    t.true((await limiter.admit('b')).admitted);
  });
} else {
  test.skip('the suite of Redis runs where REDIS_URL is set', () => undefined);
}

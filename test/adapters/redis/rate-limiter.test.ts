import { spawn } from 'node:child_process';
import { setTimeout } from 'node:timers/promises';
import test, { type ExecutionContext } from 'ava';
import { redisConnection, type RedisWatch } from '../../../src/adapters/redis/connection.ts';
import { redisRateLimiter } from '../../../src/adapters/redis/rate-limiter.ts';
import { freePort } from '../../support/free-port.ts';
import { rateLimiterContract } from '../../contracts/rate-limiter.ts';

const silent: RedisWatch = { lost: () => undefined, back: () => undefined };
const url = process.env['REDIS_URL'];

/** Waits until Redis counts: before that the insurance does. */
const connected = async (t: ExecutionContext, address: string, limit: number, watch = silent) => {
  const { redis, ready, close } = redisConnection(address, watch);
  t.teardown(close);
  await ready();
  return redisRateLimiter(redis, limit);
};

test('without Redis the service counts in its own memory and reports it once', async (t) => {
  const lost: string[] = [];
  const watch = { ...silent, lost: (why: string) => lost.push(why) };
  const { redis, close } = redisConnection('redis://user:secret@127.0.0.1:1', watch);
  t.teardown(close);
  const limiter = redisRateLimiter(redis, 2);
  t.deepEqual(
    [await limiter.admit('a'), await limiter.admit('a'), await limiter.admit('a')].map(({ admitted }) => admitted),
    [true, true, false],
  );
  await setTimeout(700);
  t.is(lost.length, 1);
  t.notRegex(lost.join(), /secret|127/);
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
    const reports: string[] = [];
    const watch = { lost: () => reports.push('lost'), back: () => reports.push('back') };
    const until = async (report: string) => {
      while (reports.at(-1) !== report) await setTimeout(20);
    };
    const first = start();
    const limiter = await connected(t, `redis://127.0.0.1:${port}`, 2, watch);
    t.true((await limiter.admit('a')).admitted);
    first.kill('SIGKILL');
    await until('lost');
    for (let request = 0; request < 2; request += 1) t.true((await limiter.admit('b')).admitted);
    t.false((await limiter.admit('b')).admitted);
    start();
    await until('back');
    t.true((await limiter.admit('b')).admitted);
    t.deepEqual(reports.slice(-2), ['lost', 'back']);
  });
} else {
  test.skip('the suite of Redis runs where REDIS_URL is set', () => undefined);
}

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout } from 'node:timers/promises';
import test, { type ExecutionContext } from 'ava';
import { Redis } from 'ioredis';
import { redisConnection } from '../../../src/adapters/redis/connection.ts';
import { redisRateLimiter } from '../../../src/adapters/redis/rate-limiter.ts';
import type { RateLimit } from '../../../src/ports/rate-limiter.ts';
import { freePort } from '../../support/free-port.ts';
import { startRedisProxy } from '../../support/redis-proxy.ts';
import { startRedis, startSpeaker } from '../../support/small-servers.ts';
import { rateLimiterContract } from '../../contracts/rate-limiter.ts';

const url = process.env['REDIS_URL'];

const aMinute = (requests: number): RateLimit => ({ name: 'rate', requests, windowSeconds: 60 });

/** Waits until Redis counts: before that the insurance does. */
const connected = async (t: ExecutionContext, address: string, limit: RateLimit) => {
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
  const limiter = redisRateLimiter(redis, aMinute(2));
  t.deepEqual(
    [await limiter.admit('a'), await limiter.admit('a'), await limiter.admit('a')].map(({ admitted }) => admitted),
    [true, true, false],
  );
});

if (url) {
  rateLimiterContract(test, 'redis', (t, limit) => connected(t, url, limit));

  test('instances share one limit', async (t) => {
    const [one, other] = [await connected(t, url, aMinute(4)), await connected(t, url, aMinute(4))];
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
    const limiter = await connected(t, `redis://127.0.0.1:${port}`, aMinute(2));
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
    t.true((await limiter.admit('c')).admitted);
    t.false((await limiter.admit('b')).admitted);
  });

  test('a window that memory has begun while Redis takes no writes counts to its end, and the stricter count holds', async (t) => {
    const proxy = await startRedisProxy(t, Number(new URL(url).port));
    const limiter = await connected(t, proxy.url, aMinute(3));
    const [one, other] = [crypto.randomUUID(), crypto.randomUUID()];
    const refuse = (isRefused: boolean) =>
      proxy.interfere((command) => (isRefused && command.startsWith('EVAL') ? 'OOM command not allowed' : undefined));
    for (let request = 0; request < 2; request += 1) t.true((await limiter.admit(other)).admitted);
    refuse(true);
    for (let request = 0; request < 3; request += 1) t.true((await limiter.admit(one)).admitted);
    t.is((await limiter.admit(other)).remaining, 2);
    refuse(false);
    t.like(await limiter.admit(one), { admitted: false, remaining: 0 });
    t.like(await limiter.admit(other), { admitted: true, remaining: 0 });
    t.like(await limiter.admit(other), { admitted: false, remaining: 0 });
  });

  test('after a fail-over the connection to the old primary is opened again, and the new one counts', async (t) => {
    const [old, next] = [await startRedis(t), await startRedis(t)];
    const proxy = await startRedisProxy(t, old);
    const limiter = await connected(t, proxy.url, aMinute(1_000));
    await limiter.admit('a');
    const [onOld, onNext] = [new Redis(old), new Redis(next)];
    t.teardown(() => [onOld, onNext].forEach((client) => client.disconnect()));
    await onOld.replicaof('127.0.0.1', String(next));
    proxy.leadTo(next);
    const keys = () => onNext.keys('precedent:rate:*');
    for (let request = 0; request < 100 && (await keys()).length === 0; request += 1) {
      await limiter.admit('a');
      await setTimeout(50);
    }
    t.deepEqual(await keys(), ['precedent:rate:a']);
  });

  test.serial('nothing is printed, whatever the server says of credentials and rights', async (t) => {
    const printed: unknown[] = [];
    const { warn } = console;
    console.warn = (...words: unknown[]) => printed.push(...words);
    t.teardown(() => {
      console.warn = warn;
    });
    const denying = await startSpeaker(t, '-DENIED Redis is running in protected mode, and no password is set.\r\n');
    const limited = await startRedis(t, '--user', 'limited', 'on', '>secret', '~*', '+@all', '-info');
    for (const address of [`redis://:secret@127.0.0.1:${denying}`, `redis://limited:secret@127.0.0.1:${limited}`]) {
      const { redis, close } = redisConnection(address);
      t.teardown(close);
      await once(redis, 'connect');
    }
    t.true((await (await connected(t, `redis://limited:secret@127.0.0.1:${limited}`, aMinute(2))).admit('a')).admitted);
    await setTimeout(500);
    t.deepEqual(printed, []);
  });
} else {
  test.skip('the suite of Redis runs where REDIS_URL is set', () => undefined);
}

import test from 'ava';
import { memoryRateLimiter, noRateLimiter } from '../../../src/adapters/memory/rate-limiter.ts';
import { rateLimiterContract } from '../../contracts/rate-limiter.ts';

rateLimiterContract(test, 'memory', (_t, limit) => memoryRateLimiter(limit));

const oneAMinute = { requests: 1, windowSeconds: 60 };

test('without a limit every request is admitted', async (t) => {
  for (let request = 0; request < 100; request += 1) t.true((await noRateLimiter.admit('a')).admitted);
});

test('a window ends a minute after its first request', async (t) => {
  let now = 0;
  const limiter = memoryRateLimiter(oneAMinute, () => now);
  t.like(await limiter.admit('a'), { admitted: true, resetSeconds: 60 });
  now = 59_999;
  t.like(await limiter.admit('a'), { admitted: false, resetSeconds: 1 });
  now = 60_000;
  t.like(await limiter.admit('a'), { admitted: true, resetSeconds: 60 });
});

test('of any number of made-up addresses the latest 100 000 are kept in memory', async (t) => {
  const limiter = memoryRateLimiter(oneAMinute, () => 0);
  await limiter.admit('first');
  for (let made = 0; made < 99_999; made += 1) void limiter.admit(String(made));
  t.false((await limiter.admit('first')).admitted);
  void limiter.admit('one more');
  t.true((await limiter.admit('first')).admitted);
});

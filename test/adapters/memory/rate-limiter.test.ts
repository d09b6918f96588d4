import test from 'ava';
import { memoryRateLimiter, noRateLimiter } from '../../../src/adapters/memory/rate-limiter.ts';
import { rateLimiterContract } from '../../contracts/rate-limiter.ts';

rateLimiterContract(test, 'memory', (_t, limit) => memoryRateLimiter(limit));

test('without a limit every request is admitted', async (t) => {
  for (let request = 0; request < 100; request += 1) t.true((await noRateLimiter.admit('a')).admitted);
});

import test from 'ava';
import { type Attempt, backOffMs, retry } from '../../src/concurrency/retry.ts';

const failed = (message: string): Attempt<string> => ({ kind: 'failed', error: new Error(message) });

test('an attempt that fails is repeated after the wait of the policy', async (t) => {
  const outcomes: Attempt<string>[] = [failed('one'), failed('two'), { kind: 'done', result: 'three' }];
  const waits: number[] = [];
  const result = await retry(() => Promise.resolve(outcomes.shift() ?? failed('none')), {
    waitMs: ({ error }, failures) => (error.message === 'one' ? 10 : 20) * failures,
    sleep: (milliseconds) => Promise.resolve(waits.push(milliseconds)),
  });
  t.is(result, 'three');
  t.deepEqual(waits, [10, 40]);
});

test('the last error is thrown when the policy gives up, and what an attempt throws is thrown at once', async (t) => {
  let calls = 0;
  const attempt = () => Promise.resolve(failed(`failure ${(calls += 1)}`));
  const waitMs = (_: unknown, failures: number) => (failures < 3 ? 0 : undefined);
  await t.throwsAsync(retry(attempt, { waitMs }), { message: 'failure 3' });
  await t.throwsAsync(
    retry(() => Promise.reject(new Error('final')), { waitMs: () => 0 }),
    { message: 'final' },
  );
});

test('the wait doubles up to the longest, and jitter takes up to half off', (t) => {
  const waits = [1, 2, 3, 4, 2_000].map((failures) => backOffMs(failures, { firstMs: 100, maxMs: 500 }));
  t.deepEqual(waits, [100, 200, 400, 500, 500]);
  t.is(backOffMs(1, { firstMs: 100, maxMs: 500, random: () => 0 }), 50);
});

import test from 'ava';
import { sharedCall, sharedCalls } from '../../src/concurrency/shared-call.ts';

test('callers at the same time share one call, and its failure; later ones get another', async (t) => {
  let calls = 0;
  const call = sharedCall(async () => {
    calls += 1;
    await Promise.resolve();
    if (calls === 2) throw new Error('the second');
    return calls;
  });
  t.deepEqual(await Promise.all([call(), call(), call()]), [1, 1, 1]);
  const failed = await Promise.allSettled([call(), call()]);
  t.deepEqual(
    failed.map(({ status }) => status),
    ['rejected', 'rejected'],
  );
  t.is(await call(), 3);
});

test('callers at the same time share the calls of their keys', async (t) => {
  const share = sharedCalls<number>();
  let calls = 0;
  const call = (key: string) =>
    share(key, async () => {
      calls += 1;
      await Promise.resolve();
      if (calls === 4) throw new Error('the fourth');
      return calls;
    });
  t.deepEqual(await Promise.all([call('a'), call('b'), call('a')]), [2, 2, 2]);
  t.deepEqual(await Promise.all([call('b'), call('b')]), [3, 3]);
  const failed = await Promise.allSettled([call('a'), call('a')]);
  t.deepEqual(
    failed.map(({ status }) => status),
    ['rejected', 'rejected'],
  );
  t.is(await call('a'), 5);
});

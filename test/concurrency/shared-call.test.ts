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
  const { signal } = new AbortController();
  let calls = 0;
  const call = (key: string) =>
    share(
      key,
      async () => {
        calls += 1;
        await Promise.resolve();
        if (calls === 4) throw new Error('the fourth');
        return calls;
      },
      signal,
    );
  t.deepEqual(await Promise.all([call('a'), call('b'), call('a')]), [2, 2, 2]);
  t.deepEqual(await Promise.all([call('b'), call('b')]), [3, 3]);
  const failed = await Promise.allSettled([call('a'), call('a')]);
  t.deepEqual(
    failed.map(({ status }) => status),
    ['rejected', 'rejected'],
  );
  t.is(await call('a'), 5);
});

test('a call goes on while one of its callers waits, and ends when all have left', async (t) => {
  const share = sharedCalls<string>();
  const begun: { readonly signal: AbortSignal; readonly end: (result: string) => void }[] = [];
  const caller = () => {
    const leaving = new AbortController();
    const call = (signal: AbortSignal) => {
      const { promise, resolve, reject } = Promise.withResolvers<string>();
      signal.addEventListener('abort', () => reject(signal.reason as Error));
      begun.push({ signal, end: resolve });
      return promise;
    };
    return { result: share('key', call, leaving.signal), leave: () => leaving.abort(new Error('left')) };
  };
  const [first, second] = [caller(), caller()];
  first.leave();
  await t.throwsAsync(first.result, { message: 'left' });
  t.false(begun[0]?.signal.aborted);
  second.leave();
  const third = caller();
  await t.throwsAsync(second.result, { message: 'left' });
  t.true(begun[0]?.signal.aborted);
  t.is(begun.length, 2, 'whoever comes then does not get what was ended');
  const fourth = caller();
  begun[1]?.end('told');
  t.deepEqual(await Promise.all([third.result, fourth.result]), ['told', 'told']);
  t.false(begun[1]?.signal.aborted);
  fourth.leave();
  t.is(begun.length, 2);
});

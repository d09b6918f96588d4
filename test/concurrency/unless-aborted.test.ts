import test from 'ava';
import { unlessAborted } from '../../src/concurrency/timeout.ts';

const never = new Promise<string>(() => undefined);

test('work that settles before its signal aborts is as without it', async (t) => {
  const { signal } = new AbortController();
  t.is(await unlessAborted(Promise.resolve('done'), signal, () => 'aborted'), 'done');
  await t.throwsAsync(
    unlessAborted(Promise.reject(new Error('failed')), signal, () => 'aborted'),
    {
      message: 'failed',
    },
  );
});

test('an abort ends the wait, with a value or an error, also one from before', async (t) => {
  const stop = new AbortController();
  const waiting = unlessAborted(never, stop.signal, () => 'aborted');
  stop.abort(new Error('why'));
  t.is(await waiting, 'aborted');
  const throwing = unlessAborted(never, stop.signal, () => {
    throw stop.signal.reason as Error;
  });
  await t.throwsAsync(throwing, { message: 'why' });
});

import test from 'ava';
import { runThread } from '../../src/platform/run-thread.ts';

const module = new URL('../support/threads/counting.ts', import.meta.url);

test('a module that is run in a thread gives its result, or what it throws; one that gives nothing is an error', async (t) => {
  t.is(await runThread(module, 1), 2);
  const thrown = await runThread(module, 'a word').catch((error: unknown) => String(error));
  t.is(thrown, 'RangeError: a word is no number');
  await t.throwsAsync(runThread(module, undefined), { message: 'A thread ended without a result' });
});

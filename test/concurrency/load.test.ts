import test from 'ava';
import { abortableLimit } from '../../src/concurrency/abortable-limit.ts';
import { loadCounter } from '../../src/concurrency/load.ts';

test('work under a limit is counted while it waits and while it runs, and no more once it has ended, failed or been given up', async (t) => {
  const { load, count } = loadCounter();
  const limit = abortableLimit(1);
  const run = (work: () => Promise<unknown>, signal = new AbortController().signal) =>
    count(work, (counted) => limit({ tenantId: 'one', signal }, counted));
  const first = Promise.withResolvers<undefined>();
  const running = run(() => first.promise);
  const failing = run(() => Promise.reject(new Error('failed')));
  const givenUp = new AbortController();
  const waiting = run(() => Promise.resolve(), givenUp.signal);
  await new Promise(setImmediate);
  t.deepEqual(load(), { running: 1, waiting: 2 });
  givenUp.abort();
  await t.throwsAsync(waiting, { name: 'AbortError' });
  t.deepEqual(load(), { running: 1, waiting: 1 });
  first.resolve(undefined);
  await running;
  await t.throwsAsync(failing, { message: 'failed' });
  t.deepEqual(load(), { running: 0, waiting: 0 });
});

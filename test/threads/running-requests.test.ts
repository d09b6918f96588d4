import test from 'ava';
import { Stopping } from '../../src/domain/errors.ts';
import { runningRequests } from '../../src/threads/running-requests.ts';

/** Work that lasts until it is ended, and then fails with the reason. */
const untilEnded = (signal: AbortSignal) =>
  new Promise<never>((_resolve, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason as Error));
  });

test('a request is ended by its id, others go on', async (t) => {
  const { run, abandon } = runningRequests();
  const first = run('1', untilEnded);
  let ended = false;
  const second = run('2', (signal) => untilEnded(signal).finally(() => (ended = true)));
  await abandon('1');
  await t.throwsAsync(first, { name: 'AbortError' });
  t.false(ended);
  await abandon('2');
  await t.throwsAsync(second);
  await t.notThrowsAsync(abandon('nobody'));
});

test('a stop ends all with its reason and waits for them, whatever becomes of each', async (t) => {
  const { run, stop } = runningRequests();
  const works = [run('1', untilEnded), run('2', (signal) => untilEnded(signal).catch(() => 'saved'))];
  const settled = Promise.allSettled(works);
  await stop();
  const [first, second] = await settled;
  t.true(first?.status === 'rejected' && first.reason instanceof Stopping);
  t.deepEqual(second, { status: 'fulfilled', value: 'saved' });
});

test('what comes after a stop is ended as it begins', async (t) => {
  const { run, stop } = runningRequests();
  await stop();
  const late = run('1', (signal) => Promise.reject(signal.reason as Error));
  await t.throwsAsync(late, { instanceOf: Stopping });
});

test('what has ended by itself is not waited for', async (t) => {
  const { run, stop } = runningRequests();
  t.is(await run('1', () => Promise.resolve('done')), 'done');
  await t.notThrowsAsync(stop());
});

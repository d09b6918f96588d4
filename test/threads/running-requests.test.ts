import test from 'ava';
import { Stopping } from '../../src/domain/errors.ts';
import { remoteRequest, runningRequests, servedRequests } from '../../src/threads/running-requests.ts';

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

test('work in another thread is called with a signal, which reaches it there', async (t) => {
  const ended: string[] = [];
  const served = servedRequests(async (asked: string, signal: AbortSignal) => {
    if (asked === 'short') return 'done';
    return untilEnded(signal).catch((): never => {
      ended.push(asked);
      // As it arrives from a thread: without its class.
      throw new Error('AbortError: This operation was aborted');
    });
  });
  let ids = 0;
  const work = remoteRequest(served, () => String((ids += 1)));
  const [leaving, staying] = [new AbortController(), new AbortController()];
  const works = [work('first', leaving.signal), work('second', staying.signal)];
  t.is(await work('short', leaving.signal), 'done');
  leaving.abort();
  t.is(await t.throwsAsync(works[0] as Promise<string>), leaving.signal.reason);
  t.deepEqual(ended, ['first']);
  await t.throwsAsync(work('late', leaving.signal), { name: 'AbortError' });
  t.is(ids, 3);
  staying.abort();
  await t.throwsAsync(works[1] as Promise<string>, { name: 'AbortError' });
});

import { setTimeout } from 'node:timers/promises';
import test from 'ava';
import { mock } from 'node:test';
import { positionWaiters } from '../../projections/position-waiters.ts';

test('whoever waits is told as soon as the projection holds the position', async (t) => {
  const waiting = positionWaiters(10_000);
  const reached = [waiting.wait(3n), waiting.wait(5n)];
  waiting.progress(4n);
  t.is(await reached[0], 'reached');
  t.true(waiting.hasWaiters());
  waiting.progress(5n);
  t.is(await reached[1], 'reached');
});

test('hearing again and again that the log holds nothing new is no progress', async (t) => {
  const waiting = positionWaiters(60);
  waiting.progress(4n);
  const reached = waiting.wait(5n);
  const stop = new AbortController();
  const idle = (async () => {
    while (!stop.signal.aborted) {
      waiting.progress(4n);
      await setTimeout(5);
    }
  })();
  t.is(await Promise.race([reached, setTimeout(120_000, 'still waiting', { ref: false })]), 'stalled');
  stop.abort();
  await idle;
});

test('callers wait 2 s for a store that fails, also those that come while it fails, and the usual time for one that works again', async (t) => {
  mock.timers.enable({ apis: ['setTimeout', 'Date'] });
  t.teardown(() => mock.timers.reset());
  const waiting = positionWaiters(40_000);
  const results: string[] = [];
  const wait = () => void waiting.wait(5n).then((result) => results.push(result));
  wait();
  mock.timers.tick(10_000);
  waiting.setFailing(true);
  waiting.setFailing(true);
  mock.timers.tick(1_999);
  await Promise.resolve();
  t.deepEqual(results, []);
  mock.timers.tick(1);
  await Promise.resolve();
  t.deepEqual(results, ['stalled']);
  wait();
  mock.timers.tick(1_999);
  waiting.setFailing(false);
  mock.timers.tick(39_999);
  await Promise.resolve();
  t.is(results.length, 1);
  waiting.progress(5n);
  await Promise.resolve();
  t.deepEqual(results, ['stalled', 'reached']);
});

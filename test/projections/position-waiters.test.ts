import { setTimeout } from 'node:timers/promises';
import test from 'ava';
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
  t.is(await Promise.race([reached, setTimeout(5_000, 'still waiting')]), 'stalled');
  stop.abort();
  await idle;
});

import { setTimeout } from 'node:timers/promises';
import test from 'ava';
import { batchedQueue, type QueueLimits } from '../../src/concurrency/batched-queue.ts';

/** A queue whose batches end when `release` is called; without waiting for that if they are not held. */
const queueOf = (limits: Partial<QueueLimits>, isHeld = false) => {
  const sizes: number[] = [];
  let release: () => void = () => undefined;
  const queue = batchedQueue<{ readonly bytes: number }>(
    (batch) => {
      sizes.push(batch.length);
      return isHeld ? new Promise<void>((resolve) => (release = resolve)) : Promise.resolve();
    },
    { items: 10, bytes: 100, batch: 5, delayMs: 60_000, delayToNextMs: 60_000, ...limits },
  );
  const add = async (count: number) => {
    for (let number = 0; number < count; number += 1) queue.add({ bytes: 10 });
    await setTimeout(5);
    return [...sizes];
  };
  return { queue, sizes, add, release: () => release() };
};

test('what has waited for some time is handled with the next that comes, without the rest of its time', async (t) => {
  const { sizes, add } = queueOf({ delayToNextMs: 50 });
  t.deepEqual(await add(2), []);
  await setTimeout(60);
  t.deepEqual(sizes, []);
  t.deepEqual(await add(1), [3]);
  t.deepEqual(await add(1), [3]);
});

test('what comes while a batch is handled waits for more, and is no batch of its own', async (t) => {
  const { sizes, add, release } = queueOf({ batch: 2, delayMs: 60 }, true);
  t.deepEqual(await add(3), [2]);
  release();
  await setTimeout(5);
  t.deepEqual(sizes, [2]);
  await setTimeout(80);
  t.deepEqual(sizes, [2, 1]);
});

test('a flush is done when all that waited then are handled, one batch after the other', async (t) => {
  const { queue, sizes, add } = queueOf({ batch: 3 });
  await add(2);
  await queue.flush();
  t.deepEqual(sizes, [2]);
  await add(8);
  await queue.flush();
  t.deepEqual(sizes, [2, 3, 3, 2]);
  await queue.flush();
  t.is(sizes.length, 4);
});

test('there is no room beyond the items and the bytes that may wait', async (t) => {
  for (const limits of [{ items: 2 }, { bytes: 20 }]) {
    const { queue } = queueOf(limits);
    t.deepEqual(
      [1, 2, 3].map(() => queue.add({ bytes: 10 })),
      [true, true, false],
    );
    await queue.flush();
    t.true(queue.add({ bytes: 10 }));
    t.is(queue.clear(), 1);
  }
});

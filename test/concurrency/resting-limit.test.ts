import { setTimeout } from 'node:timers/promises';
import test from 'ava';
import { restingLimit } from '../../src/concurrency/resting-limit.ts';

const waiter = { tenantId: 'a', signal: new AbortController().signal };

test('a slot rests for twice the time of its work, and at most 75 ms; whoever asked does not wait for that', async (t) => {
  const rests: number[] = [];
  const rested = Promise.withResolvers<undefined>();
  const limit = restingLimit({ atOnce: 2, ofTenant: 1 }, async (ms) => {
    rests.push(ms);
    await rested.promise;
  });
  t.is(await limit(waiter, () => setTimeout(30, 'first')), 'first');
  const second = limit(waiter, () => setTimeout(110, 'second'));
  t.is(await Promise.race([second, setTimeout(60, 'waits')]), 'waits');
  t.is(await limit({ ...waiter, tenantId: 'b' }, () => Promise.resolve('other')), 'other');
  t.true((rests[0] ?? 0) >= 58);
  rested.resolve(undefined);
  t.is(await second, 'second');
  await setTimeout(0);
  t.is(rests.length, 3);
  t.is(rests[2], 75);
});

test('work that fails rejects, and its slot rests as well; a wait ends with its signal', async (t) => {
  const limit = restingLimit({ atOnce: 1, ofTenant: 1 }, () => new Promise(() => undefined));
  await t.throwsAsync(
    limit(waiter, () => Promise.reject(new Error('broken'))),
    { message: 'broken' },
  );
  const gone = new AbortController();
  const waits = limit({ ...waiter, signal: gone.signal }, () => Promise.resolve('never'));
  gone.abort(new Error('left'));
  await t.throwsAsync(waits, { message: 'left' });
});

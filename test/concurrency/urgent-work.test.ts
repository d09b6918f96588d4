import { setImmediate } from 'node:timers/promises';
import test from 'ava';
import { restingSchedule, urgentWork } from '../../src/concurrency/urgent-work.ts';

test('other work goes on in the next turn, but pauses while urgent work is under way, and goes on beside it', async (t) => {
  const { schedule, urgent } = urgentWork();
  const next = async () => {
    const start = performance.now();
    await new Promise<void>((resolve) => schedule(resolve));
    return performance.now() - start;
  };
  let isScheduled = false;
  schedule(() => (isScheduled = true));
  await setImmediate();
  t.true(isScheduled);
  const { promise, resolve } = Promise.withResolvers<number>();
  const work = urgent((wanted: Promise<number>) => wanted)(promise);
  t.true((await next()) >= 3);
  await new Promise<void>((resolveSlice) => {
    schedule(() => {
      for (const end = performance.now() + 10; performance.now() < end;);
      resolveSlice();
    });
  });
  await setImmediate();
  t.true((await next()) >= 18);
  resolve(7);
  t.is(await work, 7);
  const failing = urgent(() => Promise.reject<number>(new Error('failed')))();
  await t.throwsAsync(failing, { message: 'failed' });
  isScheduled = false;
  schedule(() => (isScheduled = true));
  await setImmediate();
  t.true(isScheduled);
});

test('slices of work rest as long as they have worked for a half of the time, whoever works', async (t) => {
  const schedule = restingSchedule(0.5);
  const worked = (ms: number) =>
    new Promise<number>((resolve) => {
      schedule(() => {
        const start = performance.now();
        while (performance.now() - start < ms);
        resolve(performance.now());
      });
    });
  const begun = (after: number) => new Promise<number>((resolve) => schedule(() => resolve(performance.now() - after)));
  t.true((await begun(await worked(30))) >= 29);
  // Asked for within the slice, as by a queue that goes on at once.
  const waited = await new Promise<number>((resolve) => {
    schedule(() => {
      const start = performance.now();
      while (performance.now() - start < 30);
      void begun(performance.now()).then(resolve);
    });
  });
  t.true(waited >= 29, `${waited}`);
});

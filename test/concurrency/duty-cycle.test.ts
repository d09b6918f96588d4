import test from 'ava';
import { dutyCycle } from '../../src/concurrency/duty-cycle.ts';

test('work that takes long rests until it has had its share of the time, and work that takes none is done at each call', async (t) => {
  const clock = { now: 0 };
  const workMs = [300, 0, 0, 10];
  let calls = 0;
  const run = dutyCycle(
    0.25,
    () => {
      clock.now += workMs[(calls += 1) - 1] ?? 0;
      return Promise.resolve();
    },
    () => clock.now,
  );
  const callsAt = async (now: number) => {
    clock.now = now;
    await run();
    return calls;
  };
  t.is(await callsAt(0), 1);
  t.is(await callsAt(1_199), 1);
  t.is(await callsAt(1_200), 2);
  t.is(await callsAt(1_200), 3);
  t.is(await callsAt(1_200), 4);
  t.is(await callsAt(1_239), 4);
  t.is(await callsAt(1_240), 5);
});

test('work that fails may be tried again at once', async (t) => {
  let [now, calls] = [0, 0];
  const run = dutyCycle(
    0.1,
    () => {
      now += 1_000;
      calls += 1;
      return calls === 1 ? Promise.reject(new Error('The disk fails')) : Promise.resolve();
    },
    () => now,
  );
  await t.throwsAsync(run(), { message: 'The disk fails' });
  await run();
  await run();
  t.is(calls, 2);
});

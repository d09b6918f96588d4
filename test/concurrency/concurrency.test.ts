import { setImmediate } from 'node:timers/promises';
import test from 'ava';
import { limitConcurrency } from '../../src/concurrency/limit.ts';
import { mutex } from '../../src/concurrency/mutex.ts';
import { withTimeout } from '../../src/concurrency/timeout.ts';

const gatedWork = () => {
  const started: number[] = [];
  const gates = Array.from({ length: 4 }, () => Promise.withResolvers<undefined>());
  const work = (number: number) => async () => {
    started.push(number);
    await gates[number]?.promise;
    return number;
  };
  return { started, gates, work };
};

test('a limit runs no more functions at a time than its maximum, in the order of the calls', async (t) => {
  const { started, gates, work } = gatedWork();
  const limit = limitConcurrency(2);
  const results = Promise.all([0, 1, 2, 3].map((number) => limit(work(number))));
  await setImmediate();
  t.deepEqual(started, [0, 1]);
  gates[1]?.resolve(undefined);
  await setImmediate();
  t.deepEqual(started, [0, 1, 2]);
  for (const gate of gates) gate.resolve(undefined);
  t.deepEqual(await results, [0, 1, 2, 3]);
});

test('a function that throws makes room for the next one', async (t) => {
  const limit = limitConcurrency(1);
  const failed = limit(() => Promise.reject(new Error('failed')));
  const next = limit(() => Promise.resolve('next'));
  await t.throwsAsync(failed, { message: 'failed' });
  t.is(await next, 'next');
});

test('a mutex runs one function at a time', async (t) => {
  const { started, gates, work } = gatedWork();
  const exclusive = mutex();
  const results = Promise.all([0, 1].map((number) => exclusive(work(number))));
  await setImmediate();
  t.deepEqual(started, [0]);
  for (const gate of gates) gate.resolve(undefined);
  t.deepEqual(await results, [0, 1]);
});

test('a time-out rejects with the error that it was given, and passes on what came in time', async (t) => {
  const never = new Promise(() => undefined);
  await t.throwsAsync(
    withTimeout(never, 1, () => new Error('too late')),
    { message: 'too late' },
  );
  t.is(await withTimeout(Promise.resolve('done'), 60_000, () => new Error('too late')), 'done');
  await t.throwsAsync(
    withTimeout(Promise.reject(new Error('failed')), 60_000, () => new Error('too late')),
    { message: 'failed' },
  );
});

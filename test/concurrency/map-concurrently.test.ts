import { setImmediate } from 'node:timers/promises';
import test from 'ava';
import { mapConcurrently } from '../../src/concurrency/map-concurrently.ts';

async function* numbers(count: number) {
  for (let number = 0; number < count; number += 1) yield await Promise.resolve(number);
}

test('results come in the order of the items, and no more than so many are in work', async (t) => {
  let inWork = 0;
  let most = 0;
  const work = async (number: number) => {
    inWork += 1;
    most = Math.max(most, inWork);
    for (let turns = 10 - number; turns > 0; turns -= 1) await setImmediate();
    inWork -= 1;
    return number;
  };
  const results: number[] = [];
  for await (const result of mapConcurrently(numbers(10), 3, work)) results.push(result);
  t.deepEqual(results, [0, 1, 2, 3, 4, 5, 6, 7, 8, 9]);
  t.is(most, 3);
});

test('a failure is thrown at its position, and a caller that stops ends the reading', async (t) => {
  let isClosed = false;
  async function* items() {
    try {
      yield* numbers(100);
    } finally {
      isClosed = true;
    }
  }
  const fail = (number: number) => (number >= 2 ? Promise.reject(new Error(`No ${number}`)) : Promise.resolve(number));
  const results: number[] = [];
  await t.throwsAsync(
    async () => {
      for await (const result of mapConcurrently(items(), 4, fail)) results.push(result);
    },
    { message: 'No 2' },
  );
  t.deepEqual(results, [0, 1]);
  t.true(isClosed);
});

import { setImmediate } from 'node:timers/promises';
import test from 'ava';
import { beginInTurns } from '../../src/concurrency/begin-in-turns.ts';

/** Works that take 3 ms of an injected clock. `order` are their numbers, and `-` for each turn that other work has had. */
const works = () => {
  let time = 0;
  const begin = beginInTurns(() => time);
  const order: string[] = [];
  const add = (name: number) =>
    begin(() => {
      order.push(String(name));
      time += 3;
    });
  const turns = async (count: number) => {
    for (let turn = 0; turn < count; turn += 1) {
      await setImmediate();
      order.push('-');
    }
  };
  return { add, order, turns };
};

test('works begin in their order, as many in a turn of the event loop as take four milliseconds', async (t) => {
  const { add, order, turns } = works();
  for (const name of [1, 2, 3, 4, 5]) add(name);
  t.deepEqual(order, []);
  await turns(4);
  t.is(order.join(''), '12-34-5--');
});

test('a work that comes later begins after those that wait', async (t) => {
  const { add, order, turns } = works();
  for (const name of [1, 2, 3]) add(name);
  await turns(1);
  add(4);
  await turns(2);
  t.is(order.join(''), '12-34--');
});

test('the time of a turn that has passed is not owed by the next one', async (t) => {
  const { add, order, turns } = works();
  add(1);
  add(2);
  await turns(2);
  add(3);
  add(4);
  await turns(1);
  t.is(order.join(''), '12--34-');
});

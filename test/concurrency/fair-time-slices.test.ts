import { setImmediate } from 'node:timers/promises';
import test from 'ava';
import { fairTimeSlices, sharedTimeSlices } from '../../src/concurrency/fair-time-slices.ts';
import { inSlicesOf, type Steps } from '../../src/concurrency/steps.ts';

/** Loops whose every step takes 5 ms or more of an injected clock, so that each step needs a time slice. `order` are the tenants of the steps. */
const loops = (slicesOf = fairTimeSlices) => {
  let time = 0;
  const timeSlices = slicesOf(() => time);
  const order: string[] = [];
  const loop = async (tenant: string, steps: number, stepMs = 5, customer = tenant) => {
    const yieldIfDue = timeSlices.of(tenant, customer);
    for (let step = 0; step < steps; step += 1) {
      await yieldIfDue();
      order.push(tenant);
      time += stepMs;
    }
  };
  return { loop, order };
};

test('tenants take turns: a tenant with ten loops gets as much time as a tenant with one', async (t) => {
  const { loop, order } = loops();
  await Promise.all([...Array.from({ length: 10 }, () => loop('a', 3)), loop('b', 3), loop('c', 3)]);
  t.deepEqual(order.slice(0, 9), ['a', 'b', 'c', 'a', 'b', 'c', 'a', 'b', 'c']);
  t.is(order.length, 36);
});

test('all tenants of a customer get as much time as one of another, and divide it', async (t) => {
  const { loop, order } = loops();
  await Promise.all([...['a', 'b', 'c'].map((tenant) => loop(tenant, 4, 5, 'crowd')), loop('d', 6)]);
  t.is(order.slice(0, 12).join(''), 'adbdcdadbdcd');
});

test('in one customer, as behind a proxy that is not trusted, each tenant gets as much time', async (t) => {
  const { loop, order } = loops();
  await Promise.all([...Array.from({ length: 5 }, () => loop('a', 3, 5, 'proxy')), loop('b', 3, 5, 'proxy')]);
  t.is(order.slice(0, 6).join(''), 'ababab');
});

test('a tenant with steps that take longer gets fewer of them', async (t) => {
  const { loop, order } = loops();
  await Promise.all([loop('a', 5, 40), loop('b', 20)]);
  t.deepEqual(order.slice(0, 12).join(''), 'abbbbbbbbabb');
});

test('a tenant that comes later owes nothing of what others have used before, and is given no more than they get', async (t) => {
  const { loop, order } = loops();
  const first = loop('a', 20);
  while (order.length < 10) await setImmediate();
  const begun = order.length;
  await Promise.all([first, loop('b', 4)]);
  t.regex(order.slice(begun, begun + 9).join(''), /^a?(?:ba){4}/);
});

test('between two passes of the event loop one loop runs', async (t) => {
  const { loop, order } = loops();
  const all = Promise.all([loop('a', 4), loop('a', 4), loop('b', 4)]);
  for (let steps = order.length; steps < 12; steps = order.length) {
    await setImmediate();
    t.true(order.length <= steps + 1);
  }
  await all;
});

test('loops that pause soon may share a turn of the event loop, for four milliseconds in all', async (t) => {
  const { loop, order } = loops(sharedTimeSlices);
  const all = Promise.all([loop('a', 1, 1), ...Array.from({ length: 10 }, () => loop('b', 1, 1))]);
  await setImmediate();
  t.deepEqual(order, ['a', 'b', 'b', 'b']);
  await setImmediate();
  t.is(order.length, 8);
  await all;
});

test('a loop continues without a wait until its time slice of four milliseconds has passed', async (t) => {
  let time = 0;
  const yieldIfDue = fairTimeSlices(() => time).of('a');
  await yieldIfDue();
  t.is(yieldIfDue(), undefined);
  time += 3;
  t.is(yieldIfDue(), undefined);
  time += 1;
  t.true(yieldIfDue() instanceof Promise);
});

test('a loop that comes back from other waits gets a time slice of its own, not the rest of another', async (t) => {
  const timeSlices = fairTimeSlices(() => 0);
  const [one, other] = [timeSlices.of('a'), timeSlices.of('b')];
  await one();
  t.true(other() instanceof Promise);
});

test('work of a tenant ends after its own steps, however much of another has begun before', async (t) => {
  let time = 0;
  const timeSlices = fairTimeSlices(() => time);
  const order: string[] = [];
  const run = (tenant: string, steps: number) => {
    const work = function* (): Steps<void> {
      for (let step = 0; step < steps; step += 1) {
        order.push(tenant);
        time += 5;
        yield;
      }
    };
    return inSlicesOf(timeSlices.of(tenant))(work());
  };
  const many = Array.from({ length: 100 }, () => run('a', 20));
  await run('b', 5);
  t.is(order.filter((tenant) => tenant === 'b').length, 5);
  t.true(order.length <= 11, order.join(''));
  await Promise.all(many);
  t.is(order.length, 2_005);
});

test('small work does not wait for the end of large work of the same tenant', async (t) => {
  const timeSlices = fairTimeSlices(undefined, 1);
  const order: string[] = [];
  const work = function* (name: string, most: number): Steps<void> {
    for (let steps = 0; steps < most && order.length === 0; steps += 1) yield;
    order.push(name);
  };
  const run = (name: string, most: number) => inSlicesOf(timeSlices.of('a'))(work(name, most));
  await Promise.all([run('big', 10_000_000), run('small', 1_000)]);
  t.deepEqual(order, ['small', 'big']);
});

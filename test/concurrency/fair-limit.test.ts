import { setImmediate, setTimeout } from 'node:timers/promises';
import test from 'ava';
import { fairLimit, type YieldSlot } from '../../src/concurrency/fair-limit.ts';
import { usedTime } from '../../src/concurrency/fair-time-slices.ts';

/** Runs works by name that last until they are ended; `running` are the names in the order of their start. */
const works = (...limits: Parameters<typeof fairLimit>) => {
  const limit = fairLimit(...limits);
  const running: string[] = [];
  const ends = new Map<string, () => void>();
  const yields = new Map<string, YieldSlot>();
  const done: Promise<void>[] = [];
  const start = (tenant: string, name: string, customer?: string) => {
    const { promise, resolve } = Promise.withResolvers<undefined>();
    ends.set(name, () => resolve(undefined));
    const work = async (yieldSlot: YieldSlot) => {
      running.push(name);
      yields.set(name, yieldSlot);
      await promise;
      running.splice(running.indexOf(name), 1);
    };
    done.push(limit(tenant, work, customer));
  };
  const end = async (name: string) => {
    ends.get(name)?.();
    await setImmediate();
  };
  return { start, end, running, yieldSlot: (name: string) => yields.get(name)?.(), done };
};

test('a slot that becomes free goes to the waiting tenant with the fewest slots, then to the others in turn', async (t) => {
  const { start, end, running, done } = works(2);
  for (const name of ['a1', 'a2', 'a3', 'a4']) start('a', name);
  for (const name of ['b1', 'b2']) start('b', name);
  start('c', 'c1');
  await setImmediate();
  t.deepEqual(running, ['a1', 'a2']);
  await end('a1');
  t.deepEqual(running, ['a2', 'b1']);
  await end('b1');
  t.deepEqual(running, ['a2', 'c1']);
  await end('c1');
  t.deepEqual(running, ['a2', 'b2']);
  await end('b2');
  t.deepEqual(running, ['a2', 'a3']);
  for (const name of ['a2', 'a3', 'a4']) await end(name);
  await Promise.all(done);
});

test('of tenants with equally many slots the one that has used the least time goes first, if that is counted', async (t) => {
  const usedMs = new Map([['late', 0]]);
  const used = {
    of: (tenant: string) => usedMs.get(tenant) ?? 0,
    start: (tenant: string) => (ms: number) => void usedMs.set(tenant, (usedMs.get(tenant) ?? 0) + ms),
  };
  const { start, end, running, done } = works(1, 1, { countTime: () => used });
  start('a', 'a1');
  await setImmediate();
  for (const [index, tenant] of ['b', 'c'].entries()) {
    usedMs.set(tenant, index + 1);
    start(tenant, `${tenant}1`);
  }
  start('late', 'late1');
  await end('a1');
  t.true((usedMs.get('a') ?? 0) > 0);
  t.deepEqual(running, ['late1']);
  usedMs.set('late', 100);
  await end('late1');
  t.deepEqual(running, ['b1']);
  for (const name of ['b1', 'c1']) await end(name);
  await Promise.all(done);
});

test('tenants of one customer have the share of one: it has no more turns with many new accounts than with one', async (t) => {
  const { start, end, running, done } = works(1, 1, { countTime: usedTime });
  const order: string[] = [];
  for (const name of ['a', 'b', 'c', 'd', 'e']) start(name, name, 'crowd');
  await setImmediate();
  start('alone', 'alone1', 'other');
  start('alone', 'alone2', 'other');
  while (running[0] !== undefined) {
    order.push(running[0]);
    // As much time for each.
    await setTimeout(20);
    await end(running[0]);
  }
  t.deepEqual(order.slice(0, 2), ['a', 'alone1']);
  t.true(order.indexOf('alone2') <= 4, order.join());
  t.deepEqual(
    order.filter((name) => !name.startsWith('alone')),
    ['a', 'b', 'c', 'd', 'e'],
  );
  await Promise.all(done);
});

test('a tenant whose limit is reached does not hold up others of its customer', async (t) => {
  const { start, end, running, done } = works(2, 1);
  start('a', 'a1', 'one');
  start('a', 'a2', 'one');
  start('b', 'b1', 'one');
  await setImmediate();
  t.deepEqual(running, ['a1', 'b1']);
  for (const name of ['a1', 'b1', 'a2']) await end(name);
  await Promise.all(done);
});

test('a slot that is given away counts by then: it goes to another customer, not to the next account of the same', async (t) => {
  const { start, end, running, yieldSlot, done } = works(1, 1, { countTime: usedTime });
  for (const name of ['a', 'b', 'c']) start(name, name, 'crowd');
  start('alone', 'alone', 'other');
  await setTimeout(20);
  t.deepEqual(running, ['a']);
  const again = yieldSlot('a');
  await setImmediate();
  t.deepEqual(running, ['a', 'alone']);
  for (const name of ['alone', 'b', 'c']) await end(name);
  await again;
  await end('a');
  await Promise.all(done);
});

test('in one customer, as behind a proxy that is not trusted, each tenant has its turn by the time that it has used', async (t) => {
  const { start, end, running, done } = works(1, 1, { countTime: usedTime });
  start('busy', 'busy1', 'proxy');
  await setImmediate();
  start('busy', 'busy2', 'proxy');
  start('calm', 'calm1', 'proxy');
  await setTimeout(20);
  await end('busy1');
  t.deepEqual(running, ['calm1']);
  await end('calm1');
  t.deepEqual(running, ['busy2']);
  await end('busy2');
  await Promise.all(done);
});

test('a customer with several tenants has no more slots than one may have: the others stay for whoever comes', async (t) => {
  const { start, end, running, done } = works(4, 2, { maxOfCustomer: 3 });
  for (const tenant of ['a', 'b']) for (const name of [`${tenant}1`, `${tenant}2`]) start(tenant, name, 'flood');
  await setImmediate();
  t.deepEqual(running, ['a1', 'a2', 'b1']);
  start('c', 'c1', 'other');
  await setImmediate();
  t.deepEqual(running, ['a1', 'a2', 'b1', 'c1']);
  await end('a1');
  t.deepEqual(running, ['a2', 'b1', 'c1', 'b2']);
  for (const name of ['a2', 'b1', 'c1', 'b2']) await end(name);
  await Promise.all(done);
});

test('work yields its slot only to a tenant with fewer slots, and gets the next one before other work of its tenant', async (t) => {
  const { start, end, running, yieldSlot, done } = works(2);
  for (const name of ['a1', 'a2', 'a3']) start('a', name);
  await setImmediate();
  t.is(yieldSlot('a1'), undefined);
  start('b', 'b1');
  const regained = yieldSlot('a1');
  t.true(regained instanceof Promise);
  await setImmediate();
  t.deepEqual(running, ['a1', 'a2', 'b1']);
  t.is(yieldSlot('b1'), undefined);
  t.is(yieldSlot('a2'), undefined);
  await end('b1');
  await regained;
  t.deepEqual(running, ['a1', 'a2']);
  for (const name of ['a1', 'a2', 'a3']) await end(name);
  await Promise.all(done);
});

test('work that fails gives its slot to the next', async (t) => {
  const limit = fairLimit(1);
  const failed = limit('a', () => Promise.reject(new Error('failed')));
  const next = limit('a', () => Promise.resolve('next'));
  await t.throwsAsync(failed, { message: 'failed' });
  t.is(await next, 'next');
});

test('a tenant that has its most slots waits while others find room, and then takes one slot after the other', async (t) => {
  const { start, end, running, done } = works(2, 1);
  for (const name of ['a1', 'a2']) start('a', name);
  await setImmediate();
  t.deepEqual(running, ['a1']);
  for (const name of ['b1', 'b2']) start('b', name);
  await setImmediate();
  t.deepEqual(running, ['a1', 'b1']);
  await end('a1');
  t.deepEqual(running, ['b1', 'a2']);
  await end('a2');
  t.deepEqual(running, ['b1']);
  await end('b1');
  t.deepEqual(running, ['b2']);
  await end('b2');
  await Promise.all(done);
});

import test from 'ava';
import { abortableLimit } from '../../src/concurrency/abortable-limit.ts';

const never = new AbortController().signal;

/** Starts work that ends when it is told to, and records what happens. */
const starter = (max: number) => {
  const limit = abortableLimit(max);
  const events: string[] = [];
  const start = (name: string, signal = never) => {
    const { promise, resolve } = Promise.withResolvers<string>();
    const waiting = (isWaiting: boolean) => void events.push(`${name} ${isWaiting ? 'waits' : 'waits no more'}`);
    const done = limit({ tenantId: name, signal, waiting }, () => {
      events.push(`${name} runs`);
      return promise;
    });
    return { done, end: () => resolve(name) };
  };
  return { start, events };
};

const settled = () => new Promise((resolve) => setImmediate(resolve));

test('at most two run at a time; the third reports its wait', async (t) => {
  const { start, events } = starter(2);
  const [one, two, three] = [start('one'), start('two'), start('three')];
  await settled();
  t.deepEqual(
    events.filter((event) => event.endsWith('runs')),
    ['one runs', 'two runs'],
  );
  t.is(events.filter((event) => event.startsWith('three')).join(), 'three waits');
  two.end();
  t.is(await two.done, 'two');
  await settled();
  t.deepEqual(events.filter((event) => event.startsWith('three')).toSorted(), [
    'three runs',
    'three waits',
    'three waits no more',
  ]);
  one.end();
  three.end();
  await Promise.all([one.done, three.done]);
});

test('what is aborted while it waits ends at once, never runs and keeps no slot', async (t) => {
  const { start, events } = starter(1);
  const first = start('first');
  const abort = new AbortController();
  const second = start('second', abort.signal);
  const third = start('third');
  await settled();
  abort.abort(new Error('gone'));
  await t.throwsAsync(second.done, { message: 'gone' });
  t.is(events.at(-1), 'second waits no more');
  first.end();
  await settled();
  third.end();
  t.is(await third.done, 'third');
  t.false(events.includes('second runs'));
});

test('what is aborted before it begins does not run', async (t) => {
  const { start, events } = starter(1);
  await t.throwsAsync(start('one', AbortSignal.abort(new Error('gone'))).done, { message: 'gone' });
  t.false(events.includes('one runs'));
});

/** A limit whose only slot is held; whether its work is wanted for another tenant, and how it ends. */
const holdingSlot = async () => {
  const limit = abortableLimit(1);
  const { promise, resolve } = Promise.withResolvers<undefined>();
  let isWanted = () => true;
  const running = limit({ tenantId: 'one', signal: never }, (wanted) => {
    isWanted = wanted;
    return promise;
  });
  await settled();
  return { limit, running, isWanted, end: () => resolve(undefined) };
};

test('running work knows whether another tenant waits for its slot', async (t) => {
  const { limit, running, isWanted, end } = await holdingSlot();
  const same = limit({ tenantId: 'one', signal: never }, () => Promise.resolve());
  t.false(isWanted());
  const other = limit({ tenantId: 'two', signal: never }, () => Promise.resolve());
  t.true(isWanted());
  end();
  await Promise.all([running, same, other]);
});

test('nothing is kept of what is aborted while it waits: the others of its tenant keep their order, and running work is not wanted for it', async (t) => {
  const { limit, running, isWanted, end } = await holdingSlot();
  const order: number[] = [];
  const aborts = Array.from({ length: 6 }, () => new AbortController());
  const waiting = aborts.map(({ signal }, index) =>
    limit({ tenantId: 'two', signal }, () => Promise.resolve(void order.push(index))),
  );
  await settled();
  for (const index of [0, 3, 5]) {
    aborts[index]?.abort(new Error('gone'));
    await t.throwsAsync(async () => waiting[index], { message: 'gone' });
  }
  t.true(isWanted());
  end();
  await Promise.all([running, waiting[1], waiting[2], waiting[4]]);
  t.deepEqual(order, [1, 2, 4]);

  let wantedAgain = () => true;
  const again = limit({ tenantId: 'one', signal: never }, (wanted) => {
    wantedAgain = wanted;
    return settled();
  });
  const leaving = new AbortController();
  const left = limit({ tenantId: 'two', signal: leaving.signal }, () => Promise.resolve());
  leaving.abort(new Error('gone'));
  await t.throwsAsync(left, { message: 'gone' });
  t.false(wantedAgain());
  await again;
});

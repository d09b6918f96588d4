import { setImmediate } from 'node:timers/promises';
import test from 'ava';
import { lookout } from '../../../src/adapters/eventstoredb/lookout.ts';

/** A lookout on a log whose newest event lies at `end`, with a clock that the test moves. */
const watching = (end: bigint) => {
  const state = { end, time: 0, looks: 0, broken: false };
  const watch = lookout({
    newestAfter: (after) => {
      state.looks += 1;
      if (state.broken) return Promise.reject(new Error('EventStoreDB did not answer'));
      return Promise.resolve(state.end > after ? state.end : undefined);
    },
    ring: () => undefined,
    now: () => state.time,
  });
  /** Waits for as long as the lookout wants to, and asks it again. */
  const idle = async (position: bigint) => {
    const first = watch.idle(position);
    await setImmediate();
    return first || watch.idle(position);
  };
  return { state, watch, idle };
};

test('a subscription of an empty log has caught up at once, and says so once', async (t) => {
  const { state, idle, watch } = watching(-1n);
  t.true(await idle(-1n));
  state.time += watch.due();
  t.false(await idle(-1n));
  t.is(state.looks, 2);
});

test('a subscription has caught up with the event that was the newest when nothing more came', async (t) => {
  const { watch, idle } = watching(9n);
  t.false(await idle(3n));
  t.false(watch.arrived(8n));
  t.true(watch.arrived(9n));
});

test('after a burst of events the end of the log is looked at once, when it is over', async (t) => {
  const { state, watch, idle } = watching(1n);
  t.true(await idle(1n));
  for (const position of [2n, 3n, 4n]) {
    state.end = position;
    t.false(watch.arrived(position));
    t.false(await idle(position));
  }
  t.is(state.looks, 1);
  state.time += watch.due();
  t.true(await idle(4n));
  t.is(state.looks, 2);
});

test('a subscription that does not give what is known to be in the log is dead', async (t) => {
  const { state, watch, idle } = watching(1n);
  t.true(await idle(1n));
  state.end = 2n;
  state.time += watch.due();
  t.false(await idle(1n));
  state.time += 19_000;
  t.false(await idle(1n));
  state.time += 2_000;
  t.throws(() => watch.idle(1n), { message: 'The subscription is dead' });
});

test('a look that fails ends the subscription, so that it is opened again', async (t) => {
  const { state, idle } = watching(1n);
  state.broken = true;
  await t.throwsAsync(idle(1n), { message: 'EventStoreDB did not answer' });
});

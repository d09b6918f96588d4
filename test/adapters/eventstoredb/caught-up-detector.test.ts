import { setImmediate } from 'node:timers/promises';
import test from 'ava';
import { caughtUpDetector } from '../../../src/adapters/eventstoredb/caught-up-detector.ts';

/** A detector on a log whose newest event is at `end`, with a clock that the test sets. */
const detecting = (end: bigint) => {
  const state = { end, time: 0, checks: 0, broken: false };
  const detector = caughtUpDetector({
    newestAfter: (after) => {
      state.checks += 1;
      if (state.broken) return Promise.reject(new Error('EventStoreDB did not answer'));
      return Promise.resolve(state.end > after ? state.end : undefined);
    },
    onChecked: () => undefined,
    now: () => state.time,
  });
  /** Calls `onIdle` before and after the check that it starts. */
  const idle = async (position: bigint) => {
    const first = detector.onIdle(position);
    await setImmediate();
    return first || detector.onIdle(position);
  };
  return { state, detector, idle };
};

test('a subscription of an empty log has caught up at once, which is reported once', async (t) => {
  const { state, idle, detector } = detecting(-1n);
  t.true(await idle(-1n));
  state.time += detector.waitMs();
  t.false(await idle(-1n));
  t.is(state.checks, 2);
});

test('a subscription has caught up with the newest event if no other follows', async (t) => {
  const { detector, idle } = detecting(9n);
  t.false(await idle(3n));
  t.false(detector.onEvents(8n));
  t.true(detector.onEvents(9n));
});

test('the end of the log is checked once after a burst of events', async (t) => {
  const { state, detector, idle } = detecting(1n);
  t.true(await idle(1n));
  for (const position of [2n, 3n, 4n]) {
    state.end = position;
    t.false(detector.onEvents(position));
    t.false(await idle(position));
  }
  t.is(state.checks, 1);
  state.time += detector.waitMs();
  t.true(await idle(4n));
  t.is(state.checks, 2);
});

test('a subscription that does not deliver events known to be in the log is broken', async (t) => {
  const { state, detector, idle } = detecting(1n);
  t.true(await idle(1n));
  state.end = 2n;
  state.time += detector.waitMs();
  t.false(await idle(1n));
  state.time += 19_000;
  t.false(await idle(1n));
  state.time += 2_000;
  t.throws(() => detector.onIdle(1n), { message: 'The subscription is dead' });
});

test('a failed check ends the subscription, so that it is opened again', async (t) => {
  const { state, idle } = detecting(1n);
  state.broken = true;
  await t.throwsAsync(idle(1n), { message: 'EventStoreDB did not answer' });
});

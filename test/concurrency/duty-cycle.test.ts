import test from 'ava';
import { fairDutyCycle, idle } from '../../src/concurrency/duty-cycle.ts';

/** A cycle with a clock, whose runs take `workMs` and result in `outcome`. */
const cycle = (shares: Parameters<typeof fairDutyCycle>[0]) => {
  const state = { now: 0, workMs: 0, runs: 0, outcome: 'served' };
  const call = fairDutyCycle(
    shares,
    {
      run: () => {
        state.now += state.workMs;
        state.runs += 1;
        return state.outcome === 'fails' ? Promise.reject(new Error('The disk fails')) : Promise.resolve(state.outcome);
      },
      hasServed: (outcome) => outcome === 'served',
    },
    () => state.now,
  );
  /** Returns whether a call for these clients has run, at a time in ms. */
  const runsAt = async (now: number, ...clients: readonly string[]) => {
    state.now = now;
    return (await call(new Set(clients))) !== idle;
  };
  return { state, call, runsAt };
};

test('a client that waits all the time has its share, and one that seldom waits is served after the rest of all', async (t) => {
  const { state, runsAt } = cycle({ ofClient: 0.05, ofAll: 0.2 });
  state.workMs = 1_000;
  t.true(await runsAt(0, 'a'));
  // All rest for 4 s, and `a` for 19 s.
  t.false(await runsAt(4_999, 'a', 'b'));
  t.false(await runsAt(5_000, 'a'));
  t.true(await runsAt(5_000, 'a', 'b'));
  t.false(await runsAt(10_000, 'b'), 'the share of `b` is used up too');
  // `a` was served without a cost, as it had not caused the run.
  t.false(await runsAt(19_999, 'a', 'b'));
  t.true(await runsAt(20_000, 'a', 'b'));
  t.is(state.runs, 3);
});

test('clients that cause a run divide its time', async (t) => {
  const { state, runsAt } = cycle({ ofClient: 0.1, ofAll: 0.5 });
  state.workMs = 1_000;
  t.true(await runsAt(0, 'a', 'b'));
  t.false(await runsAt(5_499, 'a'));
  t.true(await runsAt(5_500, 'a'));
});

test('with any number of clients the work takes no more than the share of all', async (t) => {
  const { state, call } = cycle({ ofClient: 0.05, ofAll: 0.2 });
  state.workMs = 100;
  for (let client = 0; state.now < 60_000; client += 1) {
    await call(new Set([`client ${client}`]));
    state.now += 10;
  }
  t.true(state.runs * state.workMs <= 0.2 * state.now + state.workMs, `${state.runs} runs`);
  t.true(state.runs * state.workMs >= 0.19 * state.now);
});

test('with a client that waits every 2 s another is served within some seconds, whenever it comes', async (t) => {
  for (let arrival = 0; arrival < 40_000; arrival += 500) {
    const { state, runsAt } = cycle({ ofClient: 0.05, ofAll: 0.2 });
    state.workMs = 800;
    let served: number | undefined;
    for (let now = 0; served === undefined; now = Math.max(state.now, now) + 1_000) {
      const isWaiting = now >= arrival;
      if ((await runsAt(now, 'attacker', ...(isWaiting ? ['other'] : []))) && isWaiting) served = state.now;
    }
    t.true(served - arrival <= 6_000, `${served - arrival} ms`);
  }
});

test('work that takes no time is done at each call', async (t) => {
  const { runsAt } = cycle({ ofClient: 0.05, ofAll: 0.2 });
  for (let call = 0; call < 3; call += 1) t.true(await runsAt(0, 'a'));
});

test('a run that fails or serves nobody uses the share of all, of no client', async (t) => {
  for (const outcome of ['fails', 'in use']) {
    const { state, call, runsAt } = cycle({ ofClient: 0.05, ofAll: 0.2 });
    Object.assign(state, { workMs: 1_000, outcome });
    if (outcome === 'fails') await t.throwsAsync(call(new Set(['a'])), { message: 'The disk fails' });
    else t.true(await runsAt(0, 'a'));
    state.outcome = 'served';
    t.false(await runsAt(4_999, 'a'));
    t.true(await runsAt(5_000, 'a'));
  }
});

test('what a call has to do before its run is done in its turn only, and does not count', async (t) => {
  const { state, call, runsAt } = cycle({ ofClient: 0.05, ofAll: 0.2 });
  const before: number[] = [];
  const prepare = () => {
    before.push(state.runs);
    state.now += 10_000;
    return Promise.resolve();
  };
  state.workMs = 1_000;
  await call(new Set(['a']), prepare);
  t.is(await call(new Set(['b']), prepare), idle);
  t.deepEqual(before, [0]);
  t.false(await runsAt(11_000 + 3_999, 'b'));
  t.true(await runsAt(11_000 + 4_000, 'b'));
});

test('there is one run at a time', async (t) => {
  const { promise, resolve } = Promise.withResolvers<undefined>();
  const call = fairDutyCycle({ ofClient: 0.05, ofAll: 0.2 }, { run: () => promise, hasServed: () => true });
  const first = call(new Set(['a']));
  t.is(await call(new Set(['b'])), idle);
  resolve(undefined);
  t.is(await first, undefined);
});

import { setImmediate } from 'node:timers/promises';
import test from 'ava';
import { type SharedJob, sharedWork } from '../../src/concurrency/shared-work.ts';

class Lost extends Error {}

type Helper = (job: string) => Promise<string>;

const isLost = (error: unknown) => error instanceof Lost;
const back = () => Promise.resolve();

/** A job that says where it was done; here it takes until `gate` resolves. */
const job = (name: string, gate: Promise<unknown> = Promise.resolve()): SharedJob<Helper, string> => ({
  here: async () => {
    await gate;
    return `${name} here`;
  },
  there: (helper) => helper(name),
});

const willing: Helper = (name) => Promise.resolve(`${name} there`);

test('an owner does its jobs one at a time itself, without helpers', async (t) => {
  const share = sharedWork<Helper>({ isLost, back }).owner();
  let running = 0;
  const one = async () => {
    running += 1;
    t.is(running, 1);
    await setImmediate();
    running -= 1;
  };
  await Promise.all([1, 2, 3].map(() => share({ here: one, there: () => Promise.reject(new Error('No helper')) })));
});

test('a helper takes what waits while the owner is busy, and each job is done once', async (t) => {
  const work = sharedWork<Helper>({ isLost, back });
  const share = work.owner();
  const gate = Promise.withResolvers<undefined>();
  const first = share(job('first', gate.promise));
  const second = share(job('second'));
  work.add(willing);
  t.is(await second, 'second there');
  gate.resolve(undefined);
  t.is(await first, 'first here');
});

test('owners take turns with a helper', async (t) => {
  const work = sharedWork<Helper>({ isLost, back });
  const never = Promise.withResolvers<undefined>().promise;
  const [busy, other] = [work.owner(), work.owner()];
  void busy(job('busy', never));
  const some = [busy(job('busy 2')), busy(job('busy 3'))];
  void other(job('other', never));
  const last = other(job('other 2'));
  const done: string[] = [];
  work.add((name) => {
    done.push(name);
    return Promise.resolve(name);
  });
  await Promise.all([...some, last]);
  t.deepEqual(done, ['busy 2', 'other 2', 'busy 3']);
});

test('the job of a lost helper is repeated here, and the helper is asked again once it is back', async (t) => {
  const returned = Promise.withResolvers<undefined>();
  const work = sharedWork<Helper>({ isLost, back: () => returned.promise });
  const share = work.owner();
  const gate = Promise.withResolvers<undefined>();
  let calls = 0;
  work.add((name) => {
    calls += 1;
    return calls === 1 ? Promise.reject(new Lost()) : willing(name);
  });
  t.is(await share(job('first')), 'first here');
  const second = share(job('second', gate.promise));
  const third = share(job('third'));
  await setImmediate();
  t.is(calls, 1);
  returned.resolve(undefined);
  t.is(await third, 'third there');
  gate.resolve(undefined);
  t.is(await second, 'second here');
});

test('an error of the job itself reaches its owner, and the helper goes on', async (t) => {
  const work = sharedWork<Helper>({ isLost, back });
  const share = work.owner();
  work.add((name) => (name === 'bad' ? Promise.reject(new Error('Bad')) : willing(name)));
  await t.throwsAsync(share(job('bad')), { message: 'Bad' });
  t.is(await share(job('good')), 'good there');
});

import { setImmediate } from 'node:timers/promises';
import test from 'ava';
import { type PoolJob, workStealingPool } from '../../src/concurrency/work-stealing-pool.ts';

class Lost extends Error {}

type Worker = (job: string) => Promise<string>;

const isLost = (error: unknown) => error instanceof Lost;
const whenAvailable = () => Promise.resolve();

/** A job that says where it was done; here it takes until `gate` resolves. */
const job = (name: string, gate: Promise<unknown> = Promise.resolve()): PoolJob<Worker, string> => ({
  runLocally: async () => {
    await gate;
    return `${name} here`;
  },
  runOnWorker: (worker) => worker(name),
});

const willing: Worker = (name) => Promise.resolve(`${name} there`);

test('a client does its jobs one at a time itself, without workers', async (t) => {
  const runJob = workStealingPool<Worker>({ isLost, whenAvailable }).client({ tenantId: 'a', customer: 'a' });
  let running = 0;
  const one = async () => {
    running += 1;
    t.is(running, 1);
    await setImmediate();
    running -= 1;
  };
  await Promise.all(
    [1, 2, 3].map(() => runJob({ runLocally: one, runOnWorker: () => Promise.reject(new Error('No worker')) })),
  );
});

test('a worker takes what waits while the client is busy, and each job is done once', async (t) => {
  const pool = workStealingPool<Worker>({ isLost, whenAvailable });
  const runJob = pool.client({ tenantId: 'a', customer: 'a' });
  const gate = Promise.withResolvers<undefined>();
  const first = runJob(job('first', gate.promise));
  const second = runJob(job('second'));
  pool.addWorker(willing);
  t.is(await second, 'second there');
  gate.resolve(undefined);
  t.is(await first, 'first here');
});

test('a job that blocks is left to workers while others of its client wait, and is done without one', async (t) => {
  const pool = workStealingPool<Worker>({ isLost, whenAvailable });
  const order: string[] = [];
  const noted = (name: string, isBlocking: boolean): PoolJob<Worker, string> => ({
    ...job(name),
    isBlocking,
    runLocally: async () => {
      await setImmediate();
      order.push(name);
      return `${name} here`;
    },
  });
  const runJob = pool.client({ tenantId: 'a', customer: 'a' });
  const jobs = [noted('1', false), noted('long 1', true), noted('long 2', true), noted('2', false), noted('3', false)];
  const done = jobs.map((one) => runJob(one));
  await done[0];
  t.deepEqual(await Promise.all(done), ['1 here', 'long 1 here', 'long 2 here', '2 here', '3 here']);
  t.deepEqual(order, ['1', '2', '3', 'long 1', 'long 2']);
  const gate = Promise.withResolvers<undefined>();
  const busy = runJob(job('busy', gate.promise));
  const long = runJob(noted('long 3', true));
  pool.addWorker(willing);
  t.is(await long, 'long 3 there');
  gate.resolve(undefined);
  await busy;
});

test('clients take turns with a worker', async (t) => {
  const pool = workStealingPool<Worker>({ isLost, whenAvailable });
  const never = Promise.withResolvers<undefined>().promise;
  const [busy, other] = [pool.client({ tenantId: 'a', customer: 'a' }), pool.client({ tenantId: 'b', customer: 'b' })];
  void busy(job('busy', never));
  const some = [busy(job('busy 2')), busy(job('busy 3'))];
  void other(job('other', never));
  const last = other(job('other 2'));
  const done: string[] = [];
  pool.addWorker((name) => {
    done.push(name);
    return Promise.resolve(name);
  });
  await Promise.all([...some, last]);
  t.deepEqual(done, ['busy 2', 'other 2', 'busy 3']);
});

/** The order in which a worker does three jobs of each of four clients: three of a crowd and one alone. */
const orderOf = async (holders: readonly (readonly [tenantId: string, customer: string])[]) => {
  const pool = workStealingPool<Worker>({ isLost, whenAvailable });
  const never = Promise.withResolvers<undefined>().promise;
  const clients = holders.map(([tenantId, customer]) => pool.client({ tenantId, customer }));
  // Each client is busy with its first job.
  for (const runJob of clients) void runJob(job('busy', never));
  const waiting = clients.flatMap((runJob, client) =>
    [1, 2, 3].map((n) => runJob(job(`${'aaab'[client]}${client} ${n}`))),
  );
  const done: string[] = [];
  pool.addWorker((name) => {
    done.push(name);
    return Promise.resolve(name);
  });
  await Promise.all(waiting);
  return done;
};

test('tenants take turns with a worker, however many clients each has, and so do customers, however many tenants', async (t) => {
  const expected = ['a0 1', 'b3 1', 'a1 1', 'b3 2', 'a2 1', 'b3 3', 'a0 2', 'a1 2', 'a2 2', 'a0 3', 'a1 3', 'a2 3'];
  t.deepEqual(await orderOf([...Array.from({ length: 3 }, () => ['a', 'a'] as const), ['b', 'b']]), expected);
  t.deepEqual(
    await orderOf([...['a', 'b', 'c'].map((tenant) => [tenant, 'crowd'] as const), ['d', 'alone']]),
    expected,
  );
  // As behind a proxy that is not trusted.
  t.deepEqual(await orderOf([...Array.from({ length: 3 }, () => ['a', 'x'] as const), ['b', 'x']]), expected);
});

test('the job of a lost worker is repeated here, and the worker is asked again once it is back', async (t) => {
  const returned = Promise.withResolvers<undefined>();
  const pool = workStealingPool<Worker>({ isLost, whenAvailable: () => returned.promise });
  const runJob = pool.client({ tenantId: 'a', customer: 'a' });
  const gate = Promise.withResolvers<undefined>();
  let calls = 0;
  pool.addWorker((name) => {
    calls += 1;
    return calls === 1 ? Promise.reject(new Lost()) : willing(name);
  });
  t.is(await runJob(job('first')), 'first here');
  const second = runJob(job('second', gate.promise));
  const third = runJob(job('third'));
  await setImmediate();
  t.is(calls, 1);
  returned.resolve(undefined);
  t.is(await third, 'third there');
  gate.resolve(undefined);
  t.is(await second, 'second here');
});

test('an error of the job itself reaches its client, and the worker goes on', async (t) => {
  const pool = workStealingPool<Worker>({ isLost, whenAvailable });
  const runJob = pool.client({ tenantId: 'a', customer: 'a' });
  pool.addWorker((name) => (name === 'bad' ? Promise.reject(new Error('Bad')) : willing(name)));
  await t.throwsAsync(runJob(job('bad')), { message: 'Bad' });
  t.is(await runJob(job('good')), 'good there');
});

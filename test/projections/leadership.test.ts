import { setTimeout } from 'node:timers/promises';
import test, { type ExecutionContext } from 'ava';
import type { Lease } from '../../src/ports/lease.ts';
import { leadershipByLease } from '../../projections/leadership.ts';

/** A lease in memory that can be taken away, or made not to answer. */
const leaseInMemory = () => {
  let answer: () => Promise<boolean> = () => Promise.resolve(true);
  const released: string[] = [];
  const lease: Lease = {
    take: () => answer(),
    release: (name) => {
      released.push(name);
      return Promise.resolve();
    },
  };
  return { lease, released, answers: (next: () => Promise<boolean>) => (answer = next) };
};

/** No term of this length ends in a test because the machine is busy. */
const neverInATest = 3_600_000;

const keep = (t: ExecutionContext, lease: Lease, lifetimeMs = neverInATest) => {
  const stop = new AbortController();
  const failures: unknown[] = [];
  const leadership = leadershipByLease({
    ...{ lease, name: 'projections', lifetimeMs, renewalIntervalMs: 100 },
    ...{ signal: stop.signal, failed: (error) => failures.push(error) },
  });
  t.teardown(() => stop.abort());
  return { leadership, stop, failures };
};

const until = async (true_: () => boolean) => {
  while (!true_()) await setTimeout(5);
};

test('a term begins when the lease is taken and ends when another holder has it, and a new one begins later', async (t) => {
  const { lease, answers } = leaseInMemory();
  const { leadership } = keep(t, lease);
  const first = await leadership.acquire();
  t.true(leadership.isLeader());
  answers(() => Promise.resolve(false));
  await until(() => first.aborted);
  t.false(leadership.isLeader());
  const next = leadership.acquire();
  answers(() => Promise.resolve(true));
  t.false((await next).aborted);
});

test('a lease that cannot be renewed ends the term before another may take it', async (t) => {
  const { lease, answers } = leaseInMemory();
  const { leadership, failures } = keep(t, lease, 1_500);
  const term = await leadership.acquire();
  answers(() => new Promise(() => undefined));
  await until(() => term.aborted);
  t.true(failures.length > 0);
  t.false(leadership.isLeader());
});

test('a failure that passes does not end the term', async (t) => {
  const { lease, answers } = leaseInMemory();
  // Long enough that a busy machine renews in time.
  const { leadership, failures } = keep(t, lease, 4_000);
  const term = await leadership.acquire();
  answers(() => Promise.reject(new Error('away')));
  await until(() => failures.length === 1);
  answers(() => Promise.resolve(true));
  await setTimeout(4_500);
  t.false(term.aborted);
});

test('a stop gives the lease back, ends the term, and tells whoever waits for one', async (t) => {
  const { lease, released, answers } = leaseInMemory();
  const { leadership, stop } = keep(t, lease);
  const term = await leadership.acquire();
  stop.abort();
  await leadership.ended;
  t.true(term.aborted);
  t.deepEqual(released, ['projections']);
  answers(() => Promise.resolve(false));
  await t.throwsAsync(leadership.acquire(), { message: 'Stopped' });
});

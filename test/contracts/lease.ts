import { setTimeout } from 'node:timers/promises';
import type { ExecutionContext, TestFn } from 'ava';
import type { Lease } from '../../src/ports/lease.ts';

/** A lease for each of three processes, all of them over the same store and with the lifetime given in milliseconds. */
export type OpenLeases = (t: ExecutionContext, lifetime: number) => readonly [Lease, Lease, Lease];

const neverInATest = 3_600_000;

const until = async (true_: () => Promise<boolean>) => {
  while (!(await true_())) await setTimeout(10);
};

/** What every lease promises. */
export const leaseContract = (test: TestFn, name: string, open: OpenLeases): void => {
  test(`${name}: a lease has one holder at a time, who can renew it`, async (t) => {
    const [one, other] = open(t, neverInATest);
    t.true(await one.take('projections'));
    t.false(await other.take('projections'));
    t.true(await one.take('projections'));
    t.false(await other.take('projections'));
    t.true(await other.take('something else'));
  });

  test(`${name}: one of many concurrent attempts acquires the lease`, async (t) => {
    const leases = open(t, neverInATest);
    const taken = await Promise.all(leases.map((lease) => lease.take('projections')));
    t.is(taken.filter(Boolean).length, 1);
  });

  test(`${name}: a released lease is free at once, and only its holder can release it`, async (t) => {
    const [one, other] = open(t, neverInATest);
    await one.take('projections');
    await other.release('projections');
    t.false(await other.take('projections'));
    await one.release('projections');
    t.true(await other.take('projections'));
    t.false(await one.take('projections'));
  });

  test(`${name}: a lease that is not renewed is taken over by one process, and its previous holder is refused`, async (t) => {
    const [dead, one, other] = open(t, 50);
    t.true(await dead.take('projections'));
    const taken = { one: false, other: false };
    await until(async () => {
      const [first, second] = await Promise.all([one.take('projections'), other.take('projections')]);
      taken.one = first;
      taken.other = second;
      return first || second;
    });
    t.not(taken.one, taken.other);
    t.false(await dead.take('projections'));
  });

  test(`${name}: a lease that is renewed is never taken over, however long it is held`, async (t) => {
    // Long enough that a busy machine renews in time.
    const lifetime = 4_000;
    const [holder, other] = open(t, lifetime);
    t.true(await holder.take('projections'));
    for (const end = Date.now() + 1.25 * lifetime; Date.now() < end;) {
      t.true(await holder.take('projections'));
      t.false(await other.take('projections'));
      await setTimeout(100);
    }
  });

  test(`${name}: a new holder with a number of renewals that was seen before is not taken for expired`, async (t) => {
    const [holder, other] = open(t, 60);
    t.true(await holder.take('projections'));
    t.false(await other.take('projections'));
    await holder.release('projections');
    await setTimeout(80);
    t.true(await holder.take('projections'));
    t.false(await other.take('projections'));
  });
};

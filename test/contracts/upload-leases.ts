import { randomUUID } from 'node:crypto';
import type { ExecutionContext, TestFn } from 'ava';
import type { UploadLeases } from '../../src/ports/upload-leases.ts';

/** The leases of one process, and a clock that the test moves. */
type Subject = { readonly leases: UploadLeases; readonly pass: (milliseconds: number) => void };

/** What every store of leases promises. */
export const uploadLeasesContract = (test: TestFn, name: string, open: (t: ExecutionContext) => Subject): void => {
  test(`${name}: the lease of an upload expires 30 s after its last renewal`, async (t) => {
    const { leases, pass } = open(t);
    const [living, dying] = [randomUUID(), randomUUID()];
    for (const upload of [living, dying]) await leases.renew(upload);
    t.deepEqual(await leases.expired([living, dying]), []);
    for (let second = 0; second < 30; second += 5) {
      pass(5_000);
      await leases.renew(living);
      if (second < 25) t.deepEqual(await leases.expired([living, dying]), []);
    }
    t.deepEqual(await leases.expired([living, dying]), [dying]);
    t.deepEqual(await leases.expired([]), []);
  });

  test(`${name}: a released lease of an upload is expired after 30 s at the latest`, async (t) => {
    const { leases, pass } = open(t);
    const upload = randomUUID();
    await leases.renew(upload);
    await leases.release(upload);
    await leases.expired([upload]);
    pass(30_000);
    t.deepEqual(await leases.expired([upload]), [upload]);
  });

  test(`${name}: the lease of an upload is held from its first renewal to its release`, async (t) => {
    const { leases, pass } = open(t);
    const upload = randomUUID();
    t.false(await leases.isHeld(upload));
    await leases.renew(upload);
    pass(5_000);
    t.true(await leases.isHeld(upload));
    await leases.release(upload);
    t.false(await leases.isHeld(upload));
  });
};

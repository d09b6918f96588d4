import { randomUUID } from 'node:crypto';
import test from 'ava';
import { filesOnDisk } from '../../src/uploads/previews-on-disk.ts';

const limits = {
  ...{ files: 3, filesOfTenant: 3, filesOfCustomer: 3, bytes: 100, bytesOfTenant: 90, bytesOfCustomer: 95 },
  ...{ reserved: { files: 0, bytes: 0 }, ttlMs: 1_000, sweepIntervalMs: 20 },
};

/** Files in use. */
const opened = (given: Partial<typeof limits> = {}) => {
  const files = filesOnDisk({ ...limits, ...given });
  const use = (customer: string, bytes = 10, tenantId: string = randomUUID()) => {
    const kept = {
      ...{ file: { path: '', customer, bytes } as never, erasedBefore: undefined },
      ...{ key: { tenantId, collectionId: '', previewId: '' }, isKept: true, holders: 1, usedAt: 0 },
    };
    files.add(kept);
    return kept;
  };
  return { files, use, areInUse: (customer: string, tenantId = 'new') => files.areInUse({ tenantId, customer }) };
};

test('who has as many files in use as there may be is known before another one comes; unused ones make room', (t) => {
  const { use, areInUse } = opened({ filesOfTenant: 1, filesOfCustomer: 2 });
  use('crowd', 10, 'tenant');
  t.true(areInUse('elsewhere', 'tenant'));
  t.false(areInUse('crowd'));
  const second = use('crowd');
  t.true(areInUse('crowd'));
  t.false(areInUse('elsewhere'));
  second.holders = 0;
  t.false(areInUse('crowd'));
  use('other', 90);
  t.true(areInUse('elsewhere'));
});

test('who has few files in use is let in beyond what others use, until there are twice as many', (t) => {
  const { files, use, areInUse } = opened({ files: 2, reserved: { files: 1, bytes: 50 } });
  for (const customer of ['crowd', 'crowd']) use(customer);
  t.true(areInUse('crowd'));
  t.false(areInUse('alone'));
  use('alone');
  t.true(areInUse('alone'));
  t.false(files.exceedLimits('other'));
  use('other');
  t.false(files.exceedLimits('third'));
  use('another');
  t.true(files.exceedLimits('third'));
  t.true(areInUse('third'));
});

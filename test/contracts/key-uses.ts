import type { ExecutionContext, TestFn } from 'ava';
import type { KeyUse, KeyUses } from '../../src/ports/key-uses.ts';

const use = (keyId: string, minute: string): KeyUse => ({ keyId, usedAt: `2026-11-20T10:${minute}:00.000Z` });

/** What every store of the last uses of keys promises. */
export const keyUsesContract = (test: TestFn, name: string, open: (t: ExecutionContext) => Promise<KeyUses>): void => {
  test(`${name}: the latest use of a key is kept, in whatever order they come`, async (t) => {
    const uses = await open(t);
    await uses.record([use('k1', '05'), use('k2', '05')]);
    await uses.record([use('k1', '04'), use('k2', '06')]);
    const found = await uses.of(['k1', 'k2', 'k3']);
    t.deepEqual(
      found.toSorted((one, other) => one.keyId.localeCompare(other.keyId)),
      [use('k1', '05'), use('k2', '06')],
    );
  });

  test(`${name}: a use can be removed, and nothing is recorded for nothing`, async (t) => {
    const uses = await open(t);
    await uses.record([]);
    await uses.record([use('k1', '05'), use('k2', '05')]);
    await uses.remove(['k1', 'k3']);
    t.deepEqual(await uses.of(['k1', 'k2']), [use('k2', '05')]);
    t.deepEqual(await uses.of([]), []);
  });
};

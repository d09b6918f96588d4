import test from 'ava';
import { KeyNotFound } from '../../src/domain/errors.ts';
import type { AccessKey } from '../../src/ports/accounts.ts';
import { findKey, findKeys } from '../../src/queries/find-keys.ts';

const now = new Date('2026-11-20T10:00:00.000Z');
const usedAt = '2026-11-20T09:59:00.000Z';

const key = (id: string, expiresAt: string | null = null) => ({ id, userId: 'u1', expiresAt }) as AccessKey;
const keys = [key('endless'), key('ended', '2026-11-01T00:00:00.000Z'), key('long ended', '2026-10-01T00:00:00.000Z')];

/** The keys of an account, of which some look-ups may be forbidden. */
const stored = () => {
  const asked: string[] = [];
  const dependencies = {
    accounts: {
      keysOf: () => (asked.push('all'), Promise.resolve(keys)),
      keyById: (userId: string, id: string) => (
        asked.push(id),
        Promise.resolve(userId === 'u1' ? keys.find((one) => one.id === id) : undefined)
      ),
    },
    uses: {
      of: (ids: readonly string[]) => (
        asked.push(`uses of ${ids.join(' and ')}`),
        Promise.resolve(ids.filter((id) => id === 'endless').map((keyId) => ({ keyId, usedAt })))
      ),
    },
    flush: () => Promise.resolve(),
    now: () => now,
  };
  return { asked, dependencies };
};

test('one key is found by its id, without a look at the others', async (t) => {
  const { asked, dependencies } = stored();
  t.deepEqual(await findKey(dependencies)('u1', 'endless'), { ...key('endless'), lastUsedAt: usedAt });
  t.deepEqual(asked, ['endless', 'uses of endless']);
  t.is((await findKey(dependencies)('u1', 'ended')).lastUsedAt, null);
  t.false(asked.includes('all'));
});

test('a key that is unknown, another’s or not listed any more is not found', async (t) => {
  const { dependencies } = stored();
  for (const [user, id] of [
    ['u1', 'unknown'],
    ['u2', 'endless'],
    ['u1', 'long ended'],
  ] as const)
    await t.throwsAsync(findKey(dependencies)(user, id), { instanceOf: KeyNotFound });
  const listed = await findKeys(dependencies)('u1');
  t.deepEqual(
    listed.map(({ id, lastUsedAt }) => [id, lastUsedAt]),
    [
      ['endless', usedAt],
      ['ended', null],
    ],
  );
});

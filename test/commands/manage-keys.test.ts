import test from 'ava';
import { manageKeys } from '../../src/commands/manage-keys.ts';
import { maxKeys } from '../../src/domain/access-key.ts';
import { CollectionNotFound, QuotaExceeded } from '../../src/domain/errors.ts';
import { keyHandlers } from '../../src/http/keys.ts';
import type { InTurns } from '../../src/http/list-turns.ts';

const owner = { id: 'u1', email: 'a@b.ru', tokensFrom: 0 };
const now = new Date('2026-11-20T10:00:00.000Z');

/** An account with so many listed keys and these collections, whose log must not be read. */
const withKeys = (count: number, existing: readonly string[] = []) => {
  const asked: unknown[] = [];
  const { requireRoom } = manageKeys({
    now: () => now,
    accounts: {
      countKeys: (userId: string, endingAfter: Date) => {
        asked.push([userId, endingAfter.toISOString()]);
        return Promise.resolve(count);
      },
    },
    collections: {
      namedOfUser: (userId: string, ids: readonly string[]) => {
        asked.push([userId, ids.length]);
        return Promise.resolve(existing.filter((id) => ids.includes(id)).map((id) => ({ id })));
      },
    },
  } as never);
  return { asked, requireRoom };
};

const thirtyDaysBefore = '2026-10-21T10:00:00.000Z';

test('a key beyond the limit is refused by the number of listed ones, before its collections and the log are read', async (t) => {
  const { asked, requireRoom } = withKeys(maxKeys);
  const error = await t.throwsAsync(requireRoom(owner, { collections: ['c1'] }), { instanceOf: QuotaExceeded });
  t.is(error.message, 'Quota exceeded: an account has at most 100 keys; revoke one');
  t.deepEqual(asked, [['u1', thirtyDaysBefore]]);
});

test('the collections of a new key are looked up at once, and each must be there', async (t) => {
  const ids = Array.from({ length: 100 }, (_, index) => `c${index}`);
  const { asked, requireRoom } = withKeys(maxKeys - 1, ids);
  await requireRoom(owner, { collections: ids });
  await requireRoom(owner, { collections: null });
  t.deepEqual(asked, [
    ['u1', thirtyDaysBefore],
    ['u1', 100],
    ['u1', thirtyDaysBefore],
  ]);
  await t.throwsAsync(requireRoom(owner, { collections: ['c1', 'unknown'] }), { instanceOf: CollectionNotFound });
});

test('the list of keys, the making of one and what a key says of itself are read in turns', (t) => {
  const wrapped = new Set<unknown>();
  const inTurns: InTurns = () => {
    const handler = () => Promise.resolve();
    wrapped.add(handler);
    return handler;
  };
  const { listKeys, createKey, showKey } = keyHandlers({ inTurns } as never);
  for (const handler of [listKeys, createKey, showKey]) t.true(wrapped.has(handler));
});

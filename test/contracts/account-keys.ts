import type { Fact } from '../../src/domain/events.ts';
import { accountsProjection } from '../../projections/accounts.ts';
import { applyRecorded, recorded } from '../support/recorded-events.ts';
import type { AccountsSuite } from './accounts.ts';

export const registered = (userId: string): Fact => ({
  type: 'UserRegistered',
  data: {
    ...{ userId, email: `${userId}@b.ru`, passwordHash: 'hash', plan: 'free' },
    ...{ sealedApiKey: 'sealed-1', apiKeyFingerprint: `print-1-${userId}` },
  },
});
export const keyCreated = (
  userId: string,
  keyId: string,
  expiresAt: string | null = '2027-01-01T00:00:00.000Z',
): Fact => ({
  type: 'AccessKeyCreated',
  data: {
    ...{ userId, keyId, name: `name of ${keyId}`, scopes: ['search', 'read'], collections: ['c1'] },
    ...{ expiresAt, fingerprint: `print of ${keyId}` },
  },
});
const keyRenamed = (userId: string, keyId: string, name: string): Fact => ({
  type: 'AccessKeyRenamed',
  data: { userId, keyId, name },
});
const keyRevoked = (userId: string, keyId: string): Fact => ({ type: 'AccessKeyRevoked', data: { userId, keyId } });

/** What a read model of accounts promises of their keys. */
export const accountKeys = ({ test, name, open }: AccountsSuite): void => {
  test(`${name}: a key is found by its fingerprint and listed with those of its account, until it is revoked`, async (t) => {
    const { accounts, model } = await open(t);
    const apply = applyRecorded(accountsProjection, await model.current());
    const events = recorded([
      ...[registered('u1'), registered('u2'), keyCreated('u1', 'k2'), keyCreated('u1', 'k1'), keyCreated('u2', 'k3')],
      ...[keyRenamed('u1', 'k1', 'first'), keyRenamed('u1', 'k1', 'last'), keyRevoked('u1', 'k2')],
    ]);
    await apply(events.slice(0, 5));
    t.deepEqual(
      (await accounts.keysOf('u1')).map(({ id }) => id),
      ['k2', 'k1'],
    );
    t.is((await accounts.keyByFingerprint('print of k2'))?.userId, 'u1');
    await apply(events.slice(5));
    const key = {
      ...{ id: 'k1', userId: 'u1', name: 'last', scopes: ['search', 'read'], collections: ['c1'] },
      ...{ createdAt: events[3]?.metadata.at, expiresAt: '2027-01-01T00:00:00.000Z' },
    };
    for (const again of [[], events, events.slice(2, 7), events.slice(3, 6)]) {
      await apply(again);
      t.deepEqual(await accounts.keysOf('u1'), [key]);
      t.deepEqual(await accounts.keyById('u1', 'k1'), key);
      t.deepEqual([await accounts.keyById('u1', 'k2'), await accounts.keyById('u2', 'k1')], [undefined, undefined]);
      t.deepEqual(await accounts.keyByFingerprint('print of k1'), key);
      t.is(await accounts.keyByFingerprint('print of k2'), undefined);
    }
    t.deepEqual(
      (await accounts.keysOf('u2')).map(({ id }) => id),
      ['k3'],
    );
  });

  test(`${name}: counted are the keys of an account that have no end, or one after a time, until they are revoked`, async (t) => {
    const { accounts, model } = await open(t);
    const apply = applyRecorded(accountsProjection, await model.current());
    const created = ['k1', 'k2', 'k3'].map((id) => keyCreated('u1', id));
    const events = recorded([
      ...[registered('u1'), registered('u2'), ...created, keyCreated('u1', 'k4', null)],
      ...[keyCreated('u2', 'k5'), keyRevoked('u1', 'k2')],
    ]);
    const counts = () =>
      Promise.all(
        ['2026-12-31T23:59:59.999Z', '2027-01-01T00:00:00.000Z'].map((time) =>
          accounts.countKeys('u1', new Date(time)),
        ),
      );
    t.deepEqual(await counts(), [0, 0]);
    await apply(events.slice(0, 7));
    t.deepEqual(await counts(), [4, 1]);
    await apply(events);
    t.deepEqual(await counts(), [3, 1]);
  });
};

import type { ExecutionContext, TestFn } from 'ava';
import type { AccountErasureStep } from '../../src/domain/account-erasure-events.ts';
import type { Fact } from '../../src/domain/events.ts';
import { creationBytes, dataEventBytes } from '../../src/domain/stored-bytes.ts';
import type { AccountChange, AccountErasures, Accounts } from '../../src/ports/accounts.ts';
import type { ReadModel } from '../../src/ports/read-model.ts';
import { accountsProjection } from '../../projections/accounts.ts';
import { applyRecorded, recorded } from '../support/recorded-events.ts';
import { accountKeys, keyCreated, registered } from './account-keys.ts';

/** An empty read model of accounts with those who read it. */
export type AccountsSubject = {
  readonly accounts: Accounts;
  readonly erasures: AccountErasures;
  readonly model: ReadModel<AccountChange>;
};

const replaced = (userId: string, password: number): Fact => ({
  type: 'PasswordReplaced',
  data: { userId, passwordHash: `hash-${password}`, tokensFrom: password },
});
const rotated = (userId: string, key: number): Fact => ({
  type: 'ApiKeyRotated',
  data: { userId, sealedApiKey: `sealed-${key}`, apiKeyFingerprint: `print-${key}-${userId}` },
});

export type AccountsSuite = {
  readonly test: TestFn;
  readonly name: string;
  readonly open: (t: ExecutionContext) => Promise<AccountsSubject>;
};

/** What every read model of accounts promises. */
export const accountsContract = (
  test: TestFn,
  name: string,
  open: (t: ExecutionContext) => Promise<AccountsSubject>,
): void => {
  accountKeys({ test, name, open });
  test(`${name}: an account is found by id, e-mail and the fingerprint of the key that is valid now`, async (t) => {
    const { accounts, model } = await open(t);
    await applyRecorded(accountsProjection, await model.current())(recorded([registered('u1'), rotated('u1', 2)]));
    const account = {
      ...{ id: 'u1', email: 'u1@b.ru', passwordHash: 'hash', plan: 'free', createdAt: '2026-01-02T03:04:05.000Z' },
      ...{ sealedApiKey: 'sealed-2', apiKeyFingerprint: 'print-2-u1', tokensFrom: 0 },
    };
    t.deepEqual(await accounts.byId('u1'), account);
    t.deepEqual(await accounts.byEmail('u1@b.ru'), account);
    t.deepEqual(await accounts.byApiKeyFingerprint('print-2-u1'), account);
    t.is(await accounts.byApiKeyFingerprint('print-1-u1'), undefined);
    t.is(await accounts.byId('u2'), undefined);
  });

  test(`${name}: no account is found before an event was projected`, async (t) => {
    const { accounts } = await open(t);
    t.is(await accounts.byEmail('u1@b.ru'), undefined);
  });

  test(`${name}: the last hundred events applied again after the newest change nothing in the accounts`, async (t) => {
    const { accounts, model } = await open(t);
    const apply = applyRecorded(accountsProjection, await model.current());
    const users = Array.from({ length: 40 }, (_, index) => `u${index}`);
    const events = recorded(
      users.flatMap((id) => [registered(id), replaced(id, 2), rotated(id, 2), replaced(id, 3), rotated(id, 3)]),
    );
    await apply(events);
    const before = await Promise.all(users.map((id) => accounts.byId(id)));
    await apply(events.slice(-100));
    t.deepEqual(await Promise.all(users.map((id) => accounts.byId(id))), before);
    t.true(before.every((account) => account?.sealedApiKey === 'sealed-3' && account.passwordHash === 'hash-3'));
  });

  test(`${name}: a password is replaced and ends sessions, and a key after it or before leaves it`, async (t) => {
    const { accounts, model } = await open(t);
    const apply = applyRecorded(accountsProjection, await model.current());
    const events = recorded([registered('u1'), rotated('u1', 2), replaced('u1', 2), rotated('u1', 3)]);
    for (const event of events) await apply([event]);
    const now = { passwordHash: 'hash-2', tokensFrom: 2, sealedApiKey: 'sealed-3' };
    t.like(await accounts.byId('u1'), now);
    await apply(events);
    t.like(await accounts.byId('u1'), now);
  });

  test(`${name}: sessions that were ended stay so, whatever is applied again`, async (t) => {
    const { accounts, model } = await open(t);
    const apply = applyRecorded(accountsProjection, await model.current());
    const ended = { type: 'SessionsEnded', data: { userId: 'u1', tokensFrom: 7 } } as const;
    const events = recorded([registered('u1'), replaced('u1', 5), ended]);
    await apply(events);
    await apply(events.slice(0, 2));
    t.like(await accounts.byId('u1'), { tokensFrom: 7, passwordHash: 'hash-5' });
  });

  test(`${name}: the bytes of settings are those of each event once, whatever is applied again`, async (t) => {
    const { accounts, model } = await open(t);
    const apply = applyRecorded(accountsProjection, await model.current());
    const of = (userId: string) => ({ collectionId: `c-${userId}`, userId });
    const settings = (userId: string) =>
      [
        rotated(userId, 2),
        { type: 'CollectionCreated', data: { ...of(userId), name: 'Поддержка' } },
        { type: 'CollectionConfigured', data: { ...of(userId), name: 'Вторая линия' } },
        { type: 'CollectionDeleted', data: of(userId) },
      ] as const satisfies readonly Fact[];
    const [one, other] = [settings('u1'), settings('u2').slice(0, 2)];
    const bytes = (facts: readonly Fact[]) =>
      facts.reduce(
        (sum, { type, data }) => sum + (type === 'CollectionCreated' ? creationBytes(data) : dataEventBytes(data)),
        0,
      );
    const events = recorded([registered('u1'), registered('u2'), ...one, ...other]);
    await apply(events);
    await apply(events.slice(1, 4));
    await apply(events);
    t.is(await accounts.settingsBytes('u1'), bytes(one));
    t.is(await accounts.settingsBytes('u2'), bytes(other));
    t.is(await accounts.settingsBytes('u3'), 0);
  });

  test(`${name}: a deleted account is found by nothing, whatever is applied again, and its e-mail is another's`, async (t) => {
    const { accounts, erasures, model } = await open(t);
    const copy = await model.current();
    const apply = applyRecorded(accountsProjection, copy);
    const again = { ...registered('u2').data, email: 'u1@b.ru' } as const;
    const events = recorded([
      registered('u1'),
      keyCreated('u1', 'k1'),
      rotated('u1', 2),
      { type: 'AccountDeleted', data: { userId: 'u1', erasureId: 'e1' } },
      { type: 'UserRegistered', data: again } as Fact,
    ]);
    for (const repeated of [events, events, events.slice(0, 3), events.slice(1, 4)]) {
      await apply(repeated);
      for (const found of [
        await accounts.byId('u1'),
        await accounts.byApiKeyFingerprint('print-1-u1'),
        await accounts.byApiKeyFingerprint('print-2-u1'),
        await accounts.keyByFingerprint('print of k1'),
      ])
        t.is(found, undefined);
      t.deepEqual(await accounts.keysOf('u1'), []);
      t.is((await accounts.byEmail('u1@b.ru'))?.id, 'u2');
      t.deepEqual(await copy.ids(undefined), ['u2']);
      t.deepEqual(await erasures.unproven(['closed', 'files']), [{ erasureId: 'e1', userId: 'u1' }]);
    }
  });

  test(`${name}: an erasure of an account is open until each of the steps is proven, also one whose deletion the log has lost`, async (t) => {
    const { erasures, model } = await open(t);
    const apply = applyRecorded(accountsProjection, await model.current());
    const proven = (erasureId: string, step: AccountErasureStep): Fact => ({
      ...{ type: 'AccountErasureProven', data: { erasureId, userId: `user of ${erasureId}`, step, found: {} } },
    });
    const openOnes = async () => (await erasures.unproven(['closed', 'files'])).map(({ erasureId }) => erasureId);
    const events = recorded([
      proven('e1', 'closed'),
      proven('e2', 'closed'),
      proven('e1', 'files'),
      proven('e2', 'log_disk'),
    ]);
    await apply(events.slice(0, 2));
    t.deepEqual(await openOnes(), ['e1', 'e2']);
    await apply(events);
    t.deepEqual(await openOnes(), ['e2']);
    await apply(events.slice(0, 1));
    t.deepEqual(await openOnes(), ['e2']);
  });

  test(`${name}: the ids of users are listed in their order`, async (t) => {
    const { model } = await open(t);
    const copy = await model.current();
    const users = Array.from({ length: 1500 }, (_, index) => `u${index}`);
    await applyRecorded(accountsProjection, copy)(recorded(users.map(registered)));
    const [first, second] = [await copy.ids(undefined), await copy.ids(users.toSorted()[999])];
    t.deepEqual([...first, ...second], users.toSorted());
    t.deepEqual(await copy.ids(second.at(-1)), []);
  });
};

import type { ExecutionContext, TestFn } from 'ava';
import type { Fact } from '../../src/domain/events.ts';
import type { AccountChange, Accounts } from '../../src/ports/accounts.ts';
import type { ReadModel } from '../../src/ports/read-model.ts';
import { accountsProjection } from '../../projections/accounts.ts';
import { applyRecorded, recorded } from '../support/recorded-events.ts';

/** An empty read model of accounts with those who read it. */
export type AccountsSubject = { readonly accounts: Accounts; readonly model: ReadModel<AccountChange> };

const registered = (userId: string): Fact => ({
  type: 'UserRegistered',
  data: {
    ...{ userId, email: `${userId}@b.ru`, passwordHash: 'hash', plan: 'free' },
    ...{ sealedApiKey: 'sealed-1', apiKeyFingerprint: `print-1-${userId}` },
  },
});
const replaced = (userId: string, password: number): Fact => ({
  type: 'PasswordReplaced',
  data: { userId, passwordHash: `hash-${password}` },
});
const rotated = (userId: string, key: number): Fact => ({
  type: 'ApiKeyRotated',
  data: { userId, sealedApiKey: `sealed-${key}`, apiKeyFingerprint: `print-${key}-${userId}` },
});

/** What every read model of accounts promises. */
export const accountsContract = (
  test: TestFn,
  name: string,
  open: (t: ExecutionContext) => Promise<AccountsSubject>,
): void => {
  test(`${name}: an account is found by id, e-mail and the fingerprint of the key that is valid now`, async (t) => {
    const { accounts, model } = await open(t);
    await applyRecorded(accountsProjection, await model.current())(recorded([registered('u1'), rotated('u1', 2)]));
    const account = {
      ...{ id: 'u1', email: 'u1@b.ru', passwordHash: 'hash', plan: 'free', createdAt: '2026-01-02T03:04:05.000Z' },
      ...{ sealedApiKey: 'sealed-2', apiKeyFingerprint: 'print-2-u1', passwordReplacedAt: null },
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

  test(`${name}: a password is replaced, with the time of its event, and a key after it or before leaves it`, async (t) => {
    const { accounts, model } = await open(t);
    const apply = applyRecorded(accountsProjection, await model.current());
    const events = recorded([registered('u1'), rotated('u1', 2), replaced('u1', 2), rotated('u1', 3)]);
    for (const event of events) await apply([event]);
    const now = { passwordHash: 'hash-2', passwordReplacedAt: events[2]?.metadata.at, sealedApiKey: 'sealed-3' };
    t.like(await accounts.byId('u1'), now);
    await apply(events);
    t.like(await accounts.byId('u1'), now);
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

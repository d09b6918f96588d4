import test from 'ava';
import { accountsProjection } from '../../projections/accounts.ts';
import { accountTables, sqliteAccounts } from '../../src/adapters/sqlite/rows/accounts.ts';
import type { Fact } from '../../src/domain/events.ts';
import { projectionSpecification } from '../support/projection-specification.ts';
import { recorded } from '../support/recorded-events.ts';

const spec = projectionSpecification(accountsProjection, {
  tables: accountTables,
  read: (database) => sqliteAccounts(database).byId('u1'),
});

const keys = { sealedApiKey: 'sealed-1', apiKeyFingerprint: 'fingerprint-1' };
const newKeys = { sealedApiKey: 'sealed-2', apiKeyFingerprint: 'fingerprint-2' };
const user = { email: 'a@example.com', passwordHash: 'hash', plan: 'starter' };
const registered: Fact = { type: 'UserRegistered', data: { userId: 'u1', ...user, ...keys } };
const replaced = { type: 'PasswordReplaced', data: { userId: 'u1', passwordHash: 'another' } } as const;
const rotated: Fact = { type: 'ApiKeyRotated', data: { userId: 'u1', ...newKeys } };

test('a registration puts an account with the time of its event', (t) => {
  const account = { id: 'u1', ...user, ...keys, createdAt: '2026-01-02T03:04:05.000Z', passwordReplacedAt: null };
  spec(t)
    .when(...recorded([registered]))
    .then({ type: 'put', account, position: 1n });
});

test('a rotation replaces the key', (t) => {
  spec(t)
    .when(...recorded([rotated]))
    .then({ type: 'replace key', userId: 'u1', ...newKeys, position: 1n });
});

test('another password takes the place of the first, with the time from which tokens are valid', (t) => {
  const { data } = replaced;
  spec(t)
    .when(...recorded([replaced]))
    .then({ type: 'replace password', ...data, passwordReplacedAt: '2026-01-02T03:04:05.000Z', position: 1n });
});

test('the events of other streams change no account', (t) => {
  const created: Fact = { type: 'CollectionCreated', data: { collectionId: 'c1', userId: 'u1', name: 'Support' } };
  spec(t)
    .when(...recorded([created]))
    .then();
});

test('events of accounts that are applied twice give the same', async (t) => {
  await spec(t)
    .when(...recorded([registered, rotated, replaced]))
    .thenTwiceGivesTheSame();
});

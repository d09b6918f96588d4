import test from 'ava';
import { accountsProjection } from '../../projections/accounts.ts';
import { accountTables, sqliteAccounts } from '../../src/adapters/sqlite/rows/accounts.ts';
import type { Fact } from '../../src/domain/events.ts';
import { creationBytes, dataEventBytes } from '../../src/domain/stored-bytes.ts';
import { projectionSpecification } from '../support/projection-specification.ts';
import { ticketStored } from '../support/events.ts';
import { recorded } from '../support/recorded-events.ts';

const spec = projectionSpecification(accountsProjection, {
  tables: accountTables,
  read: async (database) => {
    const accounts = sqliteAccounts(database);
    return [await accounts.byId('u1'), await accounts.settingsBytes('u1'), await accounts.keysOf('u1')];
  },
});

const keys = { sealedApiKey: 'sealed-1', apiKeyFingerprint: 'fingerprint-1' };
const newKeys = { sealedApiKey: 'sealed-2', apiKeyFingerprint: 'fingerprint-2' };
const user = { email: 'a@example.com', passwordHash: 'hash', plan: 'starter' };
const registered: Fact = { type: 'UserRegistered', data: { userId: 'u1', ...user, ...keys } };
const replaced = { type: 'PasswordReplaced', data: { userId: 'u1', passwordHash: 'another' } } as const;
const rotated: Fact = { type: 'ApiKeyRotated', data: { userId: 'u1', ...newKeys } };
const ofKey = [
  {
    type: 'AccessKeyCreated',
    data: {
      ...{ userId: 'u1', keyId: 'k1', name: 'Widget', scopes: ['search'], collections: ['c1'] },
      ...{ expiresAt: null, fingerprint: 'fingerprint of k1' },
    },
  },
  { type: 'AccessKeyRenamed', data: { userId: 'u1', keyId: 'k1', name: 'Shop' } },
  { type: 'AccessKeyRevoked', data: { userId: 'u1', keyId: 'k1' } },
] as const satisfies readonly Fact[];
const settings = [
  { type: 'CollectionCreated', data: { collectionId: 'c1', userId: 'u1', name: 'Support' } },
  { type: 'CollectionConfigured', data: { collectionId: 'c1', userId: 'u1', name: 'Second line' } },
  { type: 'CollectionDeleted', data: { collectionId: 'c1', userId: 'u1' } },
] as const satisfies readonly Fact[];

test('a registration puts an account with the time of its event', (t) => {
  const account = { id: 'u1', ...user, ...keys, createdAt: '2026-01-02T03:04:05.000Z', tokensFrom: 0 };
  spec(t)
    .when(...recorded([registered]))
    .then({ type: 'put', account, position: 1n });
});

test('a rotation replaces the key', (t) => {
  spec(t)
    .when(...recorded([rotated]))
    .then(
      { type: 'replace key', userId: 'u1', ...newKeys, position: 1n },
      { type: 'count event', userId: 'u1', bytes: dataEventBytes(rotated.data), position: 1n },
    );
});

test('the settings of collections count for the account that they belong to, also when the collection is deleted', (t) => {
  spec(t)
    .when(...recorded(settings))
    .then(
      ...settings.map(({ type, data }, index) => {
        const bytes = type === 'CollectionCreated' ? creationBytes(data) : dataEventBytes(data);
        return { type: 'count event', userId: 'u1', bytes, position: BigInt(index + 1) } as const;
      }),
    );
});

test('what an event says of those before it counts too, since it stays in the log', (t) => {
  const earlier = Array.from({ length: 200 }, (_, index) => 10_000 + index);
  const events = recorded([rotated]).map((event) => ({ ...event, metadata: { ...event.metadata, earlier } }));
  const bytes = dataEventBytes(rotated.data) + JSON.stringify(earlier).length;
  spec(t)
    .when(...events)
    .then(
      { type: 'replace key', userId: 'u1', ...newKeys, position: 1n },
      { type: 'count event', userId: 'u1', bytes, position: 1n },
    );
});

const count = (data: object, position = 1n) => ({
  ...({ type: 'count event', userId: 'u1' } as const),
  bytes: dataEventBytes(data),
  position,
});

test('another password takes the place of the first, and ends sessions from the second that it names', (t) => {
  const data = { ...replaced.data, tokensFrom: 1_767_323_046 };
  spec(t)
    .when(...recorded([{ ...replaced, data }]))
    .then(
      { type: 'replace password', ...replaced.data, position: 1n },
      { type: 'end sessions', userId: 'u1', tokensFrom: 1_767_323_046 },
      count(data),
    );
});

test('a password of an earlier version ends sessions at the time of its event', (t) => {
  spec(t)
    .when(...recorded([replaced]))
    .then(
      { type: 'replace password', ...replaced.data, position: 1n },
      { type: 'end sessions', userId: 'u1', tokensFrom: Date.parse('2026-01-02T03:04:05Z') / 1_000 },
      count(replaced.data),
    );
});

test('a key is added, renamed and revoked, and its events count for the account', (t) => {
  const [created, renamed, revoked] = ofKey;
  const { keyId: id, fingerprint, ...data } = created.data;
  spec(t)
    .when(...recorded(ofKey))
    .then(
      { type: 'add key', key: { id, ...data, createdAt: '2026-01-02T03:04:05.000Z' }, fingerprint, position: 1n },
      { ...count(created.data), bytes: creationBytes(created.data) },
      { type: 'rename key', keyId: 'k1', name: 'Shop', position: 2n },
      count(renamed.data, 2n),
      { type: 'revoke key', keyId: 'k1' },
      count(revoked.data, 3n),
    );
});

test('the events of other streams change no account', (t) => {
  spec(t)
    .when(...recorded([ticketStored({ tenantId: 'u1', collectionId: 'c1', ticketId: '7' })]))
    .then();
});

test('events of accounts that are applied twice give the same', async (t) => {
  await spec(t)
    .when(...recorded([registered, rotated, replaced, ...settings, ...ofKey.slice(0, 2)]))
    .thenTwiceGivesTheSame();
});

const deleted: Fact = { type: 'AccountDeleted', data: { userId: 'u1', erasureId: 'e1' } };
const ofErasure = (step: 'closed' | 'event_log') =>
  ({ type: 'AccountErasureProven', data: { erasureId: 'e1', userId: 'u1', step, found: {} } }) as const satisfies Fact;

test('a deletion, and a proof of it where the log has lost that, deletes the account', (t) => {
  const deletion = { type: 'delete account', userId: 'u1', erasureId: 'e1', position: 1n } as const;
  spec(t)
    .when(...recorded([deleted]))
    .then(deletion);
  spec(t)
    .when(...recorded([ofErasure('closed')]))
    .then(deletion, { type: 'prove account step', erasureId: 'e1', step: 'closed' });
});

test('nothing that is applied again brings a deleted account or its keys back', async (t) => {
  const [created] = ofKey;
  await spec(t)
    .when(...recorded([registered, rotated, created, replaced, deleted, ofErasure('closed')]))
    .thenTwiceGivesTheSame();
});

import test from 'ava';
import { maxKeys } from '../../src/domain/access-key.ts';
import { account, type AccountCommand, tokenTime } from '../../src/domain/account.ts';
import type { AccessKeyCreated, UserRegistered } from '../../src/domain/account-events.ts';
import { KeyNotFound, NotAuthenticated, QuotaExceeded } from '../../src/domain/errors.ts';
import { specificationOf } from '../support/decider-specification.ts';

const spec = specificationOf(account);
const now = new Date('2026-11-20T10:00:00.400Z');
const second = Math.floor(now.getTime() / 1_000);
const registered: UserRegistered = {
  type: 'UserRegistered',
  data: { userId: 'u1', email: 'a@b.ru', passwordHash: 'h1', plan: 'free', sealedApiKey: 's', apiKeyFingerprint: 'f' },
};
const created = (keyId: string, expiresAt: string | null = null): AccessKeyCreated => ({
  type: 'AccessKeyCreated',
  data: {
    ...{ userId: 'u1', keyId, name: 'Widget', scopes: ['search'], collections: null },
    ...{ expiresAt, fingerprint: `print of ${keyId}` },
  },
});
const create = (keyId: string) => ({ type: 'CreateKey', now, data: created(keyId).data }) as const;
const rename = (keyId: string, name: string, userId = 'u1') =>
  ({ type: 'RenameKey', data: { userId, keyId, name } }) as const;
const revoke = (keyId: string, userId = 'u1') => ({ type: 'RevokeKey', data: { userId, keyId } }) as const;
const revoked = { type: 'AccessKeyRevoked', data: { userId: 'u1', keyId: 'k1' } } as const;

test('a key is created, renamed and revoked', (t) => {
  spec(t).given(registered).when(create('k1')).then(created('k1'));
  const named = { type: 'AccessKeyRenamed', data: { userId: 'u1', keyId: 'k1', name: 'Shop' } } as const;
  spec(t).given(registered, created('k1')).when(rename('k1', 'Shop')).then(named);
  spec(t).given(registered, created('k1'), named).when(rename('k1', 'Shop')).then();
  spec(t).given(registered, created('k1'), named).when(revoke('k1')).then(revoked);
});

test('a key that was revoked, or never made, is neither renamed nor revoked', (t) => {
  for (const past of [[registered], [registered, created('k1'), revoked]]) {
    spec(t)
      .given(...past)
      .when(revoke('k1'))
      .thenRefused(KeyNotFound);
    spec(t)
      .given(...past)
      .when(rename('k1', 'Shop'))
      .thenRefused(KeyNotFound);
  }
});

test('nobody changes the keys of another account, or of none', (t) => {
  spec(t).given(registered, created('k1')).when(revoke('k1', 'u2')).thenRefused(NotAuthenticated);
  spec(t).given().when(create('k1')).thenRefused(NotAuthenticated);
});

test('an account has so many keys at most, of which those whose time is over for a month make room', (t) => {
  const keys = (count: number, expiresAt: string | null) =>
    Array.from({ length: count }, (_, index) => created(`k${index}`, expiresAt));
  const last = `k${maxKeys}`;
  spec(t)
    .given(registered, ...keys(maxKeys - 1, null))
    .when(create(last))
    .then(created(last));
  for (const end of [null, '2027-11-20T10:00:00.000Z', '2026-11-19T10:00:00.000Z'])
    spec(t)
      .given(registered, ...keys(maxKeys, end))
      .when(create(last))
      .thenRefused(QuotaExceeded);
  spec(t)
    .given(registered, ...keys(maxKeys, '2026-10-20T10:00:00.000Z'))
    .when(create(last))
    .then(
      ...keys(maxKeys, null).map(({ data: { keyId } }) => ({ ...revoked, data: { userId: 'u1', keyId } })),
      created(last),
    );
});

const replaced = (passwordHash: string, tokensFrom: number) =>
  ({ type: 'PasswordReplaced', data: { userId: 'u1', passwordHash, tokensFrom } }) as const;
const replace = (passwordHash: string, presentedHash?: string): AccountCommand => ({
  ...{ type: 'ReplacePassword', now, data: { userId: 'u1', passwordHash } },
  ...(presentedHash !== undefined && { presentedHash }),
});

test('another password ends sessions from the next second on; of two that were checked against the same one, one wins', (t) => {
  spec(t)
    .given(registered)
    .when(replace('h2', 'h1'))
    .then(replaced('h2', second + 1));
  spec(t)
    .given(registered, replaced('h2', second + 1))
    .when(replace('h3', 'h1'))
    .thenRefused(NotAuthenticated);
  spec(t)
    .given(registered, replaced('h2', second + 1))
    .when(replace('h3'))
    .then(replaced('h3', second + 2));
});

test('a session that was ended while it asked neither ends the others nor changes a key', (t) => {
  const past = [
    registered,
    created('k1'),
    { type: 'SessionsEnded', data: { userId: 'u1', tokensFrom: second } },
  ] as const;
  const asked = [
    { type: 'EndSessions', now, data: { userId: 'u1' } } as const,
    create('k2'),
    rename('k1', 'Shop'),
    revoke('k1'),
  ];
  for (const command of asked) {
    spec(t)
      .given(...past)
      .when({ ...command, presentedTokensFrom: 0 })
      .thenRefused(NotAuthenticated);
    t.is(
      account.decide({ ...command, presentedTokensFrom: second }, past.reduce(account.evolve, account.initialState))
        .length,
      1,
    );
  }
});

test('sessions that end again within a second end those that have begun since', (t) => {
  const ended = { type: 'SessionsEnded', data: { userId: 'u1', tokensFrom: second + 1 } } as const;
  const again = { ...ended, data: { ...ended.data, tokensFrom: second + 2 } };
  const end: AccountCommand = { type: 'EndSessions', now, data: { userId: 'u1' } };
  spec(t).given(registered).when(end).then(ended);
  spec(t).given(registered, ended).when(end).then(again);
  t.is(tokenTime({ tokensFrom: second + 1 }, now), second + 1);
  t.is(tokenTime({ tokensFrom: 0 }, now), second);
});

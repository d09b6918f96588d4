import test from 'ava';
import { accountErasure, accountStepsOf } from '../../src/domain/account-erasure.ts';
import type {
  AccountErasureHeldBack,
  AccountErasureProven,
  AccountErasureRequested,
} from '../../src/domain/account-erasure-events.ts';
import type { AccountDeleted, UserRegistered } from '../../src/domain/account-events.ts';
import { account, type AccountCommand } from '../../src/domain/account.ts';
import { EmailTaken, ErasureNotFound, NotAuthenticated } from '../../src/domain/errors.ts';
import { specificationOf } from '../support/decider-specification.ts';

const ofAccount = specificationOf(account);
const ofErasure = specificationOf(accountErasure);

const registered = (userId: string): UserRegistered => ({
  type: 'UserRegistered',
  data: {
    ...{ userId, email: 'a@example.com', passwordHash: `hash of ${userId}`, plan: 'free' },
    ...{ sealedApiKey: 'sealed', apiKeyFingerprint: 'fingerprint' },
  },
});
const deleted = (userId: string): AccountDeleted => ({ type: 'AccountDeleted', data: { userId, erasureId: 'e1' } });
const remove = (userId: string): AccountCommand => ({
  ...{ type: 'DeleteAccount', presentedHash: `hash of ${userId}`, data: deleted(userId).data },
});

test('an account is deleted once, by its password', (t) => {
  ofAccount(t).given(registered('u1')).when(remove('u1')).then(deleted('u1'));
  ofAccount(t).given(registered('u1'), deleted('u1')).when(remove('u1')).thenRefused(NotAuthenticated);
  ofAccount(t).given(registered('u1')).when(remove('u2')).thenRefused(NotAuthenticated);
  ofAccount(t)
    .given(registered('u1'))
    .when({ ...remove('u1'), presentedHash: 'of the password before' } as AccountCommand)
    .thenRefused(NotAuthenticated);
  ofAccount(t).given().when(remove('u1')).thenRefused(NotAuthenticated);
});

test('the e-mail of a deleted account can be registered again, also when its deletion is all that is left', (t) => {
  const register: AccountCommand = { type: 'RegisterUser', data: registered('u2').data };
  ofAccount(t).given(registered('u1')).when(register).thenRefused(EmailTaken);
  ofAccount(t).given(registered('u1'), deleted('u1')).when(register).then(registered('u2'));
  ofAccount(t).given(deleted('u1')).when(register).then(registered('u2'));
  ofAccount(t).given(deleted('u1'), registered('u2')).when(remove('u1')).thenRefused(NotAuthenticated);
  ofAccount(t).given(deleted('u1'), registered('u2')).when(remove('u2')).then(deleted('u2'));
});

test('the erasure of an account is requested once, and its steps are proven once', (t) => {
  const requested: AccountErasureRequested = {
    type: 'AccountErasureRequested',
    data: { erasureId: 'e1', userId: 'u1', collections: 1, tickets: 2, tokenHash: 'of it', shownUntil: 'then' },
  };
  const request = { type: 'RequestAccountErasure', data: requested.data } as const;
  const proof = { step: 'event_log', found: { left: 0 }, positions: ['7'] } as const;
  const prove = { type: 'ProveAccountStep', proof } as const;
  const proven: AccountErasureProven = {
    ...{ type: 'AccountErasureProven', data: { erasureId: 'e1', userId: 'u1', ...proof } },
  };
  ofErasure(t).given().when(request).then(requested);
  ofErasure(t).given(requested).when(request).then();
  ofErasure(t).given(requested).when(prove).then(proven);
  ofErasure(t).given(requested, proven).when(prove).then();
  ofErasure(t).given().when(prove).thenRefused(ErasureNotFound);
  const holdBack = { type: 'HoldBackAccountErasure', left: 3 } as const;
  const heldBack: AccountErasureHeldBack = {
    ...{ type: 'AccountErasureHeldBack', data: { erasureId: 'e1', userId: 'u1', left: 3 } },
  };
  ofErasure(t).given(requested, proven).when(holdBack).then(heldBack);
  ofErasure(t).given(requested, proven, heldBack).when(holdBack).then();
  const after = [requested, proven].reduce(accountErasure.evolve, accountErasure.initialState);
  t.like(after, { status: 'requested', positions: ['7'] });
});

test('only a log on a server has a disk of its own to look at', (t) => {
  t.true(accountStepsOf({ hasLogServer: true }).includes('log_disk'));
  t.false(accountStepsOf({ hasLogServer: false }).includes('log_disk'));
});

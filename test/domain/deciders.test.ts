import test from 'ava';
import { account, type AccountCommand } from '../../src/domain/account.ts';
import { collection } from '../../src/domain/collection.ts';
import { CollectionNotFound, EmailTaken, NotAuthenticated } from '../../src/domain/errors.ts';
import type { ApiKeyRotated, UserRegistered } from '../../src/domain/account-events.ts';
import type { CollectionCreated, CollectionDeleted } from '../../src/domain/events.ts';
import { logIdentity } from '../../src/domain/log-identity.ts';
import { specificationOf } from '../support/decider-specification.ts';

const accountSpec = specificationOf(account);
const registered: UserRegistered = {
  type: 'UserRegistered',
  data: { userId: 'u1', email: 'a@b.ru', passwordHash: 'h', plan: 'free', sealedApiKey: 's1', apiKeyFingerprint: 'f1' },
};
const rotated = (print: string): ApiKeyRotated => ({
  type: 'ApiKeyRotated',
  data: { userId: 'u1', sealedApiKey: 's', apiKeyFingerprint: print },
});
const rotate = (presentedFingerprint: string, print: string): AccountCommand => ({
  type: 'RotateApiKey',
  presentedFingerprint,
  data: rotated(print).data,
});

test('a new e-mail is registered', (t) => {
  accountSpec(t).given().when({ type: 'RegisterUser', data: registered.data }).then(registered);
});
test('an e-mail that is taken is refused', (t) => {
  accountSpec(t).given(registered).when({ type: 'RegisterUser', data: registered.data }).thenRefused(EmailTaken);
});
test('the key that is valid now can be rotated', (t) => {
  accountSpec(t).given(registered, rotated('f2')).when(rotate('f2', 'f3')).then(rotated('f3'));
});
test('a key that was rotated before rotates nothing: of two racing rotations one wins', (t) => {
  accountSpec(t).given(registered, rotated('f2')).when(rotate('f1', 'f3')).thenRefused(NotAuthenticated);
});
test('the key of an account that does not exist cannot be rotated', (t) => {
  accountSpec(t).given().when(rotate('f1', 'f2')).thenRefused(NotAuthenticated);
});

const collectionSpec = specificationOf(collection);
const created: CollectionCreated = {
  type: 'CollectionCreated',
  data: { collectionId: 'c1', userId: 'u1', name: 'Support' },
};
const deleted: CollectionDeleted = { type: 'CollectionDeleted', data: { collectionId: 'c1', userId: 'u1' } };
const create = { type: 'CreateCollection', data: created.data } as const;
const remove = (userId: string) => ({ type: 'DeleteCollection', data: { collectionId: 'c1', userId } }) as const;

test('a collection is created', (t) => {
  collectionSpec(t).given().when(create).then(created);
});
test('a repeat with the same idempotency key creates nothing', (t) => {
  collectionSpec(t).given(created).when(create).then();
});
test('a repeat after the collection was deleted does not bring it back', (t) => {
  collectionSpec(t).given(created, deleted).when(create).thenRefused(CollectionNotFound);
});
test('its owner deletes a collection', (t) => {
  collectionSpec(t).given(created).when(remove('u1')).then(deleted);
});
test('a collection is deleted once', (t) => {
  collectionSpec(t).given(created, deleted).when(remove('u1')).thenRefused(CollectionNotFound);
});
test('a collection that belongs to another user or does not exist cannot be deleted', (t) => {
  collectionSpec(t).given(created).when(remove('u2')).thenRefused(CollectionNotFound);
  collectionSpec(t).given().when(remove('u1')).thenRefused(CollectionNotFound);
});

const logSpec = specificationOf(logIdentity);
const logCreated = { type: 'LogCreated', data: { logId: 'l1' } } as const;
const chosen = { type: 'EmbeddingModelChosen', data: { model: 'local-1', dimensions: 4 } } as const;

test('a log is named once, whoever starts first', (t) => {
  logSpec(t).given().when({ type: 'CreateLog', logId: 'l1' }).then(logCreated);
  logSpec(t).given(logCreated).when({ type: 'CreateLog', logId: 'l2' }).then();
});
test('a first model is chosen only where none was', (t) => {
  logSpec(t).given(logCreated).when({ type: 'ChooseFirstModel', model: chosen.data }).then(chosen);
  logSpec(t)
    .given(logCreated, chosen)
    .when({ type: 'ChooseFirstModel', model: { model: 'other', dimensions: 8 } })
    .then();
});
test('a choice records the prefixes of the model beside its name, and other prefixes are another model', (t) => {
  const model = (prefixes: string) => ({ model: `e5${prefixes}`, dimensions: 4 });
  const bare = { type: 'EmbeddingModelChosen', data: { model: 'e5', dimensions: 4 } } as const;
  const prefixes = { query: 'query: ', ticket: 'passage: ' };
  const prefixed = { ...bare, data: { ...bare.data, prefixes } } as const;
  const onlyQuery = { ...bare, data: { ...bare.data, prefixes: { query: 'query: ', ticket: '' } } } as const;
  const choose = (suffix: string) => ({ type: 'ChooseModel', model: model(suffix) }) as const;
  logSpec(t).given(logCreated, bare).when(choose(' ["query: ","passage: "]')).then(prefixed);
  logSpec(t).given(logCreated, prefixed).when(choose(' ["query: ","passage: "]')).then();
  logSpec(t).given(logCreated, prefixed).when(choose(' ["query: ",""]')).then(onlyQuery);
  logSpec(t).given(logCreated, prefixed).when(choose('')).then(bare);
  logSpec(t)
    .given(logCreated)
    .when({ type: 'ChooseFirstModel', model: model(' ["query: ",""]') })
    .then(onlyQuery);
});
test('another model is chosen, or the same one with another length, but never the one in use', (t) => {
  const next = { model: 'local-1', dimensions: 8 };
  logSpec(t)
    .given(logCreated, chosen)
    .when({ type: 'ChooseModel', model: next })
    .then({ type: 'EmbeddingModelChosen', data: next });
  logSpec(t).given(logCreated, chosen).when({ type: 'ChooseModel', model: chosen.data }).then();
});

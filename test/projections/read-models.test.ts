import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import test, { type ExecutionContext } from 'ava';
import { accountTables, sqliteAccounts } from '../../src/adapters/sqlite/accounts.ts';
import { collectionTables } from '../../src/adapters/sqlite/collection-tables.ts';
import { sqliteCollections } from '../../src/adapters/sqlite/collections.ts';
import { openDatabase } from '../../src/adapters/sqlite/database.ts';
import { sqliteReadModel } from '../../src/adapters/sqlite/read-model.ts';
import type { Fact, RecordedEvent } from '../../src/domain/events.ts';
import { recordId } from '../../src/domain/ticket-record.ts';
import type { ReadModelCopy } from '../../src/ports/read-model.ts';
import { accountsProjection } from '../../src/projections/accounts.ts';
import { collectionsProjection } from '../../src/projections/collections.ts';
import { changesOf, type Projection } from '../../src/projections/projection.ts';
import { digestOf } from '../../src/projections/digest.ts';
import { collectionCreated, collectionDeleted, newEvent, ticketStored } from '../support/events.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

/** Numbers facts as a log would. */
const recorded = (facts: readonly Fact[]): readonly RecordedEvent[] =>
  facts.map((fact, index) => ({ ...newEvent(fact), stream: 'any', revision: 0, position: BigInt(index + 1) }));

const feed =
  <Change>(projection: Projection<Change>, copy: ReadModelCopy<Change>) =>
  async (events: readonly RecordedEvent[]) => {
    const last = events.at(-1);
    if (last)
      await copy.apply(
        events.flatMap((event) => changesOf(projection, event)),
        { logId: 'log', position: last.position },
      );
  };

const openViews = (t: ExecutionContext) => {
  const database = openDatabase(join(temporaryFolder(t), 'views.db'), 'normal');
  t.teardown(() => database.close());
  return database;
};

const registered = (userId: string, email: string): Fact => ({
  type: 'UserRegistered',
  data: {
    userId,
    email,
    passwordHash: 'hash',
    plan: 'free',
    sealedApiKey: 'sealed-1',
    apiKeyFingerprint: `print-1-${userId}`,
  },
});
const rotated = (userId: string, key: number): Fact => ({
  type: 'ApiKeyRotated',
  data: { userId, sealedApiKey: `sealed-${key}`, apiKeyFingerprint: `print-${key}-${userId}` },
});

test('an account is found by id, e-mail and the fingerprint of the key that is valid now', async (t) => {
  const views = openViews(t);
  const accounts = sqliteAccounts(views);
  const copy = await sqliteReadModel(views, accountTables).current();
  await feed(accountsProjection, copy)(recorded([registered('u1', 'a@b.ru'), rotated('u1', 2)]));
  t.is((await accounts.byEmail('a@b.ru'))?.id, 'u1');
  t.is((await accounts.byId('u1'))?.sealedApiKey, 'sealed-2');
  t.is((await accounts.byApiKeyFingerprint('print-2-u1'))?.createdAt, '2026-01-02T03:04:05.000Z');
  t.is(await accounts.byApiKeyFingerprint('print-1-u1'), undefined);
});

test('the last hundred events applied again after the newest change nothing in the accounts', async (t) => {
  const views = openViews(t);
  const accounts = sqliteAccounts(views);
  const apply = feed(accountsProjection, await sqliteReadModel(views, accountTables).current());
  const users = Array.from({ length: 40 }, (_, index) => `u${index}`);
  const events = recorded(users.flatMap((id) => [registered(id, `${id}@b.ru`), rotated(id, 2), rotated(id, 3)]));
  await apply(events);
  const before = await Promise.all(users.map((id) => accounts.byId(id)));
  await apply(events.slice(-100));
  t.deepEqual(await Promise.all(users.map((id) => accounts.byId(id))), before);
  t.is(before[7]?.sealedApiKey, 'sealed-3');
});

const collectionsOf = async (t: ExecutionContext) => {
  const views = openViews(t);
  const model = sqliteReadModel(views, collectionTables);
  return { collections: sqliteCollections(views), model, copy: await model.current() };
};

test('a collection counts its stored tickets, and knows which they are', async (t) => {
  const { collections, copy } = await collectionsOf(t);
  const [collectionId, tenantId] = [randomUUID(), randomUUID()];
  const facts = ['1', '2', '3'].map((ticketId) => ticketStored({ tenantId, collectionId, ticketId }));
  await feed(collectionsProjection, copy)(recorded([collectionCreated(collectionId, tenantId), ...facts]));
  t.is((await collections.byId(collectionId))?.ticketCount, 3);
  const [known, unknown] = [recordId(tenantId, '2'), recordId(tenantId, '9')];
  t.deepEqual([...(await collections.stored(collectionId, [known, unknown]))], [[known, 3n]]);
});

test('collections are listed oldest first, only those of the user', async (t) => {
  const { collections, copy } = await collectionsOf(t);
  const ids = ['00000000-0000-4000-8000-000000000002', '00000000-0000-4000-8000-000000000001'];
  const facts = [...ids.map((id) => collectionCreated(id, 'me')), collectionCreated(randomUUID(), 'another')];
  await feed(collectionsProjection, copy)(recorded(facts));
  t.deepEqual(
    (await collections.ofUser('me')).map(({ id }) => id),
    ids.toSorted(),
  );
});

test('nothing comes back from the dead: a deleted collection stays deleted whatever is applied after or again', async (t) => {
  const { collections, copy } = await collectionsOf(t);
  const [collectionId, tenantId] = [randomUUID(), randomUUID()];
  const ticket = (ticketId: string) => ticketStored({ tenantId, collectionId, ticketId });
  const events = recorded([
    collectionCreated(collectionId, tenantId),
    ticket('1'),
    collectionDeleted(collectionId, tenantId),
    ticket('2'),
  ]);
  const apply = feed(collectionsProjection, copy);
  await apply(events);
  await apply(events);
  t.is(await collections.byId(collectionId), undefined);
  t.deepEqual(await collections.ofUser(tenantId), []);
  t.deepEqual([...(await collections.stored(collectionId, [recordId(tenantId, '1')]))], []);
  t.deepEqual(
    (await copy.leftovers(10)).map((one) => one.recordId).toSorted(),
    [recordId(tenantId, '1'), recordId(tenantId, '2')].toSorted(),
  );
});

test('what was removed and settled is looked at again when a late ticket comes', async (t) => {
  const { copy } = await collectionsOf(t);
  const [collectionId, tenantId] = [randomUUID(), randomUUID()];
  const ticket = (ticketId: string) => ticketStored({ tenantId, collectionId, ticketId });
  const events = recorded([
    collectionCreated(collectionId, tenantId),
    ticket('1'),
    collectionDeleted(collectionId, tenantId),
    ticket('2'),
  ]);
  const apply = feed(collectionsProjection, copy);
  await apply(events.slice(0, 3));
  await copy.remove(await copy.leftovers(10));
  await copy.settle();
  t.deepEqual(await copy.leftovers(10), []);
  await apply(events.slice(3));
  t.is((await copy.leftovers(10)).length, 1);
});

test('two copies of the same events have one digest, and a missing ticket changes it', async (t) => {
  const { model, copy } = await collectionsOf(t);
  const other = await model.replacement();
  const [collectionId, tenantId] = [randomUUID(), randomUUID()];
  const tickets = Array.from({ length: 2500 }, (_, index) =>
    ticketStored({ tenantId, collectionId, ticketId: String(index) }),
  );
  const events = recorded([
    collectionCreated(collectionId, tenantId),
    collectionCreated(randomUUID(), tenantId),
    ...tickets,
  ]);
  await feed(collectionsProjection, copy)(events);
  await feed(collectionsProjection, other)(events.slice(0, -1));
  t.not((await digestOf(copy)).sum, (await digestOf(other)).sum);
  await feed(collectionsProjection, other)(events.slice(-1));
  t.deepEqual(await digestOf(copy), await digestOf(other));
  t.is((await digestOf(copy)).count, 2502);
});

test('readers follow the switch to a replacement, and the old copy is gone', async (t) => {
  const views = openViews(t);
  const model = sqliteReadModel(views, collectionTables);
  const collections = sqliteCollections(views);
  const id = randomUUID();
  await feed(collectionsProjection, await model.current())(recorded([collectionCreated(id, 'me', 'old')]));
  await feed(collectionsProjection, await model.replacement())(recorded([collectionCreated(id, 'me', 'new')]));
  t.is((await collections.byId(id))?.name, 'old');
  await model.activate('drop');
  t.is((await collections.byId(id))?.name, 'new');
  await model.retire();
  t.is(views.prepare(`SELECT count(*) AS n FROM sqlite_schema WHERE name LIKE 'collections_1_1%'`).get()?.['n'], 0);
});

test('a crash between the data and whoever hears of it harms nothing: the same batch comes again', async (t) => {
  const { collections, copy } = await collectionsOf(t);
  const [collectionId, tenantId] = [randomUUID(), randomUUID()];
  const tickets = Array.from({ length: 120 }, (_, index) =>
    ticketStored({ tenantId, collectionId, ticketId: String(index) }),
  );
  const events = recorded([collectionCreated(collectionId, tenantId), ...tickets]);
  const apply = feed(collectionsProjection, copy);
  for (let cut = 1; cut < events.length; cut += 10) {
    // The batch was committed, the process died, and what reads on begins some events before.
    await apply(events.slice(0, cut));
    await apply(events.slice(Math.max(0, cut - 15), cut + 5));
  }
  await apply(events);
  t.is((await collections.byId(collectionId))?.ticketCount, 120);
  t.is((await digestOf(copy)).count, 121);
});

test('a raised version is built anew beside the old one, which is dropped when it is retired', async (t) => {
  const views = openViews(t);
  const id = randomUUID();
  const events = recorded([collectionCreated(id, 'me')]);
  await feed(collectionsProjection, await sqliteReadModel(views, collectionTables).current())(events);
  const raised = sqliteReadModel(views, { ...collectionTables, version: 2 });
  t.is(await (await raised.current()).checkpoint(), undefined);
  t.is((await sqliteCollections(views).byId(id))?.name, 'Support');
  await feed(collectionsProjection, await raised.current())(events);
  await raised.retire();
  t.is(await sqliteCollections(views).byId(id), undefined);
  t.deepEqual(await (await raised.current()).checkpoint(), { logId: 'log', position: 1n });
});

import { randomUUID } from 'node:crypto';
import type { ExecutionContext, TestFn } from 'ava';
import { dataEventBytes, outcomeBytes, ticketBytes, uploadEventBytes } from '../../src/domain/stored-bytes.ts';
import type { TicketStored } from '../../src/domain/ticket-events.ts';
import { recordId } from '../../src/domain/ticket-record.ts';
import type { CollectionChange, Collections } from '../../src/ports/collections.ts';
import type { Erasures } from '../../src/ports/erasures.ts';
import type { ReadModel } from '../../src/ports/read-model.ts';
import { collectionsProjection } from '../../projections/collections.ts';
import { checksumOf } from '../../projections/checksum.ts';
import { collectionCreated, erasureHeldBack, erasureProven, erasureRequested } from '../support/events.ts';
import { applyRecorded, recorded } from '../support/recorded-events.ts';
import { exampleCollection } from '../support/collection-events.ts';
import { exampleUpload, skipped } from '../support/upload-events.ts';
import { collectionDeletions, collectionRepeats } from './collection-repeats.ts';
import { collectionErasures } from './collection-erasures.ts';
import { collectionTickets } from './collection-tickets.ts';
import { undoneTickets } from './undone-tickets.ts';

const bytesOf = (data: TicketStored['data']): number => {
  const { logged, present } = ticketBytes(data, data.vector.values.length);
  return logged + present;
};

/** An empty read model of collections with those who read it. */
export type CollectionsSubject = {
  readonly collections: Collections;
  readonly erasures: Erasures;
  readonly model: ReadModel<CollectionChange>;
};

export type CollectionsSuite = {
  readonly test: TestFn;
  readonly name: string;
  readonly open: (t: ExecutionContext) => Promise<CollectionsSubject>;
};

/** The promises of every read model of collections. */
export const collectionsContract = (
  test: TestFn,
  name: string,
  open: (t: ExecutionContext) => Promise<CollectionsSubject>,
): void => {
  const suite = { test, name, open };
  reading(suite);
  collectionDeletions(suite);
  collectionRepeats(suite);
  collectionTickets(suite);
  collectionErasures(suite);
  undoneTickets(suite);
};

/** Pages are those of the whole list, wherever they begin, and named ones are in its order. */
const listedInParts = async (t: ExecutionContext, collections: Collections, userId: string): Promise<void> => {
  const all = await collections.ofUser(userId);
  for (const limit of [1, 3, 10]) {
    t.deepEqual(await collections.pageOfUser(userId, { limit }), all.slice(0, limit));
    for (const [index, after] of all.entries())
      t.deepEqual(await collections.pageOfUser(userId, { after, limit }), all.slice(index + 1, index + 1 + limit));
  }
  const [another] = await collections.ofUser('another');
  const named = [...all.slice(1), another, another].flatMap((one) => (one ? [one.id] : []));
  t.deepEqual(await collections.namedOfUser(userId, [...named.toReversed(), randomUUID()]), all.slice(1));
  t.deepEqual(await collections.namedOfUser(userId, []), []);
  t.deepEqual(await collections.pageOfUser('nobody', { limit: 1 }), []);
};

const reading = ({ test, name, open }: CollectionsSuite): void => {
  test(`${name}: a collection has the number and the ids of its stored tickets`, async (t) => {
    const { collections, model } = await open(t);
    const { collectionId, tenantId, created, tickets } = exampleCollection();
    await applyRecorded(collectionsProjection, await model.current())(recorded([created, ...tickets(3)]));
    t.deepEqual(await collections.byId(collectionId), {
      ...{ id: collectionId, userId: tenantId, name: 'Support', ticketCount: 3 },
      createdAt: '2026-01-02T03:04:05.000Z',
      ticketUrl: null,
      notNames: [],
      syncCursors: {},
    });
    const [known, unknown] = [recordId(tenantId, '2'), recordId(tenantId, '9')];
    t.deepEqual(
      [...(await collections.known(collectionId, [known, unknown]))],
      [[known, { state: 'active', position: 4n }]],
    );
    t.deepEqual([...(await collections.known(randomUUID(), [known]))], []);
  });

  test(`${name}: the usage of a tenant is the sum over its collections; a deleted one gives back its share`, async (t) => {
    const { collections, model } = await open(t);
    const [one, other] = [exampleCollection(), exampleCollection()];
    const mine = collectionCreated(other.collectionId, one.tenantId);
    const apply = applyRecorded(collectionsProjection, await model.current());
    const events = [one.created, mine, ...one.tickets(3), ...other.tickets(2)];
    const bytes = (count: number) =>
      one.tickets(count).reduce((sum, fact) => sum + (fact.type === 'TicketStored' ? bytesOf(fact.data) : 0), 0);
    t.deepEqual(await collections.usage(one.tenantId), { tickets: 0, bytes: 0, collections: 0 });
    await apply(recorded(events));
    t.deepEqual(await collections.usage(one.tenantId), { tickets: 5, bytes: bytes(3) + bytes(2), collections: 2 });
    t.deepEqual(await collections.usage('another'), { tickets: 0, bytes: 0, collections: 0 });
    await apply(recorded([...events, other.deleted]).slice(-1));
    t.deepEqual(await collections.usage(one.tenantId), { tickets: 3, bytes: bytes(3), collections: 1 });
  });

  test(`${name}: the receipts of a deleted collection count, those of before its deletion and of after it, whatever is applied again`, async (t) => {
    const { collections, model } = await open(t);
    const { tenantId, collectionId, ...collection } = exampleCollection();
    const request = erasureRequested({ tenantId, collectionId, ticketIds: ['1'] });
    const upload = exampleUpload({ ...collection, tenantId, collectionId });
    const events = recorded([
      ...[collection.created, ...collection.tickets(3), upload.started, request],
      ...[erasureProven(request, 'hidden'), collection.deleted, erasureHeldBack(request)],
      ...[upload.finished(1), erasureProven(request, 'index')],
    ]);
    const apply = applyRecorded(collectionsProjection, await model.current());
    const ofErasure = [request, ...['hidden', 'index'].map((step) => erasureProven(request, step as 'index'))];
    const bytes = [...ofErasure, erasureHeldBack(request)].reduce((sum, { data }) => sum + dataEventBytes(data), 0);
    await apply(events);
    t.deepEqual(await collections.usage(tenantId), { tickets: 0, bytes, collections: 0 });
    await apply(events);
    for (const event of events) await apply([event]);
    t.deepEqual(await collections.usage(tenantId), { tickets: 0, bytes, collections: 0 });
  });

  test(`${name}: uploads count with the bytes of their events, once, until their collection is deleted`, async (t) => {
    const { collections, model } = await open(t);
    const collection = exampleCollection();
    const upload = exampleUpload(collection);
    const listed = [skipped(1), skipped(2)];
    const events = recorded([collection.created, upload.started, upload.progressed(1, listed), upload.finished(2)]);
    const apply = applyRecorded(collectionsProjection, await model.current());
    await apply(events);
    const bytes = uploadEventBytes([], 'май.csv') + uploadEventBytes() + uploadEventBytes(listed);
    t.deepEqual(await collections.usage(collection.tenantId), { tickets: 0, bytes, collections: 1 });
    await apply(events);
    for (const event of events) await apply([event]);
    t.is((await collections.usage(collection.tenantId)).bytes, bytes);
    const expired = recorded([...events, upload.expired(3, outcomeBytes(listed))]);
    await apply(expired.slice(-1));
    await apply(expired);
    const left = bytes + uploadEventBytes() - outcomeBytes(listed);
    t.is((await collections.usage(collection.tenantId)).bytes, left);
    await apply(recorded([...expired, collection.deleted]).slice(-1));
    t.is((await collections.usage(collection.tenantId)).bytes, 0);
  });

  test(`${name}: there is no collection before an event was projected`, async (t) => {
    const { collections } = await open(t);
    t.is(await collections.byId(randomUUID()), undefined);
    t.deepEqual(await collections.ofUser('me'), []);
    t.deepEqual([...(await collections.known(randomUUID(), [randomUUID()]))], []);
  });

  test(`${name}: a count continues over batches, without tickets of unknown collections`, async (t) => {
    const { collections, model } = await open(t);
    const [one, lost] = [exampleCollection(), exampleCollection()];
    const copy = await model.current();
    const events = recorded([one.created, ...one.tickets(40), ...lost.tickets(3)]);
    const apply = applyRecorded(collectionsProjection, copy);
    for (let first = 0; first < events.length; first += 10) await apply(events.slice(first, first + 10));
    t.is((await collections.byId(one.collectionId))?.ticketCount, 40);
    t.is((await checksumOf(copy)).count, 41);
  });

  test(`${name}: collections are listed oldest first, only those of the user`, async (t) => {
    const { collections, model } = await open(t);
    const ids = ['00000000-0000-4000-8000-000000000002', '00000000-0000-4000-8000-000000000001'];
    const [late, early] = recorded([collectionCreated(randomUUID(), 'me'), collectionCreated(randomUUID(), 'me')]);
    const facts = [...ids.map((id) => collectionCreated(id, 'me')), collectionCreated(randomUUID(), 'another')];
    if (!late || !early) throw new Error('Two were recorded');
    const at = (time: string, event: typeof late) => ({ ...event, metadata: { ...event.metadata, at: time } });
    await applyRecorded(
      collectionsProjection,
      await model.current(),
    )([
      at('2027-01-01T00:00:00.000Z', late),
      at('2025-01-01T00:00:00.000Z', early),
      ...recorded(facts).map((event) => ({ ...event, position: event.position + 2n })),
    ]);
    const found = (await collections.ofUser('me')).map(({ createdAt, id }) => [createdAt.slice(0, 4), id]);
    t.deepEqual(
      found.map(([year]) => year),
      ['2025', '2026', '2026', '2027'],
    );
    t.deepEqual(
      found.slice(1, 3).map(([, id]) => id),
      ids.toSorted(),
    );
    await listedInParts(t, collections, 'me');
  });

  test(`${name}: the ids of collections and their tickets are sorted by their text, whatever the page size`, async (t) => {
    const { model } = await open(t);
    const copy = await model.current();
    const several = Array.from({ length: 30 }, exampleCollection);
    const sizes = [0, 1, 7, 999, 1000, 1001];
    const facts = several.flatMap(({ created, deleted, tickets }, index) => {
      const size = sizes[index] ?? index % 3;
      return [created, ...tickets(size), ...(index % 5 === 2 ? [deleted] : [])];
    });
    const events = recorded(facts);
    await applyRecorded(collectionsProjection, copy)(events);
    const gone = new Set<string>(several.filter((_, index) => index % 5 === 2).map(({ collectionId }) => collectionId));
    const expected = events.flatMap(({ type, data }) => {
      if (type !== 'CollectionCreated' && type !== 'TicketStored') return [];
      if (gone.has(data.collectionId)) return [];
      return [type === 'TicketStored' ? `${data.collectionId}/${data.recordId}` : data.collectionId];
    });
    const pages: (readonly string[])[] = [];
    for (let page = await copy.ids(undefined); page.length > 0; page = await copy.ids(page.at(-1))) pages.push(page);
    t.deepEqual(pages.flat(), expected.toSorted());
    t.true(pages.every((page) => page.length <= 1000));
  });
};

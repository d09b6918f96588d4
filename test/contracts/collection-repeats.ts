import { recordId } from '../../src/domain/ticket-record.ts';
import { collectionsProjection } from '../../projections/collections.ts';
import { checksumOf } from '../../projections/checksum.ts';
import { applyRecorded, recorded } from '../support/recorded-events.ts';
import { exampleCollection } from '../support/collection-events.ts';
import { collectionCreated, collectionDeleted } from '../support/events.ts';
import type { CollectionsSuite } from './collections.ts';

/** What is deleted stays deleted, and is purged. */
export const collectionDeletions = ({ test, name, open }: CollectionsSuite): void => {
  test(`${name}: a deleted collection stays deleted, whatever is applied later or again`, async (t) => {
    const { collections, model } = await open(t);
    const copy = await model.current();
    const { collectionId, tenantId, created, deleted, ticket } = exampleCollection();
    const events = recorded([created, ticket('1'), deleted, ticket('2')]);
    const apply = applyRecorded(collectionsProjection, copy);
    await apply(events);
    await apply(events);
    for (const event of events) await apply([event]);
    t.is(await collections.byId(collectionId), undefined);
    t.deepEqual(await collections.ofUser(tenantId), []);
    t.deepEqual(await collections.pageOfUser(tenantId, { limit: 1 }), []);
    t.deepEqual(await collections.namedOfUser(tenantId, [collectionId]), []);
    t.deepEqual([...(await collections.known(collectionId, [recordId(tenantId, '1')]))], []);
    t.deepEqual(await copy.ids(undefined), []);
    const orphans = await copy.orphans(10);
    t.deepEqual(
      orphans.map((one) => one.recordId).toSorted(),
      [recordId(tenantId, '1'), recordId(tenantId, '2')].toSorted(),
    );
    t.true(orphans.every((one) => one.collectionId === collectionId));
    t.is((await copy.orphans(1)).length, 1);
  });

  test(`${name}: the usage has the number of collections that the list has, renamed, deleted, purged or applied again`, async (t) => {
    const { collections, model } = await open(t);
    const copy = await model.current();
    const [first, second, third, other] = [1, 2, 3, 4].map(exampleCollection);
    if (!first || !second || !third || !other) throw new Error('Four were made');
    const { tenantId } = first;
    const mine = [second, third].map(({ collectionId }) => collectionCreated(collectionId, tenantId));
    const renamed = {
      type: 'CollectionConfigured',
      data: { collectionId: first.collectionId, userId: tenantId, name: 'Б' },
    } as const;
    const deleted = [second, third].map(({ collectionId }) => collectionDeleted(collectionId, tenantId));
    const events = recorded([first.created, ...mine, renamed, ...second.tickets(2), other.created, ...deleted]);
    const apply = applyRecorded(collectionsProjection, copy);
    const counted = async () => {
      const { collections: number } = await collections.usage(tenantId);
      t.is(number, (await collections.ofUser(tenantId)).length);
      return number;
    };
    const numbers: number[] = [];
    for (const event of events) {
      await apply([event]);
      numbers.push(await counted());
    }
    t.deepEqual(numbers, [1, 2, 3, 3, 3, 3, 3, 2, 1]);
    await apply(events);
    await copy.remove(await copy.orphans(10));
    await copy.markPurged();
    await apply(events.slice(1, 2));
    t.is(await counted(), 1);
    t.is((await collections.usage(other.tenantId)).collections, 1);
  });

  test(`${name}: orphans of a purged collection are found again after a late ticket`, async (t) => {
    const { model } = await open(t);
    const copy = await model.current();
    const { created, deleted, ticket } = exampleCollection();
    const events = recorded([created, ticket('1'), deleted, ticket('2')]);
    const apply = applyRecorded(collectionsProjection, copy);
    await apply(events.slice(0, 3));
    await copy.remove(await copy.orphans(10));
    await copy.markPurged();
    t.deepEqual(await copy.orphans(10), []);
    await apply(events.slice(3));
    t.is((await copy.orphans(10)).length, 1);
  });

  test(`${name}: a deleted collection with orphans is not marked as purged, and no other collection loses anything`, async (t) => {
    const { collections, model } = await open(t);
    const copy = await model.current();
    const [dead, alive] = [exampleCollection(), exampleCollection()];
    const facts = [dead.created, alive.created, ...dead.tickets(5), ...alive.tickets(5), dead.deleted];
    await applyRecorded(collectionsProjection, copy)(recorded(facts));
    await copy.markPurged();
    await copy.remove((await copy.orphans(10)).slice(0, 3));
    await copy.markPurged();
    t.is((await copy.orphans(10)).length, 2);
    t.is((await collections.byId(alive.collectionId))?.ticketCount, 5);
  });
};

/** Whatever is applied again changes nothing. */
export const collectionRepeats = ({ test, name, open }: CollectionsSuite): void => {
  test(`${name}: the last hundred events applied again after the newest change nothing`, async (t) => {
    const { collections, model } = await open(t);
    const copy = await model.current();
    const [alive, dead] = [exampleCollection(), exampleCollection()];
    const facts = [alive.created, dead.created, ...alive.tickets(60), ...dead.tickets(60), dead.deleted];
    const events = recorded([...facts, alive.ticket('late')]);
    const apply = applyRecorded(collectionsProjection, copy);
    await apply(events);
    const look = async () => [
      await collections.ofUser(alive.tenantId),
      await collections.ofUser(dead.tenantId),
      await checksumOf(copy),
    ];
    const before = await look();
    await apply(events.slice(-100));
    t.deepEqual(await look(), before);
    t.is((await collections.byId(alive.collectionId))?.ticketCount, 61);
  });

  test(`${name}: the same batch applied again after a crash changes nothing`, async (t) => {
    const { collections, model } = await open(t);
    const copy = await model.current();
    const { collectionId, created, tickets } = exampleCollection();
    const events = recorded([created, ...tickets(120)]);
    const apply = applyRecorded(collectionsProjection, copy);
    for (let cut = 1; cut < events.length; cut += 10) {
      // The batch was stored, the process died, and what reads on begins some events before.
      await apply(events.slice(0, cut));
      await apply(events.slice(Math.max(0, cut - 15), cut + 5));
    }
    await apply(events);
    t.is((await collections.byId(collectionId))?.ticketCount, 120);
    t.is((await checksumOf(copy)).count, 121);
  });
};

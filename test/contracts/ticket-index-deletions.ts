import type { Generation } from '../../src/ports/read-model.ts';
import type { TicketIndexChange } from '../../src/ports/ticket-index.ts';
import { deleteCollection, choose, collectionId, indexedTicket, put, uuidOf } from '../support/indexed-tickets.ts';
import { type OpenSubject, openSubject } from '../support/ticket-index-subject.ts';
import type { TicketIndexSuite } from './ticket-index.ts';

/** A deletion lasts for ever, whatever order and however often changes come in. */
export const ticketIndexDeletions = ({ test, name, makeSubject }: TicketIndexSuite): void => {
  test(`${name}: a deleted collection is empty from then on`, async (t) => {
    const subject = await openSubject(t, makeSubject);
    const kept = uuidOf('kept');
    await subject.apply(choose(2), put(2, [1, 0]), put(3, [1, 0], { collectionId: kept }));
    t.deepEqual(await subject.found([1, 0]), ['2']);
    await subject.apply(deleteCollection(4));
    t.deepEqual(await subject.found([1, 0]), []);
    await subject.apply(put(5, [1, 0]), put(2, [1, 0]));
    t.deepEqual(await subject.found([1, 0]), []);
    t.deepEqual(await subject.found([1, 0], { collectionId: kept }), ['3']);
  });

  test(`${name}: a deletion before any other event of its collection takes effect too`, async (t) => {
    const subject = await openSubject(t, makeSubject);
    await subject.apply(choose(2), deleteCollection(9), put(2, [1, 0]), put(10, [1, 0]));
    t.deepEqual(await subject.found([1, 0]), []);
  });

  test(`${name}: the same ticket applied twice is stored once`, async (t) => {
    const subject = await openSubject(t, makeSubject);
    const once = put(2, [1, 0]);
    await subject.apply(choose(2), once, once);
    await subject.apply(once);
    t.deepEqual(await subject.found([1, 0]), ['2']);
  });

  test(`${name}: a newer version of a record replaces it, an older one changes nothing`, async (t) => {
    const subject = await openSubject(t, makeSubject);
    const ticketId = 'T';
    await subject.apply(choose(2), put(5, [1, 0], { ticketId, category: 'b' }), put(6, [0.9, 0.1]));
    t.deepEqual(await subject.found([1, 0]), [ticketId, '6']);
    await subject.apply(put(4, [0, 1], { ticketId, category: 'a' }));
    t.deepEqual(
      (await subject.nearest([1, 0])).map((hit) => hit.category),
      ['b', 'Доставка'],
    );
    await subject.apply(put(7, [0, 1], { ticketId, category: 'c' }));
    t.deepEqual(await subject.found([1, 0]), ['6', ticketId]);
    t.is((await subject.nearest([0, 1]))[0]?.category, 'c');
  });

  test(`${name}: the last 100 changes applied again after the newest change nothing`, async (t) => {
    const subject = await openSubject(t, makeSubject);
    const doomed = uuidOf('doomed');
    const puts = Array.from({ length: 60 }, (_, index) => [
      put(index * 2 + 2, [index + 1, 5, 1]),
      put(index * 2 + 3, [index + 1, 5, 1], { collectionId: doomed }),
    ]).flat();
    const changes = [choose(3), ...puts, deleteCollection(500, doomed), put(501, [1, 1, 1])];
    await subject.apply(...changes);
    const before = [await subject.nearest([1, 2, 3]), await (await subject.model.current()).ids(undefined)];
    await subject.apply(...changes.slice(-100));
    t.deepEqual([await subject.nearest([1, 2, 3]), await (await subject.model.current()).ids(undefined)], before);
    t.deepEqual(await subject.found([1, 2, 3], { collectionId: doomed }), []);
  });

  test(`${name}: the tickets of a deleted collection are purged step by step, and no others`, async (t) => {
    const subject = await openSubject(t, makeSubject);
    const kept = uuidOf('kept');
    await subject.apply(
      choose(2),
      ...Array.from({ length: 7 }, (_, index) => put(index + 2, [index + 1, 1])),
      ...Array.from({ length: 3 }, (_, index) => put(index + 9, [index + 1, 1], { collectionId: kept })),
    );
    const copy = await subject.model.current();
    t.deepEqual(await copy.orphans(5), []);
    await subject.apply(deleteCollection(20), deleteCollection(21, uuidOf('never seen')));
    t.is((await copy.orphans(5)).length, 5);

    const purged = await purge(subject, copy, 3);
    t.deepEqual(
      purged.toSorted(),
      Array.from({ length: 7 }, (_, index) => indexedTicket({ ticketId: String(index + 2) }).recordId).toSorted(),
    );
    await subject.apply(put(3, [1, 1]));
    t.deepEqual(await copy.orphans(5), []);
    t.is((await subject.found([1, 0], { collectionId: kept })).length, 3);
    t.deepEqual(await subject.found([1, 0]), []);
  });

  test(`${name}: a repeated purge removes nothing of existing collections`, async (t) => {
    const subject = await openSubject(t, makeSubject);
    await subject.apply(choose(2), put(2, [1, 0]));
    const copy = await subject.model.current();
    await copy.markPurged();
    await copy.remove([{ collectionId: uuidOf('other'), recordId: indexedTicket({ ticketId: '2' }).recordId }]);
    await copy.markPurged();
    await subject.settled();
    t.deepEqual(await subject.found([1, 0]), ['2']);
  });
};

/** Purges in steps until nothing is left, settles, and returns the ids of the records that were removed. */
const purge = async (subject: OpenSubject, copy: Generation<TicketIndexChange>, step: number) => {
  const records: string[] = [];
  for (;;) {
    const orphans = await copy.orphans(step);
    if (orphans.length === 0) break;
    if (orphans.some((orphan) => orphan.collectionId !== collectionId)) throw new Error('A live collection');
    records.push(...orphans.map(({ recordId }) => recordId));
    await copy.remove(orphans);
    await subject.settled();
  }
  await copy.markPurged();
  return records;
};

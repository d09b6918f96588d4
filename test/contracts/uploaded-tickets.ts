import type { TestFn } from 'ava';
import {
  at,
  changeState,
  choose,
  collectionId,
  correct,
  erase,
  put,
  tenantId,
  uuidOf,
} from '../support/indexed-tickets.ts';
import { openSubject } from '../support/ticket-index-subject.ts';
import type { TicketsSubject } from './tickets.ts';

/** What of an upload is in the index: the tickets that it stored, and those that it updated. */
export const uploadedTicketsContract = (
  test: TestFn,
  name: string,
  makeSubject: () => Promise<TicketsSubject>,
): void => {
  test(`${name}: the tickets of an upload are counted by state, with those that were corrected since, and those that have the text of its update`, async (t) => {
    const made = await makeSubject();
    const { tickets } = made;
    const { apply } = await openSubject(t, () => Promise.resolve(made));
    const [uploadId, other] = [uuidOf('upload'), uuidOf('other')];
    const stored = (position: number, by: string | null) => ({
      ...put(position, [1, 0]),
      put: { reason: 'stored' as const, at, uploadId: by },
    });
    await apply(
      ...[choose(2), stored(2, uploadId), stored(3, uploadId), stored(4, uploadId), stored(5, other), stored(6, null)],
      ...[correct(7, [0, 1], { ticketId: '2', revision: 2 }), correct(8, [0, 1], { ticketId: '3', revision: 2 })],
      changeState(9, 'withdrawn', { ticketId: '3' }),
      ...['5', '6', '4'].map((ticketId, index) =>
        correct(10 + index, [0, 1], { ticketId, revision: 2, updatedBy: uploadId }),
      ),
      correct(13, [0, 1], { ticketId: '5', revision: 3 }),
      ...[{ ...put(14, [1, 1], { ticketId: '6' }), put: { reason: 'reembedded' as const, at } }],
      changeState(15, 'withdrawn', { ticketId: '6' }),
    );
    const owner = { tenantId, collectionId };
    const counted = { active: 2, withdrawn: 1, corrected: 2, updated: 2, byHand: 1 };
    t.deepEqual(await tickets.ofUpload({ ...owner, uploadId }), counted);
    await apply(erase(16, ['6']));
    t.deepEqual(await tickets.ofUpload({ ...owner, uploadId }), { ...counted, updated: 1 });
    const again = { reason: 'stored' as const, at, uploadId: uuidOf('next'), revision: 3 };
    await apply(changeState(17, 'withdrawn', { ticketId: '2' }), { ...put(18, [1, 0], { ticketId: '2' }), put: again });
    t.deepEqual(await tickets.ofUpload({ ...owner, uploadId }), {
      ...{ ...counted, active: 1, corrected: 1, updated: 1, byHand: 0 },
    });
    const ofNext = await tickets.ofUpload({ ...owner, uploadId: uuidOf('next') });
    t.deepEqual(
      ofNext,
      { active: 1, withdrawn: 0, corrected: 0, updated: 0, byHand: 0 },
      'a later revision is no correction',
    );
    const flag = (position: number, ticketId: string) => ({
      ...{ type: 'flag' as const, flaggedAt: at, position: BigInt(position) },
      ticket: put(position, [], { ticketId }).ticket,
    });
    await apply(flag(19, '4'), flag(20, '3'));
    t.like(await tickets.ofUpload({ ...owner, uploadId }), { active: 1, byHand: 1 }, 'a withdrawn one is not counted');
    await apply(correct(21, [1, 0], { ticketId: '4', revision: 3, isAsStored: true }));
    t.like(await tickets.ofUpload({ ...owner, uploadId }), { active: 1, corrected: 0, updated: 0, byHand: 0 });
    const none = { active: 0, withdrawn: 0, corrected: 0, updated: 0, byHand: 0 };
    t.deepEqual(await tickets.ofUpload({ ...owner, uploadId: uuidOf('unknown') }), none);
    t.deepEqual(await tickets.ofUpload({ ...owner, tenantId: uuidOf('stranger'), uploadId }), none);
  });

  test(`${name}: rows say whose texts they have: a person's, an update's, or those that they were stored with`, async (t) => {
    const made = await makeSubject();
    const { apply } = await openSubject(t, () => Promise.resolve(made));
    await apply(
      ...[choose(2), ...[2, 3, 4, 5].map((position) => put(position, [1, 0]))],
      correct(6, [0, 1], { ticketId: '2', revision: 2 }),
      ...['3', '4'].map((ticketId, index) =>
        correct(7 + index, [0, 1], { ticketId, revision: 2, updatedBy: uuidOf('upload') }),
      ),
      correct(9, [1, 0], { ticketId: '4', revision: 3, isAsStored: true }),
    );
    const { tickets: rows } = await made.tickets.page({
      tenantId,
      collectionId,
      categories: [],
      order: 'stored',
      limit: 9,
    });
    t.deepEqual(
      rows.map(({ ticketId, correctedBy }) => [ticketId, correctedBy]),
      [
        ['5', null],
        ['4', null],
        ['3', 'upload'],
        ['2', 'person'],
      ],
    );
  });
};

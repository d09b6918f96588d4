import type { TestFn } from 'ava';
import {
  changeState,
  choose,
  collectionId,
  correct,
  erase,
  indexedTicket,
  put,
  tenantId,
  uuidOf,
} from '../support/indexed-tickets.ts';
import { openSubject } from '../support/ticket-index-subject.ts';
import type { TicketsSubject } from './tickets.ts';

/** The tickets that people have flagged for review. */
export const flaggedTicketsContract = (
  test: TestFn,
  name: string,
  makeSubject: () => Promise<TicketsSubject>,
): void => {
  test(`${name}: flagged tickets are listed and counted until they are confirmed, corrected, stored again or erased`, async (t) => {
    const made = await makeSubject();
    const { tickets } = made;
    const { apply, nearest } = await openSubject(t, () => Promise.resolve(made));
    const owner = { tenantId, collectionId };
    const flaggedAt = '2026-05-06T07:08:09.000Z';
    const flag = (position: number, ticketId: string, at: string | null = flaggedAt) =>
      ({ type: 'flag', ticket: indexedTicket({ ticketId }), flaggedAt: at, position: BigInt(position) }) as const;
    const list = async (more: object = {}) => {
      const query = { ...owner, categories: [], order: 'stored' as const, limit: 50, flagged: true, ...more };
      return (await tickets.page(query)).tickets.map(({ ticketId }) => ticketId);
    };
    await apply(choose(2), ...[2, 3, 4, 5, 6, 7].map((id) => put(id, [1, 0], { category: id < 5 ? 'А' : 'Б' })));
    const before = (await tickets.page({ ...owner, categories: [], order: 'stored', limit: 1, text: '6' })).tickets[0];
    await apply(...['2', '3', '4', '5', '6', '7'].map((id, index) => flag(10 + index, id)));
    const found = async () =>
      (await nearest([1, 0])).filter(({ isFlagged }) => isFlagged).map(({ ticketId }) => ticketId);
    t.deepEqual(await list(), ['7', '6', '5', '4', '3', '2']);
    t.true((await found()).includes('6'), 'a search says so too');
    t.is((await tickets.counts(owner)).flagged, 6);
    const [row] = (await tickets.page({ ...owner, categories: [], order: 'stored', limit: 1, text: '6' })).tickets;
    t.deepEqual(row, before && { ...before, flaggedAt }, 'a flag changes nothing else of a ticket');
    await apply(
      flag(16, '2', null),
      correct(17, [0, 1], { ticketId: '3', revision: 2 }),
      { ...put(18, [1, 0], { ticketId: '4' }), put: { reason: 'stored', at: flaggedAt, uploadId: null, revision: 2 } },
      erase(19, ['5']),
      changeState(20, 'withdrawn', { ticketId: '7' }),
      flag(9, '3'),
    );
    const expected = ['7', '6'];
    t.deepEqual(await found(), ['6'], 'of the active ones');
    t.deepEqual(await list(), expected, 'an older flag changes nothing');
    t.deepEqual(await list({ order: 'changed' }), expected);
    t.deepEqual(await list({ state: 'active' }), ['6']);
    t.deepEqual(await list({ state: 'withdrawn', categories: ['Б'] }), ['7']);
    t.deepEqual(await list({ categories: ['А'] }), []);
    t.deepEqual(await list({ text: '6' }), ['6']);
    t.deepEqual(await list({ text: 'проблемы' }), await list({ text: 'проблема' }));
    t.deepEqual(await list({ limit: 1 }), ['7']);
    t.deepEqual(await list({ after: 7n }), ['6']);
    t.is((await tickets.counts(owner)).flagged, 2);
    t.deepEqual(await list({ tenantId: uuidOf('stranger') }), []);
    await apply({ ...put(21, [1, 1], { ticketId: '6' }), put: { reason: 'reembedded', at: flaggedAt } });
    t.deepEqual(await list(), expected, 'another vector leaves the flag');
  });
};

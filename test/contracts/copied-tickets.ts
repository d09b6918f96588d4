import type { TestFn } from 'ava';
import { textsHash } from '../../src/domain/ticket-record.ts';
import { textsLookup } from '../../src/ports/tickets.ts';
import {
  at,
  changeState,
  choose,
  collectionId,
  correct,
  deleteCollection,
  erase,
  put,
  tenantId,
  uuidOf,
} from '../support/indexed-tickets.ts';
import { openSubject } from '../support/ticket-index-subject.ts';
import type { TicketsSubject } from './tickets.ts';

const same = { problem: ['Не печатает', 'Ни один принтер'], solution: ['Вернули порт', 'Перезапустили очередь'] };
const other = { problem: ['Не печатает\nНи один принтер'], solution: ['Вернули порт'] };
const hashes = [textsHash(same), textsHash(other)];

/** The tickets that have the same texts. */
export const copiedTicketsContract = (test: TestFn, name: string, makeSubject: () => Promise<TicketsSubject>): void => {
  const open = async (t: Parameters<typeof openSubject>[0]) => {
    const made = await makeSubject();
    const { apply } = await openSubject(t, () => Promise.resolve(made));
    const withTexts = async (wanted: readonly string[] = hashes, owner: object = {}) => {
      const found = await made.tickets.withTexts({ tenantId, collectionId, hashes: wanted, ...owner });
      return hashes.map((hash) => found.get(hash) ?? []);
    };
    return { apply, withTexts };
  };

  test(`${name}: of each texts the ids of the first two active tickets are found`, async (t) => {
    const { apply, withTexts } = await open(t);
    t.deepEqual(await withTexts(), [[], []], 'before there is one');
    await apply(
      choose(2),
      ...[2, 3, 4].map((id) => put(id, [1, 0], same)),
      put(5, [1, 0], { ...other, category: 'Б' }),
    );
    t.deepEqual(await withTexts(), [['2', '3'], ['5']]);
    t.deepEqual(await withTexts([]), [[], []]);
    t.deepEqual(await withTexts(hashes.slice(1)), [[], ['5']]);
    t.deepEqual(await withTexts(hashes, { tenantId: uuidOf('stranger') }), [[], []]);
    t.deepEqual(await withTexts(hashes, { collectionId: uuidOf('elsewhere') }), [[], []]);
    const many = Array.from({ length: textsLookup.hashes - 2 }, (_, index) =>
      textsHash({ ...other, solution: [`${index}`] }),
    );
    t.deepEqual(await withTexts([...many, ...hashes]), [['2', '3'], ['5']]);
  });

  test(`${name}: corrected, withdrawn, restored, stored again and erased tickets are found by the texts that they have`, async (t) => {
    const { apply, withTexts } = await open(t);
    await apply(choose(2), ...[2, 3, 4].map((id) => put(id, [1, 0], same)), put(5, [1, 0], other));
    await apply(
      changeState(10, 'withdrawn', { ticketId: '2' }),
      correct(11, [0, 1], { ...other, ticketId: '3', revision: 2 }),
    );
    t.deepEqual(await withTexts(), [['4'], ['3', '5']]);
    await apply(changeState(12, 'active', { ticketId: '2' }), erase(13, ['5']));
    t.deepEqual(await withTexts(), [['2', '4'], ['3']]);
    await apply(
      { ...put(14, [1, 1], { ...same, ticketId: '4' }), put: { reason: 'reembedded', at } },
      { ...put(15, [1, 0], { ...other, ticketId: '2' }), put: { reason: 'stored', at, uploadId: null, revision: 2 } },
    );
    t.deepEqual(await withTexts(), [['4'], ['3', '2']], 'another vector changes nothing');
    await apply(deleteCollection(16));
    t.deepEqual(await withTexts(), [[], []]);
  });
};

import type { TestFn } from 'ava';
import type { TicketsQuery } from '../../src/ports/tickets.ts';
import { changeState, choose, collectionId, correct, put, tenantId } from '../support/indexed-tickets.ts';
import { openSubject } from '../support/ticket-index-subject.ts';
import type { TicketsSubject } from './tickets.ts';

/** What lists find by an id. */
export const ticketIdsContract = (test: TestFn, name: string, makeSubject: () => Promise<TicketsSubject>): void => {
  test(`${name}: an id is found with the sign of a number, in any case, by its parts and by its last digits, and by nothing else`, async (t) => {
    const made = await makeSubject();
    const { apply } = await openSubject(t, () => Promise.resolve(made));
    const ids = async (query: Partial<TicketsQuery>) => {
      const all = { tenantId, collectionId, categories: [], order: 'stored', limit: 100 } as const;
      return (await made.tickets.page({ ...all, ...query })).tickets.map(({ ticketId }) => ticketId);
    };
    await apply(
      choose(2),
      ...['СД00-001706', 'СД00-001716', 'Заказ-9/2024', '81706', '7'].map((ticketId, index) =>
        put(index + 2, [1, 0], { ticketId, problem: ['Не печатает'], solution: ['Перезапустите'] }),
      ),
    );
    const found: readonly (readonly [string, readonly string[]])[] = [
      ...['СД00-001706', '№СД00-001706', '№ сд00-001706', 'сд 001706', '001706', '#00-001706'].map(
        (text) => [text, ['СД00-001706']] as const,
      ),
      ...['1706', '706', '№1706'].map((text) => [text, ['81706', 'СД00-001706']] as const),
      ...['сд00-0017', '№СД00-0017', 'сд'].map((text) => [text, ['СД00-001716', 'СД00-001706']] as const),
      ...['2024', 'ЗАКАЗ-9', 'заказ', 'заказ 2024'].map((text) => [text, ['Заказ-9/2024']] as const),
      ...['7', '№7'].map((text) => [text, ['7']] as const),
      ...['06', '170', '1706 2024', 'сд7'].map((text) => [text, []] as const),
    ];
    for (const [text, expected] of found)
      for (const order of ['stored', 'changed'] as const) t.deepEqual(await ids({ text, order }), expected, text);
    await apply(
      correct(20, [1, 0], { ticketId: '81706', revision: 2 }),
      changeState(21, 'withdrawn', { ticketId: '7' }),
    );
    t.deepEqual(await ids({ text: '1706', order: 'changed' }), ['81706', 'СД00-001706']);
    t.deepEqual(await ids({ text: '№7', state: 'withdrawn' }), ['7']);
  });
};

import type { TestFn } from 'ava';
import type { ErasedContents } from '../../src/ports/erased-contents.ts';
import type { Tickets, TicketsQuery } from '../../src/ports/tickets.ts';
import { searchWords } from '../../src/domain/search-words.ts';
import {
  at,
  changeState,
  choose,
  collectionId,
  correct,
  deleteCollection,
  laterAt,
  put,
  tenantId,
  uuidOf,
} from '../support/indexed-tickets.ts';
import { changingTickets, listQueries } from '../support/changing-tickets.ts';
import { openSubject } from '../support/ticket-index-subject.ts';
import { copiedTicketsContract } from './copied-tickets.ts';
import { erasedTicketsContract } from './erased-tickets.ts';
import { flaggedTicketsContract } from './flagged-tickets.ts';
import { ticketIdsContract } from './ticket-ids.ts';
import { ticketPagesContract } from './ticket-pages.ts';
import { uploadedTicketsContract } from './uploaded-tickets.ts';
import type { TicketIndexSubject } from './ticket-index.ts';

export type TicketsSubject = TicketIndexSubject & { readonly tickets: Tickets; readonly contents: ErasedContents };

/** The promises of every list of tickets, and of what becomes of erased ones. */
export const ticketsContract = (test: TestFn, name: string, makeSubject: () => Promise<TicketsSubject>): void => {
  const open = async (t: Parameters<typeof openSubject>[0]) => {
    const made = await makeSubject();
    const subject = await openSubject(t, () => Promise.resolve(made));
    const pageOf = (query: Partial<TicketsQuery> = {}) =>
      made.tickets.page({ tenantId, collectionId, categories: [], order: 'stored', limit: 100, ...query });
    const page = async (query: Partial<TicketsQuery> = {}) => (await pageOf(query)).tickets;
    const ids = async (query: Partial<TicketsQuery> = {}) => (await page(query)).map(({ ticketId }) => ticketId);
    return { ...subject, tickets: made.tickets, pageOf, page, ids };
  };

  const parts = [copiedTicketsContract, erasedTicketsContract, ticketPagesContract, uploadedTicketsContract];
  for (const contract of [...parts, flaggedTicketsContract, ticketIdsContract]) contract(test, name, makeSubject);

  test(`${name}: there are no tickets before one was indexed`, async (t) => {
    const { page, tickets } = await open(t);
    t.deepEqual(await page(), []);
    t.deepEqual(await tickets.counts({ tenantId, collectionId }), {
      categories: [],
      moreCategories: false,
      states: { active: 0, withdrawn: 0 },
      flagged: 0,
    });
  });

  test(`${name}: a row has the texts, the state, the revision and the times of its ticket`, async (t) => {
    const { apply, page } = await open(t);
    await apply(
      choose(2),
      { ...put(2, [1, 0]), put: { reason: 'stored', at, uploadId: uuidOf('upload') } },
      put(3, [1, 1]),
    );
    await apply(correct(4, [0, 1], { ticketId: '2', revision: 2, category: 'Иное', problem: ['а', 'б'] }));
    await apply(changeState(5, 'withdrawn', { ticketId: '3' }));
    const own = {
      solution: ['Решение тикета 2'],
      storedAt: at,
      changedAt: laterAt,
      flaggedAt: null,
      uploadId: uuidOf('upload'),
      correctedBy: 'person' as const,
    };
    const [withdrawn, corrected] = await page();
    t.deepEqual(corrected, {
      ...own,
      ticketId: '2',
      category: 'Иное',
      problem: ['а', 'б'],
      state: 'active',
      revision: 2,
      position: 2n,
    });
    t.like(withdrawn, {
      ticketId: '3',
      state: 'withdrawn',
      revision: 1,
      changedAt: laterAt,
      uploadId: null,
      position: 3n,
    });
    t.deepEqual(
      (await page({ order: 'changed' })).map(({ position }) => position),
      [5n, 4n],
    );
  });

  test(`${name}: tickets of other collections and tenants, and those of deleted collections, are not listed`, async (t) => {
    const { apply, ids, tickets } = await open(t);
    const other = uuidOf('other');
    await apply(choose(2), put(2, [1, 0]), put(3, [1, 0], { collectionId: other }));
    t.deepEqual(await ids(), ['2']);
    t.deepEqual(await ids({ tenantId: uuidOf('stranger') }), []);
    t.deepEqual(await ids({ text: 'проблемы' }), ['2']);
    t.is((await tickets.counts({ tenantId, collectionId: other })).states.active, 1);
    await apply(deleteCollection(4));
    t.deepEqual([await ids(), await ids({ text: 'проблемы' })], [[], []]);
  });

  test(`${name}: pages of every order and filter go on where the one before ended, and tickets that come meanwhile move nothing`, async (t) => {
    const { apply, page, pageOf } = await open(t);
    const category = (index: number) => ['А', 'Б', 'В'][index % 3] ?? '';
    const count = 60;
    await apply(
      choose(2),
      ...Array.from({ length: count }, (_, index) => put(index + 2, [1, index], { category: category(index) })),
      ...[3, 9, 12].map((id, index) => changeState(100 + index, 'withdrawn', { ticketId: String(id) })),
      correct(110, [1, 0], { ticketId: '20', revision: 2, category: 'А' }),
    );
    const queries: readonly Partial<TicketsQuery>[] = [
      ...[{}, { order: 'changed' as const }, { state: 'active' as const }, { state: 'withdrawn' as const }],
      ...[
        { categories: ['А', 'В'] },
        { categories: ['Б'], order: 'changed' as const },
        { text: 'тикеты' },
        { text: '1' },
      ],
      ...[
        { text: 'тикета', order: 'changed' as const, categories: ['Б'] },
        { text: 'проблемы', state: 'withdrawn' as const },
      ],
    ];
    let added = 1_000;
    for (const query of queries) {
      const expected = (await page(query)).map(({ position }) => position);
      t.true(expected.length > 0, JSON.stringify(query));
      const seen: bigint[] = [];
      for (let after: bigint | undefined; ;) {
        const { tickets: some, next } = await pageOf({ ...query, after, limit: 7 });
        seen.push(...some.map(({ position }) => position));
        after = next;
        if (next === undefined) break;
        added += 1;
        await apply(put(added, [1, 1], { category: category(added) }));
      }
      t.deepEqual(seen, expected);
      t.deepEqual(
        expected,
        expected.toSorted((a, b) => (a < b ? 1 : -1)),
      );
    }
  });

  test(`${name}: every page is what a look at all tickets would list, whatever they have gone through`, async (t) => {
    const { apply, ids } = await open(t);
    const { changes, listed } = changingTickets(60);
    await apply(choose(2), ...changes);
    for (const query of listQueries(
      [undefined, 'ошибки', 'ошибка карточка', 'сохранить карточку ошибка', 'Т-1', '1'],
      9,
    ))
      for (const { after, expected } of listed(query))
        t.deepEqual(await ids({ ...query, after }), expected, JSON.stringify(query));
  });

  test(`${name}: words are found in any form, all of them, in problem and solution, and never in another text of the ticket`, async (t) => {
    const { apply, ids } = await open(t);
    await apply(
      choose(2),
      put(2, [1, 0], {
        problem: ['Не печатает принтер'],
        solution: ['Перезапустите службу печати'],
        category: 'Заказы',
      }),
      put(3, [1, 0], { problem: ['Два заказа, ошибка E-404'], solution: ['Объедините заказы'], category: 'Прочее' }),
      put(4, [1, 0], { problem: ['Ёлка'], solution: ['"x" AND words:* NEAR(y)'], category: 'c', ticketId: 'Заказ-1' }),
    );
    t.deepEqual(await ids({ text: 'принтера' }), ['2']);
    t.deepEqual(await ids({ text: 'заказами' }), ['3']);
    t.deepEqual(await ids({ text: 'служба принтеров' }), ['2']);
    t.deepEqual(await ids({ text: 'служба заказов' }), []);
    t.deepEqual(await ids({ text: 'e404' }), await ids({ text: '404 e' }));
    t.deepEqual(await ids({ text: 'елка' }), ['Заказ-1']);
    t.deepEqual(await ids({ text: 'Заказ-' }), ['Заказ-1', '3']);
    for (const text of ['"', '*', 'words:', ')', 'AND', 'NEAR(', "'", '-', '\u0000'])
      await t.notThrowsAsync(ids({ text }), text);
    await apply(
      correct(5, [1, 0], {
        ticketId: '2',
        revision: 2,
        problem: ['Не видно сканера'],
        solution: ['Подключите кабель'],
      }),
    );
    t.deepEqual(await ids({ text: 'принтер' }), []);
    t.deepEqual(await ids({ text: 'сканеры' }), ['2']);
    t.deepEqual(searchWords('заказы Заказ заказов'), searchWords('заказ'));
  });

  test(`${name}: active tickets are counted by category, and all by state`, async (t) => {
    const { apply, tickets } = await open(t);
    const [one, other] = [{ category: 'А' }, { category: 'Б' }];
    await apply(choose(2), put(2, [1, 0], one), put(3, [1, 0], other), put(4, [1, 0], other));
    await apply(changeState(5, 'withdrawn', { ticketId: '2' }));
    t.deepEqual(await tickets.counts({ tenantId, collectionId }), {
      categories: [
        { category: 'Б', count: 2, withdrawn: 0 },
        { category: 'А', count: 0, withdrawn: 1 },
      ],
      moreCategories: false,
      states: { active: 2, withdrawn: 1 },
      flagged: 0,
    });
    // What is applied again counts nothing twice.
    await apply(correct(6, [1, 0], { ticketId: '3', revision: 2, ...one }), put(4, [1, 0], other));
    await apply(
      correct(6, [1, 0], { ticketId: '3', revision: 2, ...one }),
      changeState(7, 'active', { ticketId: '2' }),
    );
    t.deepEqual(await tickets.counts({ tenantId, collectionId }), {
      categories: [
        { category: 'А', count: 2, withdrawn: 0 },
        { category: 'Б', count: 1, withdrawn: 0 },
      ],
      moreCategories: false,
      states: { active: 3, withdrawn: 0 },
      flagged: 0,
    });
    await apply(correct(8, [1, 0], { ticketId: '4', revision: 2, ...one }));
    t.deepEqual((await tickets.counts({ tenantId, collectionId })).categories, [
      { category: 'А', count: 3, withdrawn: 0 },
    ]);
  });
};

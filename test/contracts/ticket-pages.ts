import type { TestFn } from 'ava';
import { type ListedId, type ListedTicket, maxPageBytes, pagesOf, type TicketsQuery } from '../../src/ports/tickets.ts';
import {
  at,
  changeState,
  choose,
  collectionId,
  indexedTicket,
  put,
  tenantId,
  uuidOf,
} from '../support/indexed-tickets.ts';
import { openSubject } from '../support/ticket-index-subject.ts';
import type { TicketsSubject } from './tickets.ts';

/** What ends a page of a list: its limit, or the bytes of its texts. */
export const ticketPagesContract = (test: TestFn, name: string, makeSubject: () => Promise<TicketsSubject>): void => {
  test(`${name}: a page ends before its texts are too large, and the next one goes on`, async (t) => {
    const subject = await makeSubject();
    const { apply } = await openSubject(t, () => Promise.resolve(subject));
    // Two bytes a letter. One is larger than a page may be, and all together than what is read of an answer.
    const letters = [
      480_000, 480_000, 480_000, 480_000, 220_000, 220_000, 60_000, 60_000, 600_000, 10, 10, 240_000, 240_000,
    ];
    const problem = (count: number) => ({ problem: ['принтер '.repeat(count / 8).trim()] });
    await apply(choose(2), ...letters.map((count, index) => put(index + 2, [1, index], problem(count))));
    const list: TicketsQuery = { tenantId, collectionId, categories: [], order: 'stored', limit: 100 };
    const sizes = async (query: Partial<TicketsQuery> = {}) => {
      const pages: number[] = [];
      const ids: string[] = [];
      for await (const page of pagesOf(subject.tickets, { ...list, ...query })) {
        const texts = page.flatMap((ticket) => [...ticket.problem, ...ticket.solution]);
        t.true(page.length === 1 || Buffer.byteLength(texts.join('')) <= maxPageBytes);
        pages.push(page.length);
        ids.push(...page.map(({ ticketId }) => ticketId));
      }
      t.deepEqual(
        ids,
        letters.map((_, index) => String(letters.length + 1 - index)),
      );
      return pages;
    };
    t.deepEqual(await sizes(), [4, 1, 3, 1, 1, 1, 1, 1]);
    t.deepEqual(await sizes({ order: 'changed', text: 'принтер' }), [4, 1, 3, 1, 1, 1, 1, 1]);
    t.deepEqual(await sizes({ limit: 2 }), [2, 2, 1, 2, 2, 1, 1, 1, 1]);
  });

  test(`${name}: a page of ids lists what a page with texts does, a thousand at a time, and ends before its categories are too large`, async (t) => {
    const subject = await makeSubject();
    const { apply } = await openSubject(t, () => Promise.resolve(subject));
    const count = 1_001;
    const long = 'я'.repeat(500);
    const categoryOf = (index: number) => (index < 3 ? '' : index % 2 === 0 ? 'Оплата' : 'Доставка');
    await apply(
      choose(2),
      ...Array.from({ length: count }, (_, index) => put(index + 2, [1, index], { category: categoryOf(index) })),
      ...[2, 5, 9].map((id) => changeState(2_000 + id, 'withdrawn', { ticketId: String(id) })),
      { type: 'flag', ticket: indexedTicket({ ticketId: '6' }), flaggedAt: at, position: 3_000n },
    );
    const query: TicketsQuery = { tenantId, collectionId, categories: [], order: 'stored', limit: 100 };
    const all: ListedTicket[] = [];
    for await (const page of pagesOf(subject.tickets, query)) all.push(...page);
    const idOf = ({ ticketId, category, state, flaggedAt, position }: ListedTicket): ListedId => ({
      ...{ ticketId, category, state, flaggedAt, position },
    });
    const first = await subject.tickets.idPage({ ...query, limit: 1_000 });
    t.deepEqual(first.tickets, all.slice(0, 1_000).map(idOf));
    const rest = await subject.tickets.idPage({ ...query, limit: 1_000, after: first.next });
    t.deepEqual(rest, { tickets: all.slice(1_000).map(idOf), next: undefined });
    for (const filter of [
      { state: 'withdrawn' },
      { flagged: true },
      { categories: ['Оплата'] },
      { text: '10', order: 'changed' },
    ] as const) {
      const { tickets, next } = await subject.tickets.page({ ...query, ...filter, limit: 20 });
      t.deepEqual(await subject.tickets.idPage({ ...query, ...filter, limit: 20 }), {
        tickets: tickets.map(idOf),
        next,
      });
      t.true(tickets.length > 0);
    }
    const other = uuidOf('other');
    const inOther = { ...query, collectionId: other, limit: 1_000 };
    t.deepEqual(await subject.tickets.idPage(inOther), { tickets: [], next: undefined });
    const longOf = (index: number) => put(4_000 + index, [1, index], { category: long, collectionId: other });
    await apply(...Array.from({ length: count }, (_, index) => longOf(index)));
    // 1 004 bytes each.
    t.is((await subject.tickets.idPage(inOther)).tickets.length, 996);
  });

  test(`${name}: a page of exactly as many tickets as there are is the last one`, async (t) => {
    const subject = await makeSubject();
    const { apply } = await openSubject(t, () => Promise.resolve(subject));
    await apply(choose(2), ...[2, 3, 4].map((id) => put(id, [1, 0])));
    const list: TicketsQuery = { tenantId, collectionId, categories: [], order: 'stored', limit: 3 };
    t.is((await subject.tickets.page(list)).next, undefined);
    const { tickets, next } = await subject.tickets.page({ ...list, limit: 2 });
    t.is(next, tickets.at(-1)?.position);
  });

  test(`${name}: of many categories those with the most active tickets are counted, of long ones fewer, and all tickets by state`, async (t) => {
    const subject = await makeSubject();
    const { apply } = await openSubject(t, () => Promise.resolve(subject));
    const count = 1_200;
    const nameOf = (index: number) => `Категория ${String(index).padStart(4, '0')}`;
    const named = (position: number, category: string) => put(position, [1, position], { category });
    await apply(
      choose(2),
      ...Array.from({ length: count }, (_, index) => named(index + 2, nameOf(index))),
      named(5_000, nameOf(1_150)),
      ...[2, 3].map((id) => changeState(6_000 + id, 'withdrawn', { ticketId: String(id) })),
    );
    const owner = { tenantId, collectionId };
    const { categories, moreCategories, states } = await subject.tickets.counts(owner);
    t.true(moreCategories);
    t.deepEqual(states, { active: count - 1, withdrawn: 2 });
    t.is(categories.length, 1_000);
    t.deepEqual(categories.slice(0, 2), [
      { category: nameOf(1_150), count: 2, withdrawn: 0 },
      { category: nameOf(2), count: 1, withdrawn: 0 },
    ]);
    t.is(categories.at(-1)?.category, nameOf(1_000));
    const other = uuidOf('other');
    const long = (index: number) => ({ category: nameOf(index).padEnd(500, 'ы'), collectionId: other });
    await apply(...Array.from({ length: 300 }, (_, index) => put(7_000 + index, [1, index], long(index))));
    const ofOther = await subject.tickets.counts({ tenantId, collectionId: other });
    // 995 bytes each.
    t.is(ofOther.categories.length, 251);
    t.true(ofOther.moreCategories);
  });
};

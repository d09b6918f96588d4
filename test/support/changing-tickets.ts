import { seededRandom } from '../../scripts/bench/seeded-random.ts';
import type { ResolvedBetween } from '../../src/domain/ticket-filter.ts';
import type { TicketIndexChange } from '../../src/ports/ticket-index.ts';
import type { TicketsQuery } from '../../src/ports/tickets.ts';
import { changeState, correct, put } from './indexed-tickets.ts';

type ListQuery = Omit<TicketsQuery, 'tenantId' | 'collectionId'>;

type Listed = {
  readonly ticketId: string;
  readonly state: 'active' | 'withdrawn';
  readonly category: string;
  readonly resolvedAt?: string | undefined;
  readonly words: readonly string[];
  readonly stored: number;
  readonly changed: number;
};

const days = [1, 2, 3].map((day) => `2024-01-0${day}T00:00:00.000Z`);

const vocabulary = ['ошибка', 'карточка', 'сохранить'];

/** Stems that the words of a query and of a text have in common, for the words used here. */
const begins = (word: string) => word.slice(0, 5);

/**
 * Tickets that are stored, and of which every second one is then corrected, withdrawn or restored at random: the changes, and what a list must show of
 * them, found by looking at each.
 */
export const changingTickets = (count: number) => {
  const random = seededRandom(18);
  const one = <Item>(items: readonly Item[]): Item => items[Math.floor(random() * items.length)] as Item;
  const contentOf = () => ({
    category: one(['А', 'Б', 'В']),
    words: vocabulary.filter(() => random() < 0.7),
    resolvedAt: one([...days, undefined]),
  });
  const tickets = new Map<string, Listed & { readonly revision: number }>();
  const changes: TicketIndexChange[] = [];
  let position = 1;
  for (let index = 0; index < count; index += 1) {
    const [ticketId, { words, ...details }] = [`Т-${index}`, contentOf()];
    position += 1;
    changes.push(put(position, [1, index], { ticketId, ...details, problem: [words.join(' ')] }));
    tickets.set(ticketId, {
      ...{ ticketId, ...details, words, state: 'active', revision: 1 },
      ...{ stored: position, changed: position },
    });
  }
  for (let index = 0; index < count / 2; index += 1) {
    const before = one([...tickets.values()]);
    const { ticketId, state } = before;
    position += 1;
    if (random() < 0.4) {
      const { words, ...details } = contentOf();
      const revision = before.revision + 1;
      changes.push(correct(position, [1, 1], { ticketId, revision, ...details, problem: [words.join(' ')] }));
      tickets.set(ticketId, { ...before, ...details, words, revision, changed: position });
    } else {
      const next = state === 'active' ? 'withdrawn' : 'active';
      changes.push(changeState(position, next, { ticketId }));
      tickets.set(ticketId, { ...before, state: next, changed: position });
    }
  }
  return { changes, listed: (query: ListQuery) => pagesOf(listed([...tickets.values()], query), query.limit) };
};

/** Any time, from a day, before one, and between two. */
const times: readonly ResolvedBetween[] = [
  {},
  { resolvedAfter: days[1] },
  { resolvedBefore: days[1] },
  { resolvedAfter: days[1], resolvedBefore: days[2] },
];

/** Queries for texts in every order, of every state, of any and some categories, and of any and some times of resolution. */
export const listQueries = (texts: readonly (string | undefined)[], limit: number): readonly ListQuery[] =>
  (['stored', 'changed'] as const).flatMap((order) =>
    ([undefined, 'active', 'withdrawn'] as const).flatMap((state) =>
      [[], ['А'], ['А', 'В']].flatMap((categories) =>
        times.flatMap((time) => texts.map((text) => ({ order, state, categories, ...time, text, limit }))),
      ),
    ),
  );

/** The ids of each page, the empty one at the end included, and where the page before it ended. */
const pagesOf = (tickets: readonly { readonly ticketId: string; readonly position: bigint }[], limit: number) =>
  Array.from({ length: Math.floor(tickets.length / limit) + 1 }, (_, page) => ({
    after: tickets[page * limit - 1]?.position,
    expected: tickets.slice(page * limit, (page + 1) * limit).map(({ ticketId }) => ticketId),
  }));

/** All tickets of a list, each with its position in the order of it. */
const listed = (tickets: readonly Listed[], query: ListQuery) => {
  const { state, categories, text, order, resolvedAfter, resolvedBefore } = query;
  const wanted = text?.split(' ').map(begins);
  return tickets
    .filter((ticket) => state === undefined || ticket.state === state)
    .filter(({ category }) => categories.length === 0 || categories.includes(category))
    .filter(({ resolvedAt: at }) => resolvedAfter === undefined || (at !== undefined && at >= resolvedAfter))
    .filter(({ resolvedAt: at }) => resolvedBefore === undefined || (at !== undefined && at < resolvedBefore))
    .filter(
      ({ ticketId, words }) =>
        wanted === undefined ||
        ticketId.startsWith(text ?? '') ||
        wanted.every((word) => [...words, ...ticketId.split('-'), 'решение', 'тикета'].map(begins).includes(word)),
    )
    .map((ticket) => ({ ...ticket, position: BigInt(ticket[order]) }))
    .toSorted((a, b) => Number(b.position - a.position));
};

import {
  type ChangedRow,
  rowAfter,
  type TicketClient,
  type TicketCounts,
  type TicketFilter,
  type TicketIdRow,
  type TicketRow,
} from '../../api/tickets.ts';
import { type Loader, loader, type LoadState } from '../../state/loader.ts';
import { firstRows } from '../../state/first-rows.ts';
import type { Observable } from '../../state/observable.ts';
import { isOfTime, noFilter } from './ticket-address.ts';

/** At most so many are on a page: fewer if their texts are large. */
const pageSize = 50;

/** A page of the list as it was `at` a time (ISO 8601); `first` counts its first ticket from 1. */
export type ListedPage = {
  readonly filter: TicketFilter;
  readonly tickets: readonly TicketRow[];
  readonly first: number;
  /** What the next page begins after; null on the last one. */
  readonly next: string | null;
  readonly at: string;
};

export type TicketList = {
  readonly state: Pick<Observable<LoadState<ListedPage>>, 'get' | 'subscribe'>;
  readonly counts: Loader<TicketCounts>;
  /** Shows a page behind a filter, the first one or what comes after the pages before it; what is shown stays until it has come. */
  readonly show: (filter: TicketFilter, after: readonly string[]) => void;
  readonly reload: () => void;
  /** Shows rows as they have become; those that the filter no longer lets through, and those that have become nothing, disappear. */
  readonly replace: (before: readonly TicketIdRow[], rows: readonly ChangedRow[]) => Promise<void>;
  readonly stop: () => void;
};

/** Lists the tickets of a collection page by page. A new request cancels the one before. */
export const createTicketList = (client: Pick<TicketClient, 'page' | 'counts'>): TicketList => {
  let wanted: { readonly filter: TicketFilter; readonly after: readonly string[] } = { filter: noFilter, after: [] };
  let controller = new AbortController();
  const firstOf = firstRows(pageSize);
  const rows = loader(async (): Promise<ListedPage> => {
    controller.abort();
    const { signal } = (controller = new AbortController());
    const { filter, after } = wanted;
    const { tickets, next } = await client.page(filter, { after: after.at(-1), limit: pageSize, signal });
    const first = firstOf(after, { next, count: tickets.length });
    return { filter, tickets, first, next, at: new Date().toISOString() };
  });
  const counts = loader(client.counts);
  return {
    state: rows.state,
    counts,
    show: (filter, after) => {
      wanted = { filter, after };
      void rows.load();
    },
    reload: () => void Promise.all([rows.load(), counts.load()]),
    replace: async (before, changed) => {
      const [value, known] = [rows.value(), counts.value()];
      if (known) counts.set(recounted(known, before, changed));
      if (!value) return;
      const { tickets, isWhole } = replaced(value, before, changed);
      rows.set({ ...value, tickets });
      if (tickets.length === 0 || !isWhole) await rows.load();
    },
    stop: () => controller.abort(),
  };
};

/** The rows of a page as they have become, without those that are no more; not whole if a ticket was changed that the page did not have. */
const replaced = ({ tickets, filter }: ListedPage, before: readonly TicketIdRow[], changed: readonly ChangedRow[]) => {
  const byId = new Map(changed.map((row) => [row.ticket_id, row]));
  const gone = new Set(before.map((row) => row.ticket_id).filter((id) => !byId.has(id)));
  const isListed = (id: string) => tickets.some(({ ticket_id: each }) => each === id);
  return {
    isWhole: [...byId.keys()].every(isListed),
    tickets: tickets
      .filter(({ ticket_id: id }) => !gone.has(id))
      .map((row) => rowAfter(row, byId.get(row.ticket_id) ?? row))
      .filter(({ state }) => filter.state === undefined || state === filter.state)
      .filter(({ flagged_at: flagged }) => !filter.flagged || flagged !== null),
  };
};

/** The counts that a change of rows has left: a request less of the user's limit. */
const recounted = (
  { categories, more_categories: more, states, flagged }: TicketCounts,
  before: readonly TicketIdRow[],
  after: readonly TicketIdRow[],
): TicketCounts => {
  const inState = { ...states };
  const flaggedIn = (rows: readonly TicketIdRow[]) => rows.filter(({ flagged_at: at }) => at !== null).length;
  const inCategory = new Map(categories.map((each) => [each.category, { ...each }]));
  const add = ({ state, category }: TicketIdRow, step: 1 | -1) => {
    inState[state] += step;
    // How many others one that is not listed has is not known.
    const counted = inCategory.get(category) ?? (more ? undefined : { category, count: 0, withdrawn: 0 });
    if (!counted) return;
    counted[state === 'active' ? 'count' : 'withdrawn'] += step;
    inCategory.set(category, counted);
  };
  for (const row of before) add(row, -1);
  for (const row of after) add(row, 1);
  return {
    categories: [...inCategory.values()].filter(({ count, withdrawn }) => count + withdrawn > 0),
    more_categories: more,
    states: inState,
    flagged: flagged + flaggedIn(after) - flaggedIn(before),
  };
};

/** How many tickets a filter lists; undefined with words, of a time, among the flagged ones, or in a category beyond the counted ones, which only the list itself can count. */
export const knownTotal = (counts: TicketCounts, filter: TicketFilter): number | undefined => {
  const { states, flagged, categories } = counts;
  if (filter.text !== '' || isOfTime(filter)) return undefined;
  if (filter.flagged) return filter.state === undefined && filter.categories.length === 0 ? flagged : undefined;
  const isCounted = (name: string) => categories.some(({ category }) => category === name);
  if (counts.more_categories && !filter.categories.every(isCounted)) return undefined;
  const isChosen = ({ category }: TicketCounts['categories'][number]) => filter.categories.includes(category);
  const counted =
    filter.categories.length === 0
      ? [states]
      : categories.filter(isChosen).map(({ count, withdrawn }) => ({ active: count, withdrawn }));
  return counted.reduce(
    (sum, { active, withdrawn }) =>
      sum + (filter.state === 'withdrawn' ? 0 : active) + (filter.state === 'active' ? 0 : withdrawn),
    0,
  );
};

/** Whether a page shows that the counts are out of date: somebody else has stored, hidden or corrected tickets. */
export const contradicts = ({ filter, tickets, first, next }: ListedPage, counts: TicketCounts): boolean => {
  const total = knownTotal(counts, filter);
  const seen = first - 1 + tickets.length;
  if (total === undefined || (tickets.length === 0 && first > 1)) return false;
  return next === null ? seen !== total : seen >= total;
};

/** The categories of the collection's tickets; none until they are counted. */
export const categoriesIn = ({ counts }: Pick<TicketList, 'counts'>): readonly string[] =>
  counts.value()?.categories.map(({ category }) => category) ?? [];

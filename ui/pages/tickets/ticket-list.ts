import type { TicketClient, TicketCounts, TicketFilter, TicketRow } from '../../api/tickets.ts';
import { type Loader, loader, type LoadState } from '../../state/loader.ts';
import type { Observable } from '../../state/observable.ts';
import { noFilter } from './ticket-address.ts';

const pageSize = 50;

/** A page of the list as it was `at` a time (ISO 8601); `first` counts its first ticket from 1. */
export type ListedPage = {
  readonly filter: TicketFilter;
  readonly tickets: readonly TicketRow[];
  readonly first: number;
  readonly hasNext: boolean;
  readonly at: string;
};

export type TicketList = {
  readonly state: Pick<Observable<LoadState<ListedPage>>, 'get' | 'subscribe'>;
  readonly counts: Loader<TicketCounts>;
  /** Shows the first page behind a filter; what is shown stays until it has come. */
  readonly show: (filter: TicketFilter) => void;
  /** Shows the next page (1) or the one before (-1). */
  readonly turn: (step: 1 | -1) => void;
  readonly reload: () => void;
  /** Shows rows as they have become; those that the filter no longer lets through, and those that have become nothing, disappear. */
  readonly replace: (before: readonly TicketRow[], rows: readonly TicketRow[]) => void;
  readonly stop: () => void;
};

/** Lists the tickets of a collection page by page. A new request cancels the one before. */
export const createTicketList = (client: Pick<TicketClient, 'page' | 'counts'>): TicketList => {
  let wanted = { filter: noFilter, page: 0 };
  /** What each page begins after. */
  let starts: readonly (string | undefined)[] = [undefined];
  let controller = new AbortController();
  const rows = loader(async (): Promise<ListedPage> => {
    controller.abort();
    const { signal } = (controller = new AbortController());
    const { filter, page } = wanted;
    const { tickets, next } = await client.page(filter, { after: starts[page], limit: pageSize, signal });
    if (next !== null) starts = [...starts.slice(0, page + 1), next];
    return { filter, tickets, first: page * pageSize + 1, hasNext: next !== null, at: new Date().toISOString() };
  });
  const counts = loader(client.counts);
  return {
    state: rows.state,
    counts,
    show: (filter) => {
      wanted = { filter, page: 0 };
      starts = [undefined];
      void rows.load();
    },
    turn: (step) => {
      wanted = { ...wanted, page: wanted.page + step };
      void rows.load();
    },
    reload: () => void Promise.all([rows.load(), counts.load()]),
    replace: (before, changed) => {
      const [value, known] = [rows.value(), counts.value()];
      if (known) counts.set(recounted(known, before, changed));
      if (!value) return;
      const { tickets, isWhole } = replaced(value, before, changed);
      rows.set({ ...value, tickets });
      if (tickets.length === 0 && !value.hasNext && wanted.page > 0) wanted = { ...wanted, page: wanted.page - 1 };
      if (tickets.length === 0 || !isWhole) void rows.load();
    },
    stop: () => controller.abort(),
  };
};

/** The rows of a page as they have become, without those that are no more; not whole if a ticket was changed that the page did not have. */
const replaced = ({ tickets, filter }: ListedPage, before: readonly TicketRow[], changed: readonly TicketRow[]) => {
  const byId = new Map(changed.map((row) => [row.ticket_id, row]));
  const gone = new Set(before.map((row) => row.ticket_id).filter((id) => !byId.has(id)));
  const isListed = (id: string) => tickets.some(({ ticket_id: each }) => each === id);
  return {
    isWhole: [...byId.keys()].every(isListed),
    tickets: tickets
      .filter(({ ticket_id: id }) => !gone.has(id))
      .map((row) => byId.get(row.ticket_id) ?? row)
      .filter(({ state }) => filter.state === undefined || state === filter.state),
  };
};

/** The counts that a change of rows has left: a request less of the user's limit. */
const recounted = (
  { categories, states }: TicketCounts,
  before: readonly TicketRow[],
  after: readonly TicketRow[],
): TicketCounts => {
  const inState = { ...states };
  const inCategory = new Map(categories.map(({ category, count }) => [category, count]));
  const add = ({ state, category }: TicketRow, step: 1 | -1) => {
    inState[state] += step;
    if (state === 'active') inCategory.set(category, (inCategory.get(category) ?? 0) + step);
  };
  for (const row of before) add(row, -1);
  for (const row of after) add(row, 1);
  return { categories: [...inCategory].map(([category, count]) => ({ category, count })), states: inState };
};

/** The tickets behind the filters but for the text; undefined if that is not known. Categories are counted for active tickets alone. */
export const knownTotal = ({ states, categories }: TicketCounts, filter: TicketFilter): number | undefined => {
  const { active, withdrawn } = states;
  if (filter.categories.length > 0) {
    if (filter.state === 'withdrawn' || (filter.state === undefined && withdrawn > 0)) return undefined;
    const isChosen = ({ category }: TicketCounts['categories'][number]) => filter.categories.includes(category);
    return categories.filter(isChosen).reduce((sum, { count }) => sum + count, 0);
  }
  return filter.state === undefined ? active + withdrawn : states[filter.state];
};

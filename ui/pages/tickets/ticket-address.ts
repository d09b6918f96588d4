import { textOfParameter, textParameter } from '../../browser/kept-texts.ts';
import type { TicketFilter, TicketState } from '../../api/tickets.ts';
import { filterIn, filterParameters } from '../search/search-filter.ts';

/**
 * A page of a list of tickets, and the one that is open beside it. `after`: what the pages from the second to this one begin after, so that also a page
 * that is opened by its address leads back.
 */
export type TicketsRoute = {
  readonly filter: TicketFilter;
  readonly after?: readonly string[];
  readonly ticketId?: string | undefined;
  /** Set where the ticket is to be opened in its edit mode. */
  readonly editing?: boolean;
  /** Set while a ticket is being added: the problem that it begins with, or empty. */
  readonly adding?: string | undefined;
  /** The gap whose questions the ticket that is being added is to answer. */
  readonly gapId?: string | undefined;
};

/** All tickets, newest first. It names every part, so that a filter that is changed by it keeps none. */
export const noFilter = {
  ...{ state: undefined, flagged: undefined, categories: [], text: '' },
  ...{ resolvedAfter: undefined, resolvedBefore: undefined },
  sort: 'stored',
} as const satisfies Required<TicketFilter>;

/** Whether a filter lets every ticket through. */
export const isOpenFilter = (filter: TicketFilter): boolean =>
  filter.state === undefined &&
  !filter.flagged &&
  filter.categories.length === 0 &&
  filter.text === '' &&
  !isOfTime(filter);

/** Whether a filter is about when tickets were resolved. */
export const isOfTime = ({ resolvedAfter, resolvedBefore }: TicketFilter): boolean =>
  resolvedAfter !== undefined || resolvedBefore !== undefined;

const isState = (value: string | null): value is TicketState => value === 'active' || value === 'withdrawn';

/** The address of a list. Its filters are in the fragment, which browsers send to no server, so that the words reach no log. */
export const ticketsAddress = (
  collectionId: string,
  { filter, after = [], ticketId, editing = false, adding, gapId }: TicketsRoute,
): string => {
  const { state, flagged, text, sort } = filter;
  const fragment = new URLSearchParams([
    ...(text === '' ? [] : [['text', text]]),
    ...(state === undefined ? [] : [['state', state]]),
    ...(flagged ? [['flagged', 'true']] : []),
    ...filterParameters(filter),
    ...(sort === 'stored' ? [] : [['sort', sort]]),
    ...(after.length === 0 ? [] : [['after', after.join(' ')]]),
    ...(editing ? [['edit', 'true']] : []),
    ...(adding === undefined ? [] : [[...textParameter('new', adding)]]),
    ...(adding === undefined || gapId === undefined ? [] : [['gap', gapId]]),
  ]).toString();
  const ticket = ticketId === undefined ? '' : `/${encodeURIComponent(ticketId)}`;
  return `/collections/${collectionId}/tickets${ticket}${fragment === '' ? '' : `#${fragment}`}`;
};

/** The id in a path's segment; undefined if it is not well-formed. */
export const ticketIdOf = (segment: string | undefined): string | undefined => {
  try {
    return segment === undefined ? undefined : decodeURIComponent(segment);
  } catch {
    return undefined;
  }
};

type Location = { readonly path: string; readonly fragment: string };

/** What an address shows; undefined if it is not of this collection's tickets. */
export const ticketsRoute = (collectionId: string, { path, fragment }: Location): TicketsRoute | undefined => {
  const [, id, segment] = /^\/collections\/([^/]+)\/tickets(?:\/([^/]+))?$/.exec(path) ?? [];
  if (id !== collectionId) return undefined;
  const filters = new URLSearchParams(fragment);
  const state = filters.get('state');
  const filter: TicketFilter = {
    ...(isState(state) ? { state } : {}),
    ...(filters.get('flagged') === 'true' ? { flagged: true } : {}),
    ...filterIn(filters),
    text: (filters.get('text') ?? '').trim(),
    sort: filters.get('sort') === 'changed' ? 'changed' : 'stored',
  };
  const after = (filters.get('after') ?? '').split(' ').filter((each) => /^\d{1,18}$/.test(each));
  const gap = filters.get('gap') ?? '';
  const adding = textOfParameter(filters, 'new') ?? undefined;
  return {
    ...{ filter, after, ticketId: ticketIdOf(segment), editing: filters.get('edit') === 'true', adding },
    gapId: /^[\w-]{1,100}$/.test(gap) ? gap : undefined,
  };
};

/** The address at which a ticket is added to a collection, beginning with a problem, and for the questions of a gap if that is given. */
export const addingAddress = (collectionId: string, problem: string, gapId?: string): string =>
  ticketsAddress(collectionId, { filter: noFilter, adding: problem, gapId });

/** The address of a ticket in the desk it came from; undefined if the collection has none. The id is encoded. */
export const sourceAddress = (ticketUrl: string | null | undefined, ticketId: string): string | undefined =>
  ticketUrl?.replaceAll('{ticket_id}', encodeURIComponent(ticketId));

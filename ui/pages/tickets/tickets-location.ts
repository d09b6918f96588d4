import type { TicketFilter } from '../../api/tickets.ts';
import type { Router } from '../../router.ts';
import { observable, type Observable } from '../../state/observable.ts';
import { tabArrivals } from '../collection/tab-arrivals.ts';
import { noFilter, ticketsAddress, type TicketsRoute, ticketsRoute } from './ticket-address.ts';

/** Each page of the list is a request of the user's limit. */
const restMs = 400;

/** `typed`: what stands in the field, which the filter follows. */
type RouteState = {
  readonly filter: TicketFilter;
  readonly after: readonly string[];
  readonly ticketId: string | undefined;
  readonly adding: string | undefined;
  readonly gapId: string | undefined;
  readonly typed: string;
};

export type TicketsLocation = {
  readonly route: Pick<Observable<RouteState>, 'get' | 'subscribe'>;
  readonly setFilter: (change: Partial<TicketFilter>) => void;
  /** Takes what was typed as the filter once the typing rests. */
  readonly type: (text: string) => void;
  /** Shows the next page, which begins after this, or without it the one before. */
  readonly turn: (after?: string) => void;
  /** Opens a ticket beside the list, or none. */
  readonly open: (ticketId: string | undefined) => void;
  /** Opens the form for another ticket. */
  readonly add: () => void;
  readonly stop: () => void;
};

type Options = {
  readonly router: Router;
  readonly collectionId: string;
  /** Called when an address leads to the edit mode of a ticket, which the address then names no more. */
  readonly edit: () => void;
};

/** What the address has led to; blanks that are being typed at the end of the text stay. */
const routeAfter = (
  { typed }: RouteState,
  { filter, after = [], ticketId, adding, gapId }: TicketsRoute,
): RouteState => ({
  filter,
  after,
  ticketId,
  adding,
  gapId,
  typed: typed.trim() === filter.text ? typed : filter.text,
});

const start: RouteState = {
  filter: noFilter,
  after: [],
  ticketId: undefined,
  adding: undefined,
  gapId: undefined,
  typed: '',
};

const arrivals = (collectionId: string) =>
  tabArrivals({
    routeOf: (location) => ticketsRoute(collectionId, location),
    addressOf: (found) => ticketsAddress(collectionId, found),
    start: ticketsAddress(collectionId, { filter: noFilter }),
  });

type Go = (change: Partial<RouteState>, options?: { readonly replace: boolean }) => void;

/** To another page of the list, to a ticket or to the form for one. */
const moves = (current: () => RouteState, go: Go): Pick<TicketsLocation, 'turn' | 'open' | 'add'> => ({
  turn: (next) => {
    const { after } = current();
    go({ after: next === undefined ? after.slice(0, -1) : [...after, next] });
  },
  open: (ticketId) => {
    const { ticketId: shown, adding } = current();
    go({ ticketId, adding: undefined, gapId: undefined }, { replace: shown !== undefined || adding !== undefined });
  },
  add: () => go({ ticketId: undefined, adding: '' }),
});

/** Keeps list and open ticket in the address. On return from another tab, the address of what is still shown is restored. */
export const followTicketsLocation = ({ router, collectionId, edit }: Options): TicketsLocation => {
  const arrived = arrivals(collectionId);
  const route = observable(start);
  let typing: ReturnType<typeof setTimeout> | undefined;
  const go: Go = (change, options) =>
    router.navigate(ticketsAddress(collectionId, { ...route.get(), ...change }), options);
  const apply = () => {
    const found = arrived(router.location.get());
    if (found && 'restore' in found) router.navigate(found.restore, { replace: true });
    else if (found) {
      route.set(routeAfter(route.get(), found));
      if (!found.editing) return;
      go({}, { replace: true });
      edit();
    }
  };
  const setFilter: TicketsLocation['setFilter'] = (change) => {
    clearTimeout(typing);
    const { filter, typed } = route.get();
    go({ filter: { ...filter, text: typed.trim(), ...change }, after: [] }, { replace: true });
  };
  const type = (typed: string) => {
    route.set({ ...route.get(), typed });
    clearTimeout(typing);
    typing = setTimeout(() => setFilter({ text: typed.trim() }), typed === '' ? 0 : restMs);
  };
  const unsubscribe = router.location.subscribe(apply);
  apply();
  return {
    route,
    setFilter,
    type,
    ...moves(route.get, go),
    stop: () => {
      clearTimeout(typing);
      unsubscribe();
    },
  };
};

import type { TicketFilter } from '../../api/tickets.ts';
import type { AppContext } from '../../app-context.ts';
import { isOpenFilter, ticketsRoute } from './ticket-address.ts';
import type { TicketList } from './ticket-list.ts';
import type { TicketsLocation } from './tickets-location.ts';

/** The states that were chosen last for the lists of collections, while the window is open; undefined among them: all. */
type Chosen = Map<string, TicketFilter['state']>;
const chosenIn = new WeakMap<AppContext['api'], Chosen>();

/** So many fill a page of the list. */
const manyHidden = 50;

type Beginning = {
  readonly app: Pick<AppContext, 'api' | 'router'>;
  readonly collectionId: string;
  readonly list: Pick<TicketList, 'counts'>;
  readonly location: TicketsLocation;
};

/**
 * A list that is opened without a filter has the state that was chosen last, or where hidden tickets fill a page those in search: after an undone upload the hidden ones
 * would be the first pages. `end` is called before a ticket is hidden here, which then stays in sight.
 */
export const beginWithState = ({ app: { api, router }, collectionId, list, location }: Beginning) => {
  const chosen: Chosen = chosenIn.get(api) ?? new Map();
  chosenIn.set(api, chosen);
  let isBeginning = true;
  const begin = () => {
    const shown = ticketsRoute(collectionId, router.location.get());
    if (!isBeginning || !shown) return;
    const { filter, after = [], ticketId, adding } = shown;
    if (!isOpenFilter(filter) || after.length > 0 || ticketId !== undefined || adding !== undefined) return;
    const hasMany = (list.counts.value()?.states.withdrawn ?? 0) >= manyHidden;
    const state = chosen.has(collectionId) ? chosen.get(collectionId) : hasMany ? 'active' : undefined;
    if (state !== undefined) location.setFilter({ state });
  };
  const stops = [list.counts.state.subscribe(begin), location.route.subscribe(begin)];
  begin();
  return {
    setFilter: (change: Partial<TicketFilter>): void => {
      if ('state' in change) chosen.set(collectionId, change.state);
      location.setFilter(change);
    },
    end: (): void => {
      isBeginning = false;
    },
    stop: (): void => {
      for (const stop of stops) stop();
    },
  };
};

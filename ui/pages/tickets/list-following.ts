import type { LitElement } from 'lit';
import type { TicketRow } from '../../api/tickets.ts';
import { afterRest } from '../../browser/after-rest.ts';
import { Effect } from '../../components/effect.ts';
import type { TicketActions } from './ticket-actions.ts';
import { contradicts, type TicketList } from './ticket-list.ts';
import type { TicketsLocation } from './tickets-location.ts';

/** Who presses several filters one after the other asks for the last list alone: each one is a request of the user's limit. */
const restMs = 400;

type Parts = {
  readonly list: TicketList;
  readonly location: Pick<TicketsLocation, 'route' | 'turn'>;
  readonly actions: Pick<TicketActions, 'say'>;
};

/** Shows the page of the list that the address names, and counts again if what is listed differs from the counts. Returns what ends that. */
export const followList = ({ list, location, actions }: Parts): (() => void) => {
  const rest = afterRest(restMs);
  const routeOf = () => {
    const { filter, after } = location.route.get();
    return { filter, after, key: JSON.stringify(filter), page: after.join(' ') };
  };
  let shown = routeOf();
  const show = () => {
    const next = routeOf();
    const isFiltered = next.key !== shown.key;
    if (!isFiltered && next.page === shown.page) return;
    shown = next;
    actions.say('');
    if (isFiltered) rest.run(() => list.show(next.filter, next.after));
    else list.show(next.filter, next.after);
  };
  let checkedAt = '';
  const check = () => {
    const [page, counts] = [list.state.get(), list.counts.value()];
    if (page.state !== 'ready' || !counts || page.value.at === checkedAt) return;
    checkedAt = page.value.at;
    if (page.value.tickets.length === 0 && page.value.first > 1) location.turn();
    else if (contradicts(page.value, counts)) void list.counts.load();
  };
  const ends = [location.route.subscribe(show), list.state.subscribe(check), list.counts.state.subscribe(check)];
  list.show(shown.filter, shown.after);
  void list.counts.load();
  return () => {
    rest.cancel();
    for (const end of ends) end();
  };
};

/** Loads the list again if tickets have come or gone while another tab was shown. */
export const reloadIfChanged = (list: TicketList, active: number): void => {
  const counts = list.counts.value();
  if (counts && counts.states.active !== active) list.reload();
};

type Page = LitElement & { readonly openId: string | undefined; readonly rows: readonly TicketRow[] };

/** Scrolls to the row of the ticket that is open, where it is not seen: it may have been opened from a search. */
export const keepOpenRowInSight = (page: Page): void => {
  const show = (id: string) =>
    page.querySelector(`tr[data-id="${CSS.escape(id)}"]`)?.scrollIntoView({ block: 'nearest' });
  new Effect(
    page,
    () => [page.openId, page.rows.length > 0],
    ([id, isListed]) => isListed && id !== undefined && void page.updateComplete.then(() => show(id)),
  );
};

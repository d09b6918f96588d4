import { html, nothing, type TemplateResult } from 'lit';
import type { Collection } from '../../api/records.ts';
import type { TicketFilter, TicketState } from '../../api/tickets.ts';
import type { AppContext } from '../../app-context.ts';
import '../../components/kb-failure.ts';
import { icon } from '../../components/icon.ts';
import { pageTurns } from '../../components/list-turns.ts';
import { refreshNotice } from '../../components/refresh-notice.ts';
import { commonMessages } from '../../messages/common.ts';
import { eraseMessages } from '../../messages/erase-dialog.ts';
import { timeOfDay } from '../../messages/format.ts';
import { translated } from '../../messages/language.ts';
import { selectionMessages } from '../../messages/ticket-selection.ts';
import { ticketsMessages } from '../../messages/tickets.ts';
import { searchAddress } from '../search/search-address.ts';
import { maxSelected, type TicketActions } from './ticket-actions.ts';
import { draftStrips } from './draft-strips.ts';
import { addingAddress, isOpenFilter, noFilter, type TicketsRoute } from './ticket-address.ts';
import { knownTotal, type ListedPage, type TicketList } from './ticket-list.ts';
import { tableSkeleton } from './ticket-table.ts';

type Panel = {
  readonly app: Pick<AppContext, 'drafts' | 'announce'>;
  readonly route: TicketsRoute;
  readonly list: TicketList;
  readonly collection: Collection;
  readonly actions: TicketActions;
  /** The head alone without a page. */
  readonly table: (page?: ListedPage) => TemplateResult;
  readonly onFilter: (filter: TicketFilter) => void;
  readonly turn: (after?: string) => void;
  /** Selects the tickets behind the filter, as many as can be; undefined while that runs. */
  readonly selectFound: (() => void) | undefined;
};

/** The list with its foot, or why there is none. */
export const ticketListPanel = (panel: Panel): TemplateResult => {
  const { list, table } = panel;
  const loaded = list.state.get();
  const messages = translated(ticketsMessages);
  if (loaded.state === 'loading')
    return html`<div class="panel" role="status">
      <span class="visually-hidden">${translated(commonMessages).loading}</span>
      <div aria-hidden="true">${table()}${tableSkeleton()}</div>
    </div>`;
  if (loaded.state === 'failed')
    return html`<div class="panel tickets-none">
      <kb-failure heading=${messages.failed} .error=${loaded.error} retriable @retry=${list.reload}></kb-failure>
    </div>`;
  const page = loaded.value;
  if (page.tickets.length === 0 && page.first === 1) return emptyPanel(panel, page.filter);
  return html`<div class="panel">${table(page)} ${listFoot(panel, page)}</div>`;
};

const emptyPanel = ({ collection, list, onFilter }: Panel, filter: TicketFilter): TemplateResult => {
  const messages = translated(ticketsMessages);
  const all = list.counts.value()?.states;
  if (isOpenFilter(filter) || (all && all.active + all.withdrawn === 0)) {
    return html`<div class="panel tickets-none">
      <h3 tabindex="-1">${messages.empty}</h3>
      <p>${messages.emptyText}</p>
      <div class="action-row">
        <wa-button variant="brand" href="/collections/${collection.id}/upload"
          >${icon('upload', 'start')}${messages.upload}</wa-button
        >
        <wa-button appearance="outlined" href=${addingAddress(collection.id, '')}
          >${icon('plus', 'start')}${messages.add}</wa-button
        >
      </div>
    </div>`;
  }
  const names = filter.categories.map((name) => name || messages.noCategory);
  const byMeaning = html`<wa-button appearance="plain" href=${searchAddress(collection.id, filter.text)}
    >${icon('search', 'start')}${messages.byMeaning}</wa-button
  >`;
  return html`<div class="panel tickets-none">
    <h3 tabindex="-1">${messages.nothing(filter.text, messages.inCategories(names))}</h3>
    ${filter.text === '' ? nothing : html`<p>${messages.nothingText}</p>`}
    <div class="action-row">
      <wa-button appearance="outlined" @click=${() => onFilter({ ...noFilter, sort: filter.sort })}
        >${messages.reset}</wa-button
      >
      ${filter.text === '' ? nothing : byMeaning}
    </div>
  </div>`;
};

/** Which tickets are shown, of how many; a count behind a text filter is only known if all fit on the page. */
const rangeText = ({ list }: Panel, { filter, tickets, first, next }: ListedPage): string => {
  const messages = translated(ticketsMessages);
  const counts = list.counts.value();
  const total = counts && knownTotal(counts, filter);
  if (first === 1 && next === null && !isOpenFilter(filter)) return messages.found(tickets.length);
  const range = messages.range(first, first + tickets.length - 1);
  if (total === undefined) return range;
  return messages.of(range, total, isOpenFilter(filter) ? (counts?.states.withdrawn ?? 0) : 0);
};

const listFoot = (panel: Panel, page: ListedPage): TemplateResult => {
  const { actions } = panel;
  const { selected } = actions.state.get();
  const turn = (after?: string) => {
    actions.say('');
    panel.turn(after);
  };
  const { first, next } = page;
  return html`<div class="tickets-foot ${selected.size > 0 ? 'is-bulk' : ''}">
    ${selected.size === 0 ? html`<span>${rangeText(panel, page)}</span>` : selectionText(panel, page)}
    <span class="tickets-turns"
      >${selected.size === 0 ? nothing : selectionActions(panel)}<span class="tickets-pages"
        >${pageTurns({ first, next, turn })}</span
      ></span
    >
  </div>`;
};

/** How many are selected, and the way to all that were found. */
const selectionText = (
  { actions, list, selectFound }: Panel,
  { filter, tickets, first, next }: ListedPage,
): TemplateResult => {
  const messages = translated(ticketsMessages);
  const { selectFound: found, selecting } = translated(selectionMessages);
  const { selected } = actions.state.get();
  const counts = list.counts.value();
  const isOnePage = first === 1 && next === null;
  const total = isOnePage ? tickets.length : counts && knownTotal(counts, filter);
  const isAll = selected.size >= Math.min(total ?? maxSelected, maxSelected);
  const all = html`<button class="link" type="button" ?disabled=${!selectFound} @click=${selectFound}>
    ${selectFound ? found(total, maxSelected) : selecting}
  </button>`;
  return html`<b>${messages.selected(selected.size)}</b>
    ${isAll ? nothing : all}
    <button class="link" type="button" @click=${actions.clearSelection}>${messages.clearSelection}</button>`;
};

const selectionActions = ({ actions }: Panel): TemplateResult => {
  const messages = translated(ticketsMessages);
  const inState = (state: TicketState) =>
    [...actions.state.get().selected.values()].filter((row) => row.state === state);
  const [active, withdrawn] = [inState('active'), inState('withdrawn')];
  const hide = html`<wa-button size="s" appearance="outlined" @click=${() => void actions.setState(active, 'withdrawn')}
    >${icon('eye-off', 'start')}${messages.hide}</wa-button
  >`;
  const restore = html`<wa-button
    size="s"
    appearance="outlined"
    @click=${() => void actions.setState(withdrawn, 'active')}
    >${icon('eye', 'start')}${messages.restore}</wa-button
  >`;
  const erase = html`<wa-button
    size="s"
    appearance="plain"
    variant="danger"
    @click=${() => actions.askErase([...actions.state.get().selected.values()])}
    >${icon('trash', 'start')}${translated(eraseMessages).erase}</wa-button
  >`;
  return html`${active.length > 0 ? hide : nothing} ${withdrawn.length > 0 ? restore : nothing} ${erase}`;
};

/** Above the list: that it could not be loaded again, what was just hidden, with the way back, or why it was not. */
export const listNotices = ({ app, route, list, collection, actions }: Panel): TemplateResult => {
  const messages = translated(ticketsMessages);
  const loaded = list.state.get();
  const { hidden, restored, failure } = actions.state.get();
  const at = loaded.state === 'ready' ? timeOfDay(loaded.value.at) : '';
  const undo = html`<div class="tickets-strip">
    ${icon('eye-off')}
    <span>${messages.hidden(hidden.length, hidden[0]?.ticket_id ?? '')}</span>
    <button class="link" type="button" @click=${() => void actions.setState(hidden, 'active')}>${messages.undo}</button>
  </div>`;
  const redo = html`<div class="tickets-strip">
    ${icon('check')}
    <span>${messages.restored(restored.length, restored[0]?.ticket_id ?? '')}</span>
    <button class="link" type="button" @click=${() => void actions.setState(restored, 'withdrawn')}>
      ${messages.hideAgain}
    </button>
  </div>`;
  return html`${draftStrips(app, collection, route)} ${refreshNotice(loaded, list.reload, messages.asOf(at))}
  ${hidden.length > 0 ? undo : nothing} ${restored.length > 0 ? redo : nothing}
  ${failure ? html`<kb-failure heading=${messages.notChanged} .error=${failure}></kb-failure>` : nothing}`;
};

/** For screen readers: how many tickets are shown. */
export const listAnnouncement = (list: TicketList): string => {
  const loaded = list.state.get();
  if (loaded.state !== 'ready') return '';
  const { tickets, first, next } = loaded.value;
  return translated(ticketsMessages).announced(tickets.length, first === 1 && next === null);
};

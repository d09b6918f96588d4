import { html, nothing, type TemplateResult } from 'lit';
import type { Collection } from '../../api/records.ts';
import { ticketClient, type TicketClient, type TicketRow } from '../../api/tickets.ts';
import { ShortcutController } from '../../browser/shortcuts.ts';
import { LightElement } from '../../components/light-element.ts';
import { collectionMessages } from '../../messages/collection.ts';
import { translated } from '../../messages/language.ts';
import type { Loader } from '../../state/loader.ts';
import type { TicketDrafts } from './kb-ticket-editor.ts';
import './kb-ticket-drawer.ts';
import type { KbTicketDrawer } from './kb-ticket-drawer.ts';
import { eraseDialog } from './erase-dialog.ts';
import { createTicketActions, type TicketActions } from './ticket-actions.ts';
import { sourceAddress, ticketsAddress } from './ticket-address.ts';
import { TicketDownload } from './ticket-download.ts';
import { ticketFilters } from './ticket-filters.ts';
import { createTicketList, type TicketList } from './ticket-list.ts';
import { listAnnouncement, listNotices, ticketListPanel } from './ticket-list-panel.ts';
import { ticketTable } from './ticket-table.ts';
import { focusedRow, focusRow, stepFrom, ticketShortcuts } from './tickets-keyboard.ts';
import { followTicketsLocation, type TicketsLocation } from './tickets-location.ts';

/** The drawer is a page of its own. */
const singleColumn = matchMedia('(max-width: 59.99rem)');

type Parts = {
  readonly client: TicketClient;
  readonly list: TicketList;
  readonly actions: TicketActions;
  readonly location: TicketsLocation;
  /** The address of the tickets in their desk. */
  readonly ticketUrl: Loader<string | null>;
};

/** The tab of a collection's tickets: a list, and the one that is open beside it. Both follow the address; `active` while the tab is shown. */
export class KbTicketsPage extends LightElement {
  static override properties = {
    collection: { attribute: false },
    active: { attribute: false },
  };
  declare collection: Collection;
  declare active: boolean;
  #parts: Parts | undefined;
  #cleanups: (() => void)[] = [];
  #listScroll = 0;
  readonly #download = new TicketDownload(this, () => {
    const { client, location, actions } = this.#parts ?? {};
    if (!client || !location || !actions) return undefined;
    const failed = (text: string) => this.app.announce(text);
    return { client, filter: location.route.get().filter, name: this.collection.name, done: actions.say, failed };
  });
  /** What was typed into tickets and not saved, so that no way out of an edit loses it. */
  readonly #drafts: TicketDrafts = new Map();

  constructor() {
    super();
    this.active = true;
    new ShortcutController(this, ticketShortcuts(this), () => this.active);
  }

  override connectedCallback(): void {
    super.connectedCallback();
    const client = ticketClient(this.app.api.send, this.collection.id);
    const list = createTicketList(client);
    const actions = createTicketActions({
      setState: client.setState,
      onChange: (before, rows) => this.#onChange(before, rows),
    });
    const location = followTicketsLocation({ router: this.app.router, collectionId: this.collection.id });
    const ticketUrl = this.app.ticketUrl(this.collection.id);
    this.#parts = { client, list, actions, location, ticketUrl };
    let { filter } = location.route.get();
    const showFiltered = () => {
      const next = location.route.get().filter;
      if (JSON.stringify(next) === JSON.stringify(filter)) return;
      filter = next;
      list.show(next);
      actions.say('');
    };
    const update = () => this.requestUpdate();
    const sources = [list.state, list.counts.state, actions.state, location.route, ticketUrl.state];
    this.#cleanups = [
      location.route.subscribe(showFiltered),
      ...sources.map((each) => each.subscribe(update)),
      list.stop,
      location.stop,
    ];
    list.show(filter);
    void list.counts.load();
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    for (const cleanUp of this.#cleanups) cleanUp();
  }

  get openId(): string | undefined {
    return this.#parts?.location.route.get().ticketId;
  }

  get rows(): readonly TicketRow[] {
    const loaded = this.#parts?.list.state.get();
    return loaded?.state === 'ready' ? loaded.value.tickets : [];
  }

  get isEditing(): boolean {
    return this.#drawer?.editing ?? false;
  }

  get current(): TicketRow | undefined {
    const id = this.openId ?? focusedRow(this);
    return this.rows.find(({ ticket_id: each }) => each === id) ?? this.#drawer?.ticket;
  }

  get #drawer(): KbTicketDrawer | null {
    return this.querySelector('kb-ticket-drawer');
  }

  /** Shows tickets as they have become, here and on the cards of a search. The row after one that disappears takes its focus. */
  #onChange(before: readonly TicketRow[], rows: readonly TicketRow[]): void {
    const id = focusedRow(this);
    const index = this.rows.findIndex(({ ticket_id: each }) => each === id);
    this.#parts?.list.replace(before, rows);
    this.app.changedTickets.set({ collectionId: this.collection.id, before, rows });
    void this.updateComplete.then(() => {
      const isGone = id !== undefined && !this.rows.some(({ ticket_id: each }) => each === id);
      if (isGone) focusRow(this, this.rows[Math.min(index, this.rows.length - 1)]?.ticket_id);
    });
    const open = rows.find(({ ticket_id: each }) => each === this.openId);
    if (open && open.state !== this.#drawer?.ticket?.state) this.#drawer?.refresh(open);
  }

  readonly open = (ticketId: string): void => {
    if (ticketId === this.openId) {
      this.#drawer?.focusHeading();
      return;
    }
    if (this.openId === undefined) this.#listScroll = scrollY;
    this.#parts?.location.open(ticketId);
    if (!singleColumn.matches) return;
    scrollTo(0, 0);
    void this.updateComplete.then(() => this.#drawer?.focusHeading());
  };

  readonly edit = (ticketId: string): void => {
    if (ticketId !== this.openId) this.open(ticketId);
    void this.updateComplete.then(() => this.#drawer?.edit());
  };

  /** Closes the ticket that is open, unless its text is being edited; the focus returns to its row. */
  readonly close = (): void => {
    const { openId } = this;
    if (openId === undefined || this.#drawer?.leaveEdit()) return;
    this.#parts?.location.open(undefined);
    void this.updateComplete.then(() => {
      if (singleColumn.matches) scrollTo(0, this.#listScroll);
      focusRow(this, openId);
    });
  };

  readonly select = (row: TicketRow, isRange: boolean): void => {
    this.#parts?.actions.select(row, isRange ? this.rows : undefined);
    // A box that was clicked beyond the limit is shown unchecked again.
    this.requestUpdate();
  };

  readonly toggleState = (row: TicketRow): void => {
    void this.#parts?.actions.setState([row], row.state === 'active' ? 'withdrawn' : 'active');
  };

  readonly openSource = (ticketId: string): void => {
    const address = sourceAddress(this.#parts?.ticketUrl.value(), ticketId);
    if (address !== undefined) window.open(address, '_blank', 'noopener,noreferrer');
  };

  #eraseDialog({ client, actions }: Parts, rows: readonly TicketRow[]): TemplateResult {
    const receipt = (erasureId: string) => `/collections/${this.collection.id}/erasures/${erasureId}`;
    return eraseDialog({ client, actions, rows, open: (id) => this.app.router.navigate(receipt(id)) });
  }

  #ticketDrawer({ client, list, actions, location, ticketUrl }: Parts, openId: string): TemplateResult {
    const { rows } = this;
    const index = rows.findIndex(({ ticket_id: id }) => id === openId);
    return html`<kb-ticket-drawer
      .client=${client}
      .collectionId=${this.collection.id}
      .ticketId=${openId}
      .row=${rows[index]}
      .neighbours=${{ previous: index > 0, next: index !== -1 && index < rows.length - 1 }}
      .drafts=${this.#drafts}
      .categories=${list.counts.value()?.categories.map(({ category }) => category) ?? []}
      .query=${location.route.get().filter.text}
      .source=${sourceAddress(ticketUrl.value(), openId)}
      @close=${this.close}
      @step=${({ detail }: CustomEvent<1 | -1>) => stepFrom(this, detail)}
      @toggle-state=${({ detail }: CustomEvent<TicketRow>) => this.toggleState(detail)}
      @erase=${({ detail }: CustomEvent<TicketRow>) => actions.askErase([detail])}
      @saved=${({
        detail,
      }: CustomEvent<{ readonly before: TicketRow; readonly row: TicketRow; readonly said: string }>) => {
        this.#onChange([detail.before], [detail.row]);
        actions.say(detail.said);
      }}
    ></kb-ticket-drawer>`;
  }

  protected override render() {
    if (!this.#parts) return nothing;
    const { list, actions, location } = this.#parts;
    const { collection } = this;
    const { filter, ticketId: openId, typed } = location.route.get();
    const { selected, erasing, done } = actions.state.get();
    const addressOf = (ticketId: string) => ticketsAddress(collection.id, { filter, ticketId });
    const table = { openId, selected, addressOf, open: this.open, select: this.select };
    const panel = {
      ...{ list, collection, actions, onFilter: location.setFilter },
      table: (page?: Parameters<typeof ticketTable>[0]['page']) => ticketTable({ ...table, page }),
    };
    const counts = list.counts.value();
    const chips = openId === undefined ? 5 : 3;
    return html`<div class="frame">
      <h2 class="visually-hidden">${translated(collectionMessages).tickets}</h2>
      <div class="tickets-layout ${openId === undefined ? '' : 'is-split'}">
        <div class="tickets-list">
          ${ticketFilters({ filter, counts, hasTickets: collection.ticket_count > 0, typed, chips, onTyped: location.type, onChange: location.setFilter, download: this.#download.action })}
          ${listNotices(panel)} ${ticketListPanel(panel)}
        </div>
        ${openId === undefined ? nothing : this.#ticketDrawer(this.#parts, openId)}
      </div>
      <p class="visually-hidden" role="status">${done || listAnnouncement(list)}</p>
      ${erasing.length === 0 ? nothing : this.#eraseDialog(this.#parts, erasing)}
    </div>`;
  }
}
customElements.define('kb-tickets-page', KbTicketsPage);

declare global {
  interface HTMLElementTagNameMap {
    'kb-tickets-page': KbTicketsPage;
  }
}

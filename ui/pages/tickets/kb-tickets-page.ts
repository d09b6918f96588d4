import { html, nothing, type TemplateResult } from 'lit';
import type { Collection } from '../../api/records.ts';
import type { ChangedRow, TicketFilter, TicketIdRow, TicketRow } from '../../api/tickets.ts';
import { ShortcutController } from '../../browser/shortcuts.ts';
import { Effect } from '../../components/effect.ts';
import { LightElement } from '../../components/light-element.ts';
import { listWithDrawer, rowDrawer } from '../../components/list-with-drawer.ts';
import { focusedRow } from '../../components/row-focus.ts';
import { SingleTask } from '../../components/single-task.ts';
import { collectionMessages } from '../../messages/collection.ts';
import { translated } from '../../messages/language.ts';
import { drawerBeside } from './drawer-beside.ts';
import { formBeside } from './form-beside.ts';
import type { KbTicketDrawer } from './kb-ticket-drawer.ts';
import { eraseDialog } from './erase-dialog.ts';
import { isOfTime, noFilter, sourceAddress, ticketsAddress } from './ticket-address.ts';
import { draftsOf, type TicketDrafts } from './ticket-drafts.ts';
import { downloadTickets } from './ticket-download.ts';
import { ticketFilters } from './ticket-filters.ts';
import { selectFound } from './found-selection.ts';
import { keepOpenRowInSight, reloadIfChanged } from './list-following.ts';
import { listAnnouncement, listNotices, ticketListPanel } from './ticket-list-panel.ts';
import { categoriesIn } from './ticket-list.ts';
import { ticketTable } from './ticket-table.ts';
import { focusAfterChange, stepToTicket, ticketShortcuts } from './tickets-keyboard.ts';
import { openTicketsParts, type TicketsParts } from './tickets-parts.ts';

/** The tab of a collection's tickets: a list, and the one that is open beside it. Both follow the address; `active` while the tab is shown. */
export class KbTicketsPage extends LightElement {
  static override properties = {
    collection: { attribute: false },
    active: { attribute: false },
  };
  declare collection: Collection;
  declare active: boolean;
  #parts: TicketsParts | undefined;
  readonly #rowDrawer = rowDrawer(this, {
    openId: () => this.openId,
    show: (ticketId) => this.#parts?.location.open(ticketId),
    drawer: () => this.#drawer,
  });
  readonly #download = new SingleTask(this, async () => {
    const { client, actions } = this.#parts ?? {};
    const { name } = this.collection;
    const to = actions && { done: actions.say, failed: this.app.announce };
    if (client && to) await downloadTickets({ client, filter: this.#filter, name, ...to });
  });
  readonly #found = new SingleTask(this, async () => {
    const { client, actions } = this.#parts ?? {};
    const failed = this.app.announce;
    if (client && actions) await selectFound({ client, filter: () => this.#filter, actions, failed });
  });

  constructor() {
    super();
    this.active = true;
    new ShortcutController(this, ticketShortcuts(this), () => this.active);
    keepOpenRowInSight(this);
    new Effect(
      this,
      () => [this.active, this.collection.ticket_count],
      ([active, count], before) => active && before && this.#parts && reloadIfChanged(this.#parts.list, count),
    );
  }

  override connectedCallback(): void {
    super.connectedCallback();
    this.#parts = openTicketsParts({
      app: this.app,
      collectionId: this.collection.id,
      onChange: (before, rows) => this.#onChange(before, rows),
      edit: this.#edit,
      update: () => this.requestUpdate(),
    });
    this.addEventListener('focusin', this.#onFocus);
  }

  /** A key opens the ticket of a row in its desk. */
  readonly #onFocus = (): void => {
    if (focusedRow(this) !== undefined) this.#parts?.needTicketUrl();
  };

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#parts?.close();
  }

  get #filter(): TicketFilter {
    return this.#parts?.location.route.get().filter ?? noFilter;
  }

  get openId(): string | undefined {
    return this.#parts?.location.route.get().ticketId;
  }

  get rows(): readonly TicketRow[] {
    const loaded = this.#parts?.list.state.get();
    return loaded?.state === 'ready' ? loaded.value.tickets : [];
  }

  get isEditing(): boolean {
    return this.querySelector('kb-new-ticket') !== null || (this.#drawer?.editing ?? false);
  }

  get current(): TicketRow | undefined {
    const id = this.openId ?? focusedRow(this);
    return this.rows.find(({ ticket_id: each }) => each === id) ?? this.#drawer?.ticket;
  }

  get #drawer(): KbTicketDrawer | null {
    return this.querySelector('kb-ticket-drawer');
  }

  get #drafts(): TicketDrafts {
    return draftsOf(this.app.drafts, this.collection);
  }

  /** Shows tickets as they have become, here and on the cards of a search. */
  #onChange(before: readonly TicketIdRow[], rows: readonly ChangedRow[]): void {
    const left = new Set(rows.map((row) => row.ticket_id));
    for (const { ticket_id: id } of before) if (!left.has(id)) this.#drafts.delete(id);
    const restoreFocus = focusAfterChange(this, before);
    const replaced = this.#parts?.list.replace(before, rows);
    this.app.changedTickets.set({ collectionId: this.collection.id, before, rows });
    void replaced?.then(() => this.updateComplete).then(restoreFocus);
    const open = rows.find(({ ticket_id: each }) => each === this.openId);
    if (open && open.state !== this.#drawer?.ticket?.state) this.#drawer?.refresh(open);
  }

  readonly open = this.#rowDrawer.open;

  readonly add = (): void => this.#parts?.location.add();

  readonly edit = (ticketId: string): void => {
    if (ticketId !== this.openId) this.open(ticketId);
    this.#edit();
  };

  readonly #edit = (): void => void this.updateComplete.then(() => this.#drawer?.edit());

  /** Closes the ticket that is open, unless its text is being edited; the focus returns to its row. */
  readonly close = (): void => {
    this.querySelector('kb-new-ticket')?.leave();
    if (!this.#drawer?.leaveEdit()) this.#rowDrawer.close();
  };

  readonly select = (row: TicketRow, isRange: boolean): void => {
    this.#parts?.actions.select(row, isRange ? this.rows : undefined);
    // A box that was clicked beyond the limit is shown unchecked again.
    this.requestUpdate();
  };

  /** Hides those that are not hidden, or if all are restores them. */
  readonly toggleState = (...rows: readonly TicketIdRow[]): void => {
    const active = rows.filter(({ state }) => state === 'active');
    void this.#parts?.actions.setState(active.length > 0 ? active : rows, active.length > 0 ? 'withdrawn' : 'active');
  };

  get selected(): readonly TicketIdRow[] {
    return [...(this.#parts?.actions.state.get().selected.values() ?? [])];
  }

  sourceOf(ticketId: string): string | undefined {
    return sourceAddress(this.#parts?.ticketUrl(), ticketId);
  }

  #ticketDrawer({ client, list, actions }: TicketsParts, openId: string): TemplateResult {
    return drawerBeside({
      ...{ client, openId, rows: this.rows, drafts: this.#drafts, collectionId: this.collection.id },
      categories: categoriesIn(list),
      query: this.#filter.text,
      source: this.sourceOf(openId),
      close: this.close,
      step: (step) => stepToTicket(this, step),
      toggleState: this.toggleState,
      erase: (row) => actions.askErase([row]),
      saved: ({ before, row, said }) => {
        this.#onChange([before], [row]);
        actions.say(said);
      },
    });
  }

  #newTicket({ location, list }: TicketsParts, question: string): TemplateResult {
    const { app, collection } = this;
    const focus = (target: () => HTMLElement | null) => void this.updateComplete.then(() => target()?.focus());
    return formBeside({
      ...{ app, collection, question, categories: categoriesIn(list), gapId: location.route.get().gapId },
      left: () => {
        location.open(undefined);
        focus(() => this.querySelector<HTMLElement>('.tickets-add'));
      },
      added: (row) => {
        this.#onChange([], [row]);
        location.open(row.ticket_id);
        focus(() => this.querySelector('kb-ticket-drawer h2'));
      },
    });
  }

  protected override render() {
    if (!this.#parts) return nothing;
    const { list, actions, location } = this.#parts;
    const { collection } = this;
    const route = location.route.get();
    const { filter, after, ticketId: openId, adding, typed } = route;
    const { selected, erasing, done } = actions.state.get();
    const addressOf = (ticketId: string) => ticketsAddress(collection.id, { filter, after, ticketId });
    const selectPage = (isOn: boolean) => actions.selectAll(this.rows, isOn);
    const isSplit = openId !== undefined || adding !== undefined;
    const table = {
      ...{ openId, isNarrow: isSplit, selected, hasDraft: this.#drafts.has, addressOf, selectPage },
      open: this.open,
      select: this.select,
    };
    const panel = {
      ...{ app: this.app, route, list, collection, actions, selectFound: this.#found.action },
      ...{ onFilter: location.setFilter, turn: location.turn },
      table: (page?: Parameters<typeof ticketTable>[0]['page']) => ticketTable({ ...table, page }),
    };
    const counts = list.counts.value();
    const hasTimes = isOfTime(filter) || this.rows.some(({ resolved_at: at }) => at !== undefined);
    const filters = {
      hasTimes,
      ...{ filter, counts, typed, hasTickets: collection.ticket_count > 0, chips: isSplit ? 3 : 5 },
      ...{ onTyped: location.type, onChange: location.setFilter, add: location.add, download: this.#download.action },
    };
    const drawer = html`${openId === undefined ? nothing : this.#ticketDrawer(this.#parts, openId)}
    ${adding === undefined ? nothing : this.#newTicket(this.#parts, adding)}`;
    return html`<div class="frame">
      ${listWithDrawer({
        ...{ heading: translated(collectionMessages).tickets, isSplit, drawer },
        list: html`${ticketFilters(filters)} ${listNotices(panel)} ${ticketListPanel(panel)}`,
        said: done || listAnnouncement(list),
      })}
      ${erasing.length === 0 ? nothing : eraseDialog({ ...this.#parts, rows: erasing, app: this.app, collection })}
    </div>`;
  }
}
customElements.define('kb-tickets-page', KbTicketsPage);

declare global {
  interface HTMLElementTagNameMap {
    'kb-tickets-page': KbTicketsPage;
  }
}

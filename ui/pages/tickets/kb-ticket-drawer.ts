import { html, nothing, type TemplateResult } from 'lit';
import type { ChangedRow, ChangedTicket, Ticket, TicketClient, TicketRow, TicketTexts } from '../../api/tickets.ts';
import { DrawerDetails } from '../../components/drawer-details.ts';
import { Effect } from '../../components/effect.ts';
import { icon } from '../../components/icon.ts';
import '../../components/kb-failure.ts';
import '../../components/kb-spinner.ts';
import { LightElement } from '../../components/light-element.ts';
import { shortMoment } from '../../messages/format.ts';
import { translated } from '../../messages/language.ts';
import { ticketAnswersMessages } from '../../messages/ticket-answers.ts';
import { ticketHistoryMessages } from '../../messages/ticket-history.ts';
import { ticketsMessages } from '../../messages/tickets.ts';
import { absentTicket, drawerFoot, drawerHead, drawerTexts, flaggedStrip } from './drawer-parts.ts';
import { setFlag } from './ticket-flag.ts';
import './kb-ticket-editor.ts';
import './kb-ticket-history.ts';
import type { TicketDrafts } from './ticket-drafts.ts';
import { TicketRecall } from './ticket-recall.ts';

type Saved = CustomEvent<{ readonly ticket: ChangedTicket; readonly masked: string }>;
/** The texts of an earlier version, and when the ticket got them. */
type Version = CustomEvent<{ readonly texts: TicketTexts; readonly at: string }>;

/**
 * A ticket beside the list: what the list has of it at once, its history when that has come. Fires `close`, `step` (to the next ticket, 1, or the one
 * before, -1), `toggle-state`, `erase` and `saved`.
 */
export class KbTicketDrawer extends LightElement {
  static override properties = {
    client: { attribute: false },
    collectionId: { attribute: false },
    ticketId: { attribute: false },
    row: { attribute: false },
    neighbours: { attribute: false },
    drafts: { attribute: false },
    categories: { attribute: false },
    query: { attribute: false },
    source: { attribute: false },
    editing: { state: true },
    version: { state: true },
    strip: { state: true },
  };
  declare client: TicketClient;
  declare collectionId: string;
  declare ticketId: string;
  /** What the list has of the ticket. */
  declare row: TicketRow | undefined;
  declare neighbours: { readonly previous: boolean; readonly next: boolean };
  declare drafts: TicketDrafts;
  declare categories: readonly string[];
  /** The words that are looked for, which are marked. */
  declare query: string;
  /** Where the ticket is in the desk it came from. */
  declare source: string | undefined;
  declare editing: boolean;
  /** When the ticket had the texts that are edited, if they are those of an earlier version. */
  declare version: string | undefined;
  /** What was done last. */
  declare strip: string | undefined;
  readonly #details = new DrawerDetails<Ticket>(this, {
    id: () => this.ticketId,
    load: (id) => this.client.show(id),
    isKnown: () => this.row !== undefined,
    onFailure: ({ status }) => {
      if (!this.ticket) this.editing = false;
      // What was erased must not live on in this browser.
      if (status === 410) this.drafts.delete(this.ticketId);
    },
  });

  readonly #recall = new TicketRecall(this, {
    client: () => this.client,
    ticketId: () => this.ticketId,
    isKnown: () => this.row !== undefined,
  });

  constructor() {
    super();
    new Effect(
      this,
      () => [this.ticketId],
      ([ticketId]) => Object.assign(this, { editing: this.drafts.has(ticketId), version: undefined, strip: undefined }),
    );
  }

  get ticket(): TicketRow | undefined {
    return this.#details.value ?? this.row;
  }

  focusHeading(): void {
    this.querySelector<HTMLElement>('h2')?.focus();
  }

  /** Begins to edit the ticket, at once or when it has come. */
  edit(): void {
    this.#recall.ensure();
    Object.assign(this, { editing: true, version: undefined, strip: undefined });
  }

  /** Begins an edit with the texts of an earlier version. */
  #editVersion({ detail: { texts, at } }: Version): void {
    if (!this.ticket) return;
    this.drafts.set(this.ticketId, { base: this.ticket, texts });
    this.edit();
    this.version = at;
  }

  /** Leaves the edit mode, or asks first; false if the ticket is not edited. */
  leaveEdit(): boolean {
    if (this.editing) this.querySelector('kb-ticket-editor')?.leave();
    return this.editing;
  }

  /** Takes over what a change has made of the ticket, and loads its history again. */
  refresh(row: ChangedRow): void {
    const details = this.#details.value;
    if (details) this.#details.set({ ...details, ...row });
    this.strip = undefined;
    this.#details.load();
  }

  #onSaved({ detail: { ticket, masked } }: Saved): void {
    const { saved } = translated(ticketsMessages);
    const { usedBefore } = translated(ticketAnswersMessages);
    const before = this.ticket ?? ticket;
    const say = (used = 0) => [saved, used > 0 && usedBefore(used), masked].filter(Boolean).join(' ');
    const known = this.#recall.usesOf(before);
    const said = say(known);
    this.refresh(ticket);
    this.editing = false;
    this.#fire('saved', { before, row: ticket, said });
    this.strip = said;
    void this.updateComplete.then(() => this.focusHeading());
    if (known === undefined)
      void this.#recall.countUses(before, (used) => this.strip === said && (this.strip = say(used)));
  }

  async #flag(before: TicketRow, isFlagged: boolean): Promise<void> {
    const { ticket, said } = await setFlag(this.client, before.ticket_id, isFlagged);
    if (this.ticketId !== before.ticket_id) return;
    if (ticket) {
      this.refresh(ticket);
      this.#fire('saved', { before, row: ticket, said });
    }
    this.strip = ticket && isFlagged ? undefined : said;
    await this.updateComplete;
    this.focusHeading();
  }

  #onLeave(): void {
    this.editing = false;
    void this.updateComplete.then(() => this.querySelector<HTMLElement>('.drawer-foot wa-button')?.focus());
  }

  #fire(type: string, detail?: unknown): void {
    this.dispatchEvent(new CustomEvent(type, { detail }));
  }

  #head(ticket: TicketRow | undefined): TemplateResult {
    const { previous, next } = this.neighbours;
    return drawerHead({
      ticketId: this.ticketId,
      category: ticket?.category ?? '',
      flag: ticket?.flagged_at === null ? () => void this.#flag(ticket, true) : undefined,
      close: () => this.#fire('close'),
      previous: previous ? () => this.#fire('step', -1) : undefined,
      next: next ? () => this.#fire('step', 1) : undefined,
    });
  }

  #strip(ticket: TicketRow): TemplateResult | typeof nothing {
    const messages = translated(ticketsMessages);
    const isHidden = ticket.state === 'withdrawn';
    if (this.strip === undefined && !isHidden)
      return ticket.flagged_at === null
        ? nothing
        : flaggedStrip(ticket.flagged_at, () => void this.#flag(ticket, false));
    const { uses } = this.#recall;
    const stays = uses ? translated(ticketAnswersMessages).stayInAnswers(uses) : '';
    const hidden = messages.withdrawnAt(shortMoment(this.#hiddenAt(ticket)));
    const text = this.strip ?? [hidden, ...(stays ? [stays] : [])].join('. ');
    return html`<div class="drawer-strip">
      ${icon(this.strip === undefined ? 'eye-off' : 'check')}<span>${text}</span>
    </div>`;
  }

  #hiddenAt({ changed_at: changedAt }: TicketRow): string {
    return this.#details.value?.history.find(({ change }) => change === 'withdrawn')?.at ?? changedAt;
  }

  #history(): TemplateResult {
    const loaded = this.#details.state;
    if (loaded.state === 'failed') {
      const { noHistory } = translated(ticketHistoryMessages);
      const retry = this.#details.load;
      return html`<kb-failure heading=${noHistory} .error=${loaded.error} retriable @retry=${retry}></kb-failure>`;
    }
    if (loaded.state !== 'ready') return html`<kb-spinner></kb-spinner>`;
    return html`<kb-ticket-history
      .ticket=${loaded.value}
      .client=${this.client}
      .collectionId=${this.collectionId}
      @version=${(event: Version) => this.#editVersion(event)}
    ></kb-ticket-history>`;
  }

  #foot(ticket: TicketRow): TemplateResult {
    return drawerFoot({
      isHidden: ticket.state === 'withdrawn',
      edit: () => this.edit(),
      toggleState: () => this.#fire('toggle-state', ticket),
      erase: () => this.#fire('erase', ticket),
    });
  }

  #reading(ticket: TicketRow): TemplateResult {
    return html`${this.#strip(ticket)}
      <div class="drawer-body">
        ${drawerTexts({ ticket, query: this.query, source: ticket.url ?? this.source })}
        ${this.#recall.section(ticket, this.collectionId)} ${this.#history()}
      </div>
      ${this.#foot(ticket)}`;
  }

  protected override render() {
    const loaded = this.#details.state;
    const { ticket } = this;
    const isGone = loaded.state === 'failed' && (loaded.error.status === 404 || loaded.error.status === 410);
    const present = isGone ? undefined : ticket;
    // One head for all, which keeps the focus when the ticket comes.
    const reading = () =>
      html`${this.#head(present)} ${present ? this.#reading(present) : absentTicket(this.#details, this.collectionId)}`;
    const editor = (edited: TicketRow) =>
      html`<kb-ticket-editor
        .collectionId=${this.collectionId}
        .client=${this.client}
        .ticket=${edited}
        .drafts=${this.drafts}
        .categories=${this.categories}
        .uses=${this.#recall.uses}
        .version=${this.version}
        @saved=${(event: Saved) => this.#onSaved(event)}
        @leave=${() => this.#onLeave()}
      ></kb-ticket-editor>`;
    return html`<aside class="drawer" aria-labelledby="drawer-heading">
      ${present && this.editing ? editor(present) : reading()}
    </aside>`;
  }
}
customElements.define('kb-ticket-drawer', KbTicketDrawer);

declare global {
  interface HTMLElementTagNameMap {
    'kb-ticket-drawer': KbTicketDrawer;
  }
}

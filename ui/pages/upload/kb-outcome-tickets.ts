import { html, nothing, type TemplateResult } from 'lit';
import { Effect } from '../../components/effect.ts';
import { icon } from '../../components/icon.ts';
import '../../components/kb-failure.ts';
import '../../components/kb-spinner.ts';
import { LightElement } from '../../components/light-element.ts';
import { figure } from '../../messages/format.ts';
import { translated } from '../../messages/language.ts';
import { uploadMessages } from '../../messages/upload.ts';
import { PagedList } from '../../components/paged-list.ts';
import { isSkipped, type Outcome, type TicketOfUpload, type TicketPage } from './upload-records.ts';

const pageSize = 100;

/** The tickets of an upload (`path`) with one outcome, page by page. Fires `close`. */
export class KbOutcomeTickets extends LightElement {
  static override properties = { path: {}, outcome: {}, count: { type: Number }, unlisted: { type: Number } };
  declare path: string;
  declare outcome: Outcome;
  declare count: number;
  /** How many of the upload's tickets are counted without their numbers. */
  declare unlisted: number;
  readonly #pages = new PagedList<TicketOfUpload>(this, async (after, signal) => {
    const query = after === null ? '' : `&after=${after}`;
    const request = `GET ${this.path}/tickets?outcome=${this.outcome}&limit=${pageSize}${query}`;
    const { tickets: items, next } = (await (await this.app.api.send(request, { signal })).json()) as TicketPage;
    return { items, next };
  });

  constructor() {
    super();
    const load = () => {
      this.#pages.clear();
      this.#pages.loadFirst();
    };
    new Effect(this, () => [this.path, this.outcome], load);
  }

  protected override updated(changed: Map<PropertyKey, unknown>): void {
    if (changed.has('outcome')) this.querySelector('h2')?.focus();
  }

  #table(tickets: readonly TicketOfUpload[]): TemplateResult {
    const messages = translated(uploadMessages);
    const row = (ticket: TicketOfUpload) =>
      html`<tr>
        <td class="upload-table-position number">${figure(ticket.row ?? ticket.index + 1)}</td>
        <td>${ticket.ticket_id}</td>
      </tr>`;
    return html`<table class="upload-table outcome-tickets">
      <thead>
        <tr>
          <th scope="col">${tickets.some((ticket) => ticket.row !== null) ? messages.row : messages.position}</th>
          <th scope="col">${messages.number}</th>
        </tr>
      </thead>
      <tbody>
        ${tickets.map(row)}
      </tbody>
    </table>`;
  }

  /** The failure of the last request, or the button for the next page. */
  #footer(tickets: readonly TicketOfUpload[]): TemplateResult | typeof nothing {
    const messages = translated(uploadMessages);
    const shown = tickets.length;
    const { failure, next, busy } = this.#pages;
    if (failure)
      return html`<div class="upload-inset">
        <kb-failure .error=${failure} retriable @retry=${() => this.#pages.retry()}></kb-failure>
      </div>`;
    if (this.unlisted > 0 && next === null && !busy && shown < this.count) {
      return html`<p class="upload-none">${messages.unlisted(this.count - shown)}</p>`;
    }
    if (next === null || shown >= this.count) return nothing;
    const rest = this.count - shown;
    const isTable = tickets.some(({ row }) => row !== null);
    return html`<div class="upload-more">
      <button class="link" type="button" ?disabled=${busy} @click=${() => this.#pages.more()}>
        ${rest > pageSize ? messages.moreRowsOf(pageSize, rest, isTable) : messages.moreRows(rest, isTable)}
      </button>
    </div>`;
  }

  protected override render() {
    const messages = translated(uploadMessages);
    const { outcome } = this;
    const { items: tickets = [], busy } = this.#pages;
    return html`<section class="panel" aria-busy=${busy ? 'true' : 'false'}>
      <div class="upload-head">
        <h2 tabindex="-1">${messages.outcomes[outcome][0]}</h2>
        <span class="upload-head-note number">${figure(this.count)}</span>
        <button
          class="icon-button"
          type="button"
          aria-label=${messages.closeRows}
          @click=${() => this.dispatchEvent(new CustomEvent('close'))}
        >
          ${icon('x')}
        </button>
      </div>
      ${isSkipped(outcome) ? html`<p class="upload-none">${messages.repair[outcome]}</p>` : nothing}
      ${tickets.length > 0 ? this.#table(tickets) : busy ? html`<kb-spinner></kb-spinner>` : nothing}
      ${this.#footer(tickets)}
    </section>`;
  }
}
customElements.define('kb-outcome-tickets', KbOutcomeTickets);

declare global {
  interface HTMLElementTagNameMap {
    'kb-outcome-tickets': KbOutcomeTickets;
  }
}

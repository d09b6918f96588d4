import { html, nothing } from 'lit';
import { icon } from '../../components/icon.ts';
import '../../components/kb-failure.ts';
import '../../components/kb-spinner.ts';
import { LightElement } from '../../components/light-element.ts';
import { figure } from '../../messages/format.ts';
import { translated } from '../../messages/language.ts';
import { uploadMessages } from '../../messages/upload.ts';
import { PagedList } from './paged-list.ts';
import type { Outcome, TicketOfUpload, TicketPage } from './upload-records.ts';

/** The tickets of an upload (`path`) with one outcome, a page at a time. Tells of being closed with `close`. */
export class KbOutcomeTickets extends LightElement {
  static override properties = { path: {}, outcome: {}, count: { type: Number } };
  declare path: string;
  declare outcome: Outcome;
  declare count: number;
  readonly #pages = new PagedList<TicketOfUpload>(this, async (after, signal) => {
    const query = after === null ? '' : `&after=${after}`;
    const request = `GET ${this.path}/tickets?outcome=${this.outcome}&limit=100${query}`;
    const { tickets: items, next } = (await (await this.app.api.send(request, { signal })).json()) as TicketPage;
    return { items, next };
  });

  protected override willUpdate(changed: Map<PropertyKey, unknown>): void {
    if (!changed.has('path') && !changed.has('outcome')) return;
    this.#pages.clear();
    this.#pages.begin();
  }

  protected override updated(changed: Map<PropertyKey, unknown>): void {
    if (changed.has('outcome')) this.querySelector('h2')?.focus();
  }

  protected override render() {
    const messages = translated(uploadMessages);
    const { outcome } = this;
    const pages = this.#pages;
    const { items: tickets = [], failure, next, busy } = pages;
    const row = (ticket: TicketOfUpload) =>
      html`<tr>
        <td class="rn num">${figure(ticket.row ?? ticket.index + 1)}</td>
        <td>${ticket.ticket_id}</td>
      </tr>`;
    const table = html`<table class="table pairs">
      <thead>
        <tr>
          <th scope="col">${tickets.some((ticket) => ticket.row !== null) ? messages.row : messages.place}</th>
          <th scope="col">${messages.number}</th>
        </tr>
      </thead>
      <tbody>
        ${tickets.map(row)}
      </tbody>
    </table>`;
    const failed = html`<div class="in">
      <kb-failure .error=${failure} retriable @retry=${() => pages.retry()}></kb-failure>
    </div>`;
    const more = html`<div class="more">
      <button class="link" type="button" ?disabled=${busy} @click=${() => pages.more()}>
        ${messages.moreRows(this.count - tickets.length)}
      </button>
    </div>`;
    return html`<section class="panel" aria-busy=${busy ? 'true' : 'false'}>
      <div class="section-head">
        <h2 tabindex="-1">${messages.outcomes[outcome][0]}</h2>
        <span class="r num">${figure(this.count)}</span>
        <button
          class="icon-btn"
          type="button"
          aria-label=${messages.closeRows}
          @click=${() => this.dispatchEvent(new CustomEvent('close'))}
        >
          ${icon('x')}
        </button>
      </div>
      ${outcome === 'stored' ? nothing : html`<p class="none">${messages.repair[outcome]}</p>`}
      ${tickets.length > 0 ? table : busy ? html`<kb-spinner></kb-spinner>` : nothing}
      ${failure ? failed : next !== null && tickets.length < this.count ? more : nothing}
    </section>`;
  }
}
customElements.define('kb-outcome-tickets', KbOutcomeTickets);

declare global {
  interface HTMLElementTagNameMap {
    'kb-outcome-tickets': KbOutcomeTickets;
  }
}

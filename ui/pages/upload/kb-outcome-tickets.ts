import { html, nothing } from 'lit';
import { type ApiError, apiErrorOf } from '../../api/api-error.ts';
import '../../components/kb-failure.ts';
import '../../components/kb-waiting.ts';
import { LightElement } from '../../components/light-element.ts';
import { icon } from '../../icons.ts';
import { figure } from '../../messages/format.ts';
import { translated } from '../../messages/language.ts';
import { uploadMessages } from '../../messages/upload.ts';
import type { Outcome, TicketOfUpload, TicketPage } from './upload-records.ts';

/** The tickets of an upload (`path`) with one outcome, a page at a time. Tells of being closed with `close`. */
export class KbOutcomeTickets extends LightElement {
  static override properties = {
    path: {},
    outcome: {},
    count: { type: Number },
    tickets: { state: true },
    next: { state: true },
    busy: { state: true },
    failure: { state: true },
  };
  declare path: string;
  declare outcome: Outcome;
  declare count: number;
  declare tickets: readonly TicketOfUpload[];
  declare next: string | null;
  declare busy: boolean;
  declare failure: ApiError | undefined;
  #asked = new AbortController();

  constructor() {
    super();
    this.tickets = [];
    this.next = null;
    this.busy = false;
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#asked.abort();
  }

  protected override willUpdate(changed: Map<PropertyKey, unknown>): void {
    if (!changed.has('path') && !changed.has('outcome')) return;
    this.tickets = [];
    this.next = null;
    void this.#load();
  }

  protected override updated(changed: Map<PropertyKey, unknown>): void {
    if (changed.has('outcome')) this.querySelector('h2')?.focus();
  }

  async #load(): Promise<void> {
    this.#asked.abort();
    const { signal } = (this.#asked = new AbortController());
    this.busy = true;
    this.failure = undefined;
    try {
      const after = this.next === null ? '' : `&after=${this.next}`;
      const reply = await this.app.api.send(`GET ${this.path}/tickets?outcome=${this.outcome}&limit=100${after}`, {
        signal,
      });
      const { tickets, next } = (await reply.json()) as TicketPage;
      this.tickets = [...this.tickets, ...tickets];
      this.next = next;
    } catch (error) {
      if (signal.aborted) return;
      this.failure = apiErrorOf(error);
    }
    this.busy = false;
  }

  protected override render() {
    const say = translated(uploadMessages);
    const { outcome, tickets } = this;
    const row = (ticket: TicketOfUpload) =>
      html`<tr>
        <td class="rn num">${figure(ticket.row ?? ticket.index + 1)}</td>
        <td>${ticket.ticket_id}</td>
      </tr>`;
    const table = html`<table class="tb pairs">
      <thead>
        <tr>
          <th scope="col">${tickets.some((ticket) => ticket.row !== null) ? say.row : say.place}</th>
          <th scope="col">${say.number}</th>
        </tr>
      </thead>
      <tbody>
        ${tickets.map(row)}
      </tbody>
    </table>`;
    const retry = () => void this.#load();
    const failed = html`<div class="in">
      <kb-failure .error=${this.failure} retriable @retry=${retry}></kb-failure>
    </div>`;
    const more = html`<div class="more">
      <button class="link" type="button" ?disabled=${this.busy} @click=${retry}>
        ${say.moreRows(this.count - tickets.length)}
      </button>
    </div>`;
    return html`<section class="panel" aria-busy=${this.busy ? 'true' : 'false'}>
      <div class="sec-h">
        <h2 tabindex="-1">${say.outcomes[outcome][0]}</h2>
        <span class="r num">${figure(this.count)}</span>
        <button
          class="icon-btn"
          type="button"
          aria-label=${say.closeRows}
          @click=${() => this.dispatchEvent(new CustomEvent('close'))}
        >
          ${icon('x')}
        </button>
      </div>
      ${outcome === 'stored' ? nothing : html`<p class="none">${say.repair[outcome]}</p>`}
      ${tickets.length > 0 ? table : this.busy ? html`<kb-waiting></kb-waiting>` : nothing}
      ${this.failure ? failed : this.next !== null && tickets.length < this.count ? more : nothing}
    </section>`;
  }
}
customElements.define('kb-outcome-tickets', KbOutcomeTickets);

declare global {
  interface HTMLElementTagNameMap {
    'kb-outcome-tickets': KbOutcomeTickets;
  }
}

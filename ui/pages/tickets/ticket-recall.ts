import { html, nothing, type ReactiveControllerHost, type TemplateResult } from 'lit';
import type { QuotingAnswers } from '../../api/answers.ts';
import type { TicketClient, TicketRow } from '../../api/tickets.ts';
import { DrawerDetails } from '../../components/drawer-details.ts';
import { icon } from '../../components/icon.ts';
import '../../components/kb-failure.ts';
import '../../components/kb-spinner.ts';
import { figure } from '../../messages/format.ts';
import { translated } from '../../messages/language.ts';
import { type TicketUses, ticketAnswersMessages, usesOf } from '../../messages/ticket-answers.ts';
import './kb-ticket-answers.ts';

/** Of the answers that are based on the ticket: the newest. */
const shown = 5;

type Drawer = {
  readonly client: () => Pick<TicketClient, 'quoting'>;
  readonly ticketId: () => string;
  /** Whether the ticket is shown already. */
  readonly isKnown: () => boolean;
};

/** In which answers the ticket of a drawer was used, and in which questions it was only found. Each look is a request of the user's limit, so that it is asked for when the section is opened; that then stays open for other tickets. */
export class TicketRecall {
  readonly #host: ReactiveControllerHost;
  readonly #drawer: Drawer;
  readonly #details: DrawerDetails<QuotingAnswers>;
  #isOpen = false;

  constructor(host: ReactiveControllerHost, drawer: Drawer) {
    this.#host = host;
    this.#drawer = drawer;
    this.#details = new DrawerDetails(host, {
      id: drawer.ticketId,
      load: (id) => drawer.client().quoting(id, { limit: shown, cited: true }),
      isKnown: drawer.isKnown,
      isWanted: () => this.#isOpen,
    });
  }

  /** Asks for them if they are not known. */
  ensure(): void {
    this.#details.ensure();
  }

  #toggle(): void {
    this.#isOpen = !this.#isOpen;
    if (this.#isOpen) this.ensure();
    this.#host.requestUpdate();
  }

  /** How many they are; undefined if that is not known. */
  get uses(): TicketUses | undefined {
    const known = this.#details.value;
    return known && usesOf(known);
  }

  /** How many of them used one revision; undefined unless all are known. */
  usesOf({ revision }: TicketRow): number | undefined {
    const known = this.#details.value;
    return known?.next === null ? known.answers.filter((each) => each.revision === revision).length : undefined;
  }

  /** The same, asked for; said only while the ticket is open, and not if it is not known. */
  async countUses({ ticket_id: id, revision }: TicketRow, say: (used: number) => void): Promise<void> {
    const { client, ticketId } = this.#drawer;
    const page = await client()
      .quoting(id, { limit: 1, revision })
      .catch(() => undefined);
    if (page && ticketId() === id) say(page.cited);
  }

  section(ticket: TicketRow, collectionId: string): TemplateResult {
    const { heading } = translated(ticketAnswersMessages);
    const count = this.uses?.cited;
    return html`<section class="facts-answers">
      <h3>
        <button
          class="facts-toggle"
          type="button"
          aria-expanded=${this.#isOpen ? 'true' : 'false'}
          @click=${() => this.#toggle()}
        >
          ${icon(this.#isOpen ? 'chevron-down' : 'chevron-right')}${heading}
          ${count === undefined ? nothing : html`<span class="facts-count">${figure(count)}</span>`}
        </button>
      </h3>
      ${this.#isOpen ? this.#list(ticket, collectionId) : nothing}
    </section>`;
  }

  #list(ticket: TicketRow, collectionId: string): TemplateResult {
    const { failed, none } = translated(ticketAnswersMessages);
    const loaded = this.#details.state;
    if (loaded.state === 'loading') return html`<kb-spinner></kb-spinner>`;
    if (loaded.state === 'failed')
      return html`<kb-failure
        heading=${failed}
        .error=${loaded.error}
        retriable
        @retry=${this.#details.load}
      ></kb-failure>`;
    const { value } = loaded;
    const answers = (cited: boolean) =>
      html`<kb-ticket-answers
        .client=${this.#drawer.client()}
        .collectionId=${collectionId}
        .ticket=${ticket}
        .first=${value}
        .cited=${cited}
      ></kb-ticket-answers>`;
    return html`${value.cited === 0 ? html`<p class="quiet">${none}</p>` : answers(true)}
    ${usesOf(value).similar === 0 ? nothing : answers(false)}`;
  }
}

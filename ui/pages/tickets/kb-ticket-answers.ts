import { html, nothing, type TemplateResult } from 'lit';
import type { QuotingAnswers, QuotingRow } from '../../api/answers.ts';
import type { TicketClient, TicketRow } from '../../api/tickets.ts';
import { Effect } from '../../components/effect.ts';
import { icon } from '../../components/icon.ts';
import '../../components/kb-failure.ts';
import { LightElement } from '../../components/light-element.ts';
import { maskedText } from '../../components/masked-text.ts';
import { PagedList } from '../../components/paged-list.ts';
import { verdictText } from '../../components/verdict-text.ts';
import { shortDay } from '../../messages/format.ts';
import { translated } from '../../messages/language.ts';
import { ticketAnswersMessages, usesOf } from '../../messages/ticket-answers.ts';
import { questionsAddress } from '../questions/question-address.ts';

const pageSize = 50;

/** The answers that are based on a ticket, newest first: the few that came with it, and on demand all. Without `cited` the other questions that found it, on demand. */
export class KbTicketAnswers extends LightElement {
  static override properties = {
    client: { attribute: false },
    collectionId: { attribute: false },
    ticket: { attribute: false },
    first: { attribute: false },
    cited: { attribute: false },
    isPaged: { state: true },
  };
  declare client: Pick<TicketClient, 'quoting'>;
  declare collectionId: string;
  declare ticket: TicketRow;
  declare first: QuotingAnswers;
  declare cited: boolean;
  /** Whether more is shown than came with the ticket. */
  declare isPaged: boolean;
  readonly #pages = new PagedList<QuotingRow>(this, async (after, signal) => {
    const options = { after: after ?? undefined, limit: pageSize, signal, cited: this.cited };
    const { answers, next } = await this.client.quoting(this.ticket.ticket_id, options);
    return { items: answers, next };
  });

  constructor() {
    super();
    const restart = () => {
      this.isPaged = false;
      this.#pages.clear();
    };
    new Effect(this, () => [this.first, this.cited], restart);
  }

  #more(): void {
    if (this.isPaged) this.#pages.more();
    else {
      this.isPaged = true;
      this.#pages.loadFirst();
    }
  }

  #answer({ id, question, answered_at: at, outcome, verdict, revision }: QuotingRow): TemplateResult {
    const messages = translated(ticketAnswersMessages);
    const symbol = verdict ? (verdict.helped ? 'thumbs-up' : 'thumbs-down') : 'minus';
    const judged = verdict ? verdictText({ helped: verdict.helped }, outcome === 'too-little') : messages.notJudged;
    const earlier = html`<span class="facts-earlier">${messages.earlierText}</span>`;
    return html`<li class=${verdict ? (verdict.helped ? 'is-good' : 'is-bad') : nothing}>
      ${icon(symbol)}
      <div>
        <a href=${questionsAddress(this.collectionId, { answerId: id })}>${maskedText(question)}</a
        ><span class="visually-hidden">, ${judged}</span>
        ${revision === this.ticket.revision ? nothing : earlier}
      </div>
      <time datetime=${at}>${shortDay(at)}</time>
    </li>`;
  }

  #rest(): TemplateResult | typeof nothing {
    const messages = translated(ticketAnswersMessages);
    const { failure, busy, next } = this.#pages;
    if (this.isPaged && failure) {
      const retry = () => this.#pages.retry();
      return html`<kb-failure heading=${messages.failed} .error=${failure} retriable @retry=${retry}></kb-failure>`;
    }
    if (this.isPaged ? !busy && next === null : this.cited && this.first.next === null) return nothing;
    const all = this.cited ? messages.all(this.first.cited) : messages.similar(usesOf(this.first));
    return html`<button class="link facts-more" type="button" ?disabled=${busy} @click=${() => this.#more()}>
      ${this.isPaged ? messages.more : all}
    </button>`;
  }

  protected override render() {
    const shown = (this.isPaged ? this.#pages.items : undefined) ?? (this.cited ? this.first.answers : []);
    const { similar } = translated(ticketAnswersMessages);
    const heading = html`<p class="quiet">${similar(usesOf(this.first))}</p>`;
    return html`${this.cited || shown.length === 0 ? nothing : heading}
      <ul>
        ${shown.map((each) => this.#answer(each))}
      </ul>
      ${this.#rest()}`;
  }
}
customElements.define('kb-ticket-answers', KbTicketAnswers);

declare global {
  interface HTMLElementTagNameMap {
    'kb-ticket-answers': KbTicketAnswers;
  }
}

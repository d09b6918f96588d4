import { html, nothing, type TemplateResult } from 'lit';
import type { TextName } from '../../../src/domain/ticket-fields.ts';
import type { SomeTexts, Ticket, TicketClient, TicketFact } from '../../api/tickets.ts';
import { diffText } from '../../components/diff-text.ts';
import { Effect } from '../../components/effect.ts';
import '../../components/kb-failure.ts';
import '../../components/kb-spinner.ts';
import { LightElement } from '../../components/light-element.ts';
import { columnLabel, shownText } from '../../messages/columns.ts';
import { translated } from '../../messages/language.ts';
import { ticketHistoryMessages } from '../../messages/ticket-history.ts';
import { type Loader, loader } from '../../state/loader.ts';

type Texts = { readonly before: SomeTexts; readonly after: SomeTexts };

/** What a correction has changed, from the texts of its revision and of the one before, which are loaded once it is shown. */
export class KbTicketChanges extends LightElement {
  static override properties = {
    ticket: { attribute: false },
    fact: { attribute: false },
    client: { attribute: false },
  };
  declare ticket: Ticket;
  declare fact: TicketFact;
  declare client: TicketClient;
  #texts: Loader<Texts> | undefined;
  #unsubscribe: () => void = () => undefined;

  constructor() {
    super();
    new Effect(
      this,
      () => [this.ticket.ticket_id, this.fact.revision],
      () => this.#open(),
    );
  }

  #open(): void {
    this.#close();
    const { client, ticket, fact } = this;
    const textsOf = (revision: number): Promise<SomeTexts> =>
      revision === ticket.revision ? Promise.resolve(ticket) : client.revision(ticket.ticket_id, revision);
    const texts = loader(async () => {
      const [before, after] = await Promise.all([textsOf(fact.revision - 1), textsOf(fact.revision)]);
      return { before, after };
    });
    this.#texts = texts;
    this.#unsubscribe = texts.state.subscribe(() => this.requestUpdate());
    void texts.load();
  }

  #close(): void {
    this.#unsubscribe();
    this.#texts?.clear();
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#close();
  }

  #change(name: TextName, { before, after }: Texts): TemplateResult {
    const title = this.fact.changed.length > 1 ? html`<b>${columnLabel(name)}</b> ` : nothing;
    return html`<p class="facts-diff">
      ${title}<span>${diffText(shownText(name, before[name]), shownText(name, after[name]))}</span>
    </p>`;
  }

  protected override render() {
    const loaded = this.#texts?.state.get();
    if (loaded?.state === 'failed') {
      const { noTexts } = translated(ticketHistoryMessages);
      const retry = () => void this.#texts?.load();
      return html`<kb-failure heading=${noTexts} .error=${loaded.error} retriable @retry=${retry}></kb-failure>`;
    }
    if (loaded?.state !== 'ready') return html`<kb-spinner></kb-spinner>`;
    return html`${this.fact.changed.map((name) => this.#change(name, loaded.value))}`;
  }
}
customElements.define('kb-ticket-changes', KbTicketChanges);

declare global {
  interface HTMLElementTagNameMap {
    'kb-ticket-changes': KbTicketChanges;
  }
}

import { html, nothing, type TemplateResult } from 'lit';
import { asApiError } from '../../api/api-error.ts';
import type { Ticket, TicketClient, TicketFact } from '../../api/tickets.ts';
import { Effect } from '../../components/effect.ts';
import { icon, type IconName } from '../../components/icon.ts';
import '../../components/kb-failure.ts';
import '../../components/kb-spinner.ts';
import { LightElement } from '../../components/light-element.ts';
import { PagedList } from '../../components/paged-list.ts';
import { columnLabel } from '../../messages/columns.ts';
import { shortMoment } from '../../messages/format.ts';
import { translated } from '../../messages/language.ts';
import { requestErrorText } from '../../messages/request-errors.ts';
import { ticketHistoryMessages } from '../../messages/ticket-history.ts';
import './kb-ticket-changes.ts';
import { differing, textsOf } from './ticket-texts.ts';

const pageSize = 20;

const icons: Readonly<Record<TicketFact['change'], IconName>> = {
  stored: 'upload',
  corrected: 'pencil',
  withdrawn: 'eye-off',
  restored: 'eye',
  flagged: 'flag',
  confirmed: 'check',
};

const givesTexts = ({ change }: TicketFact): boolean => change === 'corrected' || change === 'stored';

/** What was stored on the page without a file; of an upload whose record has expired neither file nor surface is known. */
const isAdded = ({ change, surface, file_name: file }: TicketFact): boolean =>
  change === 'stored' && surface === 'web' && file === null;

const factName = (fact: TicketFact): string => {
  const { facts, throughApi } = translated(ticketHistoryMessages);
  if (fact.undo) return fact.change === 'withdrawn' ? facts.undone : facts.takenBack;
  if (isAdded(fact)) return facts.added;
  const { changed } = fact;
  const [only] = changed;
  const corrected =
    only !== undefined && changed.length === 1
      ? facts.correctedOne(only)
      : changed.length === 0
        ? facts.correctedClient
        : facts.corrected(changed.map((name) => columnLabel(name)).join(', '));
  const said = fact.change === 'corrected' ? corrected : facts[fact.change];
  return fact.surface === 'api' ? throughApi(said) : said;
};

/** What became of a ticket, newest first: the end that came with it, and the pages before on demand. Corrections unfold to what they changed. Fires `version` with the texts of an earlier version that is to be edited. */
export class KbTicketHistory extends LightElement {
  static override properties = {
    ticket: { attribute: false },
    client: { attribute: false },
    collectionId: { attribute: false },
    unfolded: { state: true },
    isPaged: { state: true },
  };
  declare ticket: Ticket;
  declare client: TicketClient;
  declare collectionId: string;
  /** The revisions whose changes are shown. */
  declare unfolded: ReadonlySet<number>;
  /** Whether more is shown than came with the ticket. */
  declare isPaged: boolean;
  readonly #pages = new PagedList<TicketFact>(this, async (after, signal) => {
    const { history, next } = await this.client.history(this.ticket.ticket_id, {
      after: after ?? undefined,
      limit: pageSize,
      signal,
    });
    return { items: history, next };
  });

  constructor() {
    super();
    const restart = () => {
      Object.assign(this, { unfolded: new Set(), isPaged: false });
      this.#pages.clear();
    };
    new Effect(this, () => [this.ticket.ticket_id, this.ticket.revision, this.ticket.changed_at], restart);
  }

  #toggle(revision: number): void {
    const next = new Set(this.unfolded);
    if (!next.delete(revision)) next.add(revision);
    this.unfolded = next;
  }

  #more(): void {
    if (this.isPaged) this.#pages.more();
    else {
      this.isPaged = true;
      this.#pages.loadFirst();
    }
  }

  /** Offers the texts of an earlier version, unless the ticket has them. */
  async #take({ revision, at }: TicketFact): Promise<void> {
    const { ticket, client, app } = this;
    const { noTexts, sameVersion } = translated(ticketHistoryMessages);
    try {
      const texts = textsOf(await client.revision(ticket.ticket_id, revision));
      if (differing(ticket, texts).length === 0) app.announce(sameVersion);
      else if (this.ticket === ticket) this.dispatchEvent(new CustomEvent('version', { detail: { texts, at } }));
    } catch (error) {
      app.announce(`${noTexts}. ${requestErrorText(asApiError(error))}`);
    }
  }

  #name(fact: TicketFact): TemplateResult | string {
    const { facts } = translated(ticketHistoryMessages);
    if (!givesTexts(fact) && !fact.undo) return factName(fact);
    // What was stored without a file is named by its surface.
    const upload = fact.file_name ?? (fact.change === 'corrected' && !fact.undo ? facts.byUpload : undefined);
    const link = html`, <a href=${`/collections/${this.collectionId}/upload#${fact.upload_id ?? ''}`}>${upload}</a>`;
    const said = fact.change === 'stored' && upload !== undefined ? facts.stored : factName(fact);
    return html`${said}${fact.upload_id === null || upload === undefined ? nothing : link}${this.#actions(fact)}`;
  }

  /** What a fact has changed, and the way back to the texts that it gave; neither for a correction of the client, which is in no answer of the service. */
  #actions(fact: TicketFact): TemplateResult | typeof nothing {
    const { whatChanged, takeVersion } = translated(ticketHistoryMessages);
    const { changed, change, revision } = fact;
    const changes = html`<button
      class="link"
      type="button"
      aria-expanded=${this.unfolded.has(revision) ? 'true' : 'false'}
      @click=${() => this.#toggle(revision)}
    >
      ${whatChanged}
    </button>`;
    const take = html`<button class="link" type="button" @click=${() => void this.#take(fact)}>${takeVersion}</button>`;
    const isEarlier = revision < this.ticket.revision && (changed.length > 0 || change === 'stored');
    if (changed.length === 0 && !isEarlier) return nothing;
    return html`<div class="facts-actions">
      ${changed.length === 0 ? nothing : changes} ${isEarlier ? take : nothing}
    </div>`;
  }

  #fact(fact: TicketFact): TemplateResult {
    const isUnfolded = fact.changed.length > 0 && this.unfolded.has(fact.revision);
    const changes = html`<kb-ticket-changes
      .ticket=${this.ticket}
      .fact=${fact}
      .client=${this.client}
    ></kb-ticket-changes>`;
    return html`<li>
      ${icon(isAdded(fact) ? 'plus' : icons[fact.change])}
      <div>${this.#name(fact)}</div>
      <time datetime=${fact.at}>${shortMoment(fact.at)}</time>
      ${isUnfolded ? changes : nothing}
    </li>`;
  }

  #rest(shown: readonly TicketFact[]): TemplateResult | typeof nothing {
    const { failure, busy, next } = this.#pages;
    const { historyMore, noHistory } = translated(ticketHistoryMessages);
    if (this.isPaged && failure) {
      const retry = () => this.#pages.retry();
      return html`<kb-failure heading=${noHistory} .error=${failure} retriable @retry=${retry}></kb-failure>`;
    }
    const last = shown.at(-1);
    // A ticket may have been stored again.
    const isWhole = this.isPaged ? !busy && next === null : last?.change === 'stored' && last.revision === 1;
    if (isWhole) return nothing;
    return html`<button class="link facts-more" type="button" ?disabled=${busy} @click=${() => this.#more()}>
      ${historyMore}
    </button>`;
  }

  protected override render() {
    const paged = this.isPaged ? this.#pages.items : undefined;
    const shown = paged === undefined || paged.length === 0 ? this.ticket.history : paged;
    return html`<section class="facts-section">
      <h3>${translated(ticketHistoryMessages).history}</h3>
      <ol>
        ${shown.map((fact) => this.#fact(fact))}
      </ol>
      ${this.#rest(shown)}
    </section>`;
  }
}
customElements.define('kb-ticket-history', KbTicketHistory);

declare global {
  interface HTMLElementTagNameMap {
    'kb-ticket-history': KbTicketHistory;
  }
}

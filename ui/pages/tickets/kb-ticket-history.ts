import { html, nothing, type TemplateResult } from 'lit';
import { type TextName, textNames } from '../../../src/domain/ticket-fields.ts';
import type { Ticket, TicketClient, TicketFact } from '../../api/tickets.ts';
import { Effect } from '../../components/effect.ts';
import { icon, type IconName } from '../../components/icon.ts';
import { LightElement } from '../../components/light-element.ts';
import { columnLabel, shownText } from '../../messages/columns.ts';
import { shortMoment } from '../../messages/format.ts';
import { translated } from '../../messages/language.ts';
import { ticketsMessages } from '../../messages/tickets.ts';
import { diffText, textsOf } from './ticket-texts.ts';

const icons: Readonly<Record<TicketFact['change'], IconName>> = {
  stored: 'upload',
  corrected: 'pencil',
  withdrawn: 'eye-off',
  restored: 'eye',
};

const changedIn = ({ before }: TicketFact): readonly TextName[] =>
  textNames.filter((name) => before[name] !== undefined);

const factName = (fact: TicketFact): string => {
  const { facts, throughApi } = translated(ticketsMessages);
  const names = changedIn(fact);
  const [only] = names;
  const corrected =
    only !== undefined && names.length === 1
      ? facts.correctedOne(only)
      : names.length === 0
        ? facts.correctedClient
        : facts.corrected(names.map((name) => columnLabel(name)).join(', '));
  const said = fact.change === 'corrected' ? corrected : facts[fact.change];
  return fact.surface === 'api' ? throughApi(said) : said;
};

/** The text that a fact has left: what the next correction of that text has found, or the present one. */
const textAfter = (index: number, name: TextName, ticket: Ticket): string =>
  ticket.history.slice(index + 1).find(({ before }) => before[name] !== undefined)?.before[name] ??
  textsOf(ticket)[name];

const factChanges = (index: number, ticket: Ticket): TemplateResult => {
  const fact = ticket.history[index];
  const names = fact ? changedIn(fact) : [];
  const title = (name: TextName) => (names.length > 1 ? html`<b>${columnLabel(name)}</b> ` : nothing);
  return html`<div class="facts-changes">
    ${names.map((name) => html`<p class="facts-diff">${title(name)}<span>${diffText(shownText(name, fact?.before[name]), shownText(name, textAfter(index, name, ticket)))}</span></p>`)}
  </div>`;
};

/** What became of a ticket, newest first; corrections unfold to what they changed. */
export class KbTicketHistory extends LightElement {
  static override properties = {
    ticket: { attribute: false },
    client: { attribute: false },
    collectionId: { attribute: false },
    file: { state: true },
    unfolded: { state: true },
  };
  declare ticket: Ticket;
  declare client: TicketClient;
  declare collectionId: string;
  /** The file of the upload that stored the ticket; null if it had none, or that is not known. */
  declare file: string | null;
  /** The facts whose changes are shown, by their index in the history. */
  declare unfolded: ReadonlySet<number>;

  constructor() {
    super();
    const restart = () => {
      Object.assign(this, { file: null, unfolded: new Set() });
      void this.#findFile(this.ticket);
    };
    new Effect(this, () => [this.ticket.ticket_id, this.ticket.history.length], restart);
  }

  async #findFile({ upload_id: id }: Ticket): Promise<void> {
    // Without its file's name the upload is named all the same.
    const file = id === null ? null : await this.client.fileOf(id).catch(() => null);
    if (id === this.ticket.upload_id) this.file = file;
  }

  #toggle(index: number): void {
    const next = new Set(this.unfolded);
    if (!next.delete(index)) next.add(index);
    this.unfolded = next;
  }

  #name(fact: TicketFact): TemplateResult | string {
    const { facts, whatChanged } = translated(ticketsMessages);
    const index = this.ticket.history.indexOf(fact);
    if (fact.change === 'stored' && this.file !== null) {
      const address = `/collections/${this.collectionId}/upload#${this.ticket.upload_id ?? ''}`;
      return html`${facts.stored}, <a href=${address}>${this.file}</a>`;
    }
    if (fact.change !== 'corrected') return factName(fact);
    const upload = html`,
      <a href=${`/collections/${this.collectionId}/upload#${fact.upload_id ?? ''}`}>${facts.byUpload}</a>`;
    const name = html`${factName(fact)}${fact.upload_id === null ? nothing : upload}`;
    // The client is in no answer of the service.
    if (changedIn(fact).length === 0) return name;
    return html`${name}<br /><button
        class="link"
        type="button"
        aria-expanded=${this.unfolded.has(index) ? 'true' : 'false'}
        @click=${() => this.#toggle(index)}
      >
        ${whatChanged}
      </button>`;
  }

  protected override render() {
    const { ticket, unfolded } = this;
    return html`<section class="facts-section">
      <h3>${translated(ticketsMessages).history}</h3>
      <ol>
        ${ticket.history.toReversed().map((fact) => {
          const index = ticket.history.indexOf(fact);
          return html`<li>
            ${icon(icons[fact.change])}
            <div>${this.#name(fact)}</div>
            <time datetime=${fact.at}>${shortMoment(fact.at)}</time>
            ${unfolded.has(index) ? factChanges(index, ticket) : nothing}
          </li>`;
        })}
      </ol>
    </section>`;
  }
}
customElements.define('kb-ticket-history', KbTicketHistory);

declare global {
  interface HTMLElementTagNameMap {
    'kb-ticket-history': KbTicketHistory;
  }
}

import { html, nothing, type TemplateResult } from 'lit';
import type { Verdict } from '../../api/answers.ts';
import { asApiError } from '../../api/api-error.ts';
import type { Collection, SimilarityLevels, Source } from '../../api/records.ts';
import { rowAfter, ticketClient, type TicketRow, type TicketState } from '../../api/tickets.ts';
import { closedGaps } from '../../components/closed-gaps.ts';
import { Foldable } from '../../components/foldable.ts';
import { icon } from '../../components/icon.ts';
import { LightElement } from '../../components/light-element.ts';
import { markedText } from '../../components/masked-text.ts';
import { similarity } from '../../components/similarity.ts';
import { commonMessages } from '../../messages/common.ts';
import { translated } from '../../messages/language.ts';
import { requestErrorText } from '../../messages/request-errors.ts';
import { searchMessages } from '../../messages/search.ts';
import { noFilter, sourceAddress, ticketsAddress } from '../tickets/ticket-address.ts';
import { flagChip, setFlag, sourceFlag } from '../tickets/ticket-flag.ts';
import './kb-copy-button.ts';
import { parseFullText } from './parse-full-text.ts';
import type { QueryWords } from './query-words.ts';
import { searchAddress } from './search-address.ts';
import { sourceAge } from './source-age.ts';
import { sourceCopies } from './source-copies.ts';
import { sourceMenu } from './source-menu.ts';
import { sourceThumb, verdictChip } from './source-verdict.ts';

/** A ticket that was found, with a menu of what can be done to it; long texts are folded. What is changed elsewhere is shown at once. */
export class KbSource extends LightElement {
  static override properties = {
    source: { attribute: false },
    levels: { attribute: false },
    rank: { attribute: false },
    collectionId: { attribute: false },
    now: { state: true },
    words: { attribute: false },
    collection: { attribute: false },
    query: { attribute: false },
    cited: { type: Boolean, reflect: true },
    isPartly: { attribute: false },
    ...{ answerId: { attribute: false }, canJudge: { attribute: false } },
  };
  declare source: Source;
  /** What the score means; undefined if that is not known. */
  declare levels: SimilarityLevels | undefined;
  /** Among the found tickets, 1 for the nearest. */
  declare rank: number;
  declare collectionId: string;
  /** The ticket as it has become since it was found. */
  declare now: TicketRow | undefined;
  declare words: QueryWords;
  /** Set if tickets of several collections are shown together: the ticket's own, which is searched for `query` by a link. */
  declare collection: Collection | undefined;
  declare query: string;
  declare cited: boolean;
  /** The answer was written from it although it is only distantly similar. */
  declare isPartly: boolean;
  /** By which the search is judged; undefined if it is not kept. */
  declare answerId: string | undefined;
  /** No, while its answer is being written. */
  declare canJudge: boolean;
  #unsubscribe: () => void = () => undefined;
  #endUrl: (() => void) | undefined;
  readonly #foldable = new Foldable(this, { selector: 'dd', minLines: 8.5 });

  constructor() {
    super();
    this.cited = false;
    this.isPartly = false;
    this.canJudge = true;
    this.query = '';
  }

  protected override watched() {
    return [this.app.verdicts.state];
  }

  override connectedCallback(): void {
    super.connectedCallback();
    const { changedTickets } = this.app;
    this.#unsubscribe = changedTickets.subscribe(() => {
      const { collectionId, rows = [] } = changedTickets.get() ?? {};
      const now = rows.find(({ ticket_id: id }) => id === this.source.ticket_id);
      if (now && collectionId === this.collectionId) this.now = rowAfter(this.#row, now);
    });
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#unsubscribe();
    this.#endUrl?.();
    this.#endUrl = undefined;
  }

  protected override willUpdate(changed: Map<PropertyKey, unknown>): void {
    if (changed.has('source')) this.now = undefined;
  }

  /** The ticket as it is known: as it has become, or as it was found. */
  get #row(): TicketRow {
    const { ticket_id: id, category, full_text: whole, url, isFlagged } = this.source;
    const texts = parseFullText(this.source) ?? { problem: '', solution: whole };
    const at = new Date().toISOString();
    return (
      this.now ?? {
        ticket_id: id,
        ...{ category, url, ...texts, state: 'active', revision: 1 },
        ...{ stored_at: at, changed_at: at, flagged_at: isFlagged ? at : null },
        ...{ upload_id: null, corrected_by: null },
      }
    );
  }

  /** Hides the ticket from searches, or restores it. */
  async #setState(state: TicketState): Promise<void> {
    const row = this.#row;
    try {
      await ticketClient(this.app.api.send, this.collectionId).setState([row.ticket_id], state);
    } catch (error) {
      this.app.announce(requestErrorText(asApiError(error)));
      return;
    }
    const before = [{ ...row, state: state === 'active' ? ('withdrawn' as const) : ('active' as const) }];
    const rows = [{ ...row, state, changed_at: new Date().toISOString() }];
    this.app.changedTickets.set({ collectionId: this.collectionId, before, rows });
    await this.updateComplete;
    this.querySelector<HTMLElement>(state === 'withdrawn' ? '.source-hidden button' : 'article')?.focus();
  }

  async #flag(isFlagged: boolean): Promise<void> {
    const { changedTickets, announce, api } = this.app;
    const client = ticketClient(api.send, this.collectionId);
    const { ticket: row, said } = await setFlag(client, this.source.ticket_id, isFlagged);
    const before = row && { ...row, flagged_at: isFlagged ? null : row.changed_at };
    if (before) changedTickets.set({ collectionId: this.collectionId, before: [before], rows: [row] });
    announce(said);
  }

  /** The desk's address is asked for when the menu is first opened. */
  #loadUrl(): void {
    this.#endUrl ??= this.app.ticketUrl(this.collectionId).state.subscribe(() => this.requestUpdate());
    this.requestUpdate();
  }

  openMenu(): void {
    this.querySelector<HTMLElement>('.source-menu')?.click();
  }

  #menu(): TemplateResult {
    const { ticket_id: id } = this.source;
    const ticketUrl = this.#endUrl && this.app.ticketUrl(this.collectionId).value();
    return sourceMenu({
      id,
      source: (this.now ?? this.source).url ?? sourceAddress(ticketUrl, id),
      shown: () => this.#loadUrl(),
      hide: () => void this.#setState('withdrawn'),
      open: () => this.app.router.navigate(ticketsAddress(this.collectionId, { filter: noFilter, ticketId: id })),
    });
  }

  get #verdict(): Verdict | null | undefined {
    return this.app.verdicts.of(this.answerId)?.verdict;
  }

  /** The button that says that this ticket helped; it takes that back if it is pressed. */
  #thumb(): TemplateResult | typeof nothing {
    const { answerId, source, canJudge } = this;
    if (answerId === undefined) return nothing;
    const { verdicts } = this.app;
    const give = (isOn: boolean) =>
      verdicts.give(answerId, isOn ? { helped: true, ticket_id: source.ticket_id } : null);
    return sourceThumb(source.ticket_id, this.#verdict, canJudge ? give : undefined);
  }

  get #isFlagged(): boolean {
    return this.now ? this.now.flagged_at !== null : this.source.isFlagged === true;
  }

  #head(): TemplateResult {
    const messages = translated(searchMessages);
    const { ticket_id: id, score } = this.source;
    const { category } = this.now ?? this.source;
    return html`<div class="ticket-head">
      <h3 class="ticket-number">${messages.number(id)}</h3>
      ${category === '' ? nothing : html`<span class="ticket-chip" title=${category}>${category}</span>`}
      ${this.cited ? html`<span class="ticket-chip is-cited">${icon('quote')}${messages.basis}</span>` : nothing}
      ${this.collection ? html`<a class="source-collection" href=${searchAddress(this.collection.id, this.query)}>${this.collection.name}</a>` : nothing}
      ${sourceAge(this.source.resolvedAt)} ${this.#isFlagged ? flagChip() : nothing} ${verdictChip(id, this.#verdict)}
      <span class="source-end">
        ${similarity(score, this)} ${this.#thumb()}
        ${sourceFlag(id, this.#isFlagged, (isFlagged) => void this.#flag(isFlagged))} ${this.#menu()}
      </span>
    </div>`;
  }

  #texts(): TemplateResult {
    const messages = translated(searchMessages);
    const { problem, solution } = translated(commonMessages);
    const { ticket_id: id, full_text: whole } = this.source;
    const text = this.now ?? parseFullText(this.source);
    if (!text)
      return html`<dl class="ticket-texts"><dd class="ticket-solution">${markedText(whole, this.words)}</dd></dl>`;
    const copied = messages.copiedSolution(closedGaps(text.solution), id);
    return html`<dl class="ticket-texts">
      <dt>${problem}</dt>
      <dd class="ticket-problem">${markedText(text.problem, this.words)}</dd>
      <dt class="ticket-solution">
        ${solution}<kb-copy-button label=${messages.copySolution(id)} .text=${copied}></kb-copy-button>
      </dt>
      <dd class="ticket-solution">${markedText(text.solution, this.words)}</dd>
    </dl>`;
  }

  protected override render() {
    const name = translated(searchMessages).number(this.source.ticket_id);
    if (this.now?.state === 'withdrawn') {
      const { hidden, undo } = translated(commonMessages);
      return html`<div class="source source-hidden">
        ${icon('eye-off')}<span>${hidden(1, this.source.ticket_id)}</span>
        <button class="link" type="button" @click=${() => void this.#setState('active')}>${undo}</button>
        ${sourceCopies(this)}
      </div>`;
    }
    return html`<article
      class="source ${this.cited ? 'is-cited' : ''} ${this.#foldable.className}"
      tabindex="-1"
      aria-label=${name}
    >
      ${this.#head()} ${this.#texts()} ${this.#foldable.button(name)} ${sourceCopies(this)}
    </article>`;
  }

  override focus(): void {
    const behavior = matchMedia('(prefers-reduced-motion: reduce)').matches ? 'instant' : 'smooth';
    this.querySelector('article')?.focus({ preventScroll: true });
    this.scrollIntoView({ block: 'nearest', behavior });
  }
}
customElements.define('kb-source', KbSource);

declare global {
  interface HTMLElementTagNameMap {
    'kb-source': KbSource;
  }
}

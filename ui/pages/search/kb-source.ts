import { html, nothing, type TemplateResult } from 'lit';
import type { Collection, SimilarityLevels, Source } from '../../api/records.ts';
import { Foldable } from '../../components/foldable.ts';
import { icon } from '../../components/icon.ts';
import { LightElement } from '../../components/light-element.ts';
import { maskedText } from '../../components/masked-text.ts';
import { similarity } from '../../components/similarity.ts';
import { commonMessages } from '../../messages/common.ts';
import { translated } from '../../messages/language.ts';
import { searchMessages } from '../../messages/search.ts';
import './kb-copy-button.ts';
import { markedPieces, type QueryWords } from './query-words.ts';
import { searchAddress } from './search-address.ts';

const fullTextPattern = /^Категория:[^\n]*\nПроблема:([^\n]*)\nРешение:([\s\S]*)$/;

/** Parses the `full_text` of a source; undefined if it has another format. */
export const parseFullText = (
  fullText: string,
): { readonly problem: string; readonly solution: string } | undefined => {
  const [, problem, solution] = fullTextPattern.exec(fullText) ?? [];
  if (problem === undefined || solution === undefined) return undefined;
  return { problem: problem.trim(), solution: solution.trim() };
};

/** Ticket text with its masks as chips and the words of the query marked. */
const markedText = (text: string, words: QueryWords) =>
  maskedText(text, (part) =>
    markedPieces(part, words).map((piece) => (piece.marked ? html`<mark>${piece.text}</mark>` : piece.text)),
  );

/** A ticket that was found; long texts are folded. */
export class KbSource extends LightElement {
  static override properties = {
    source: { attribute: false },
    levels: { attribute: false },
    words: { attribute: false },
    collection: { attribute: false },
    query: { attribute: false },
    cited: { type: Boolean, reflect: true },
  };
  declare source: Source;
  /** What the score means; undefined if that is not known. */
  declare levels: SimilarityLevels | undefined;
  declare words: QueryWords;
  /** Set if tickets of several collections are shown together: the ticket's own, which is searched for `query` by a link. */
  declare collection: Collection | undefined;
  declare query: string;
  declare cited: boolean;
  readonly #foldable = new Foldable(this, { selector: 'dd', minLines: 8.5 });

  constructor() {
    super();
    this.cited = false;
    this.query = '';
  }

  #head(): TemplateResult {
    const messages = translated(searchMessages);
    const { ticket_id: id, category, score } = this.source;
    return html`<div class="ticket-head">
      <h3 class="ticket-number">${messages.number(id)}</h3>
      ${category === '' ? nothing : html`<span class="ticket-chip" title=${category}>${category}</span>`}
      ${this.cited ? html`<span class="ticket-chip is-cited">${icon('quote')}${messages.basis}</span>` : nothing}
      ${this.collection ? html`<a class="source-collection" href=${searchAddress(this.collection.id, this.query)}>${this.collection.name}</a>` : nothing}
      ${similarity(score, this.levels)}
    </div>`;
  }

  #texts(): TemplateResult {
    const messages = translated(searchMessages);
    const { problem, solution } = translated(commonMessages);
    const { ticket_id: id, full_text: whole } = this.source;
    const text = parseFullText(whole);
    if (!text)
      return html`<dl class="ticket-texts"><dd class="ticket-solution">${markedText(whole, this.words)}</dd></dl>`;
    const copied = messages.copiedSolution(text.solution, id);
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
    return html`<article
      class="source ${this.cited ? 'is-cited' : ''} ${this.#foldable.className}"
      tabindex="-1"
      aria-label=${name}
    >
      ${this.#head()} ${this.#texts()} ${this.#foldable.button(name)}
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

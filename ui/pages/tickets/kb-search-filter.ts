import { html, nothing, type TemplateResult } from 'lit';
import { type ApiError, asApiError } from '../../api/api-error.ts';
import { type TicketCounts, ticketClient } from '../../api/tickets.ts';
import { icon } from '../../components/icon.ts';
import '../../components/kb-failure.ts';
import { LightElement } from '../../components/light-element.ts';
import { translated } from '../../messages/language.ts';
import { searchFilterMessages } from '../../messages/search-filter.ts';
import { ticketsMessages } from '../../messages/tickets.ts';
import type { SearchFilter } from '../search/search-filter.ts';
import './kb-category-menu.ts';
import { periodList } from './period-list.ts';
import { isOfTime, noFilter } from './ticket-address.ts';

/** What limits a search: a chip for each chosen category, the others in a list, and when tickets were resolved. Fires `change` with the filter. */
export class KbSearchFilter extends LightElement {
  static override properties = {
    collectionId: { attribute: false },
    filter: { attribute: false },
    pressed: { attribute: false },
    counts: { state: true },
    failure: { state: true },
  };
  declare collectionId: string;
  declare filter: SearchFilter;
  /** Whether it takes the place of a button that was pressed. */
  declare pressed: boolean;
  /** Undefined until they have loaded. */
  declare counts: TicketCounts | undefined;
  declare failure: ApiError | undefined;

  override connectedCallback(): void {
    super.connectedCallback();
    void this.#load();
  }

  protected override firstUpdated(): void {
    if (this.pressed && document.activeElement === document.body) this.#focus('.tickets-more button, select');
  }

  async #load(): Promise<void> {
    this.failure = undefined;
    try {
      this.counts = await ticketClient(this.app.api.send, this.collectionId).counts();
    } catch (error) {
      this.failure = asApiError(error);
    }
  }

  #focus(selector: string): void {
    void this.updateComplete.then(() => this.querySelector<HTMLElement>(selector)?.focus());
  }

  #change(part: Partial<SearchFilter>): void {
    this.dispatchEvent(new CustomEvent<SearchFilter>('change', { detail: { ...this.filter, ...part } }));
  }

  #remove(category: string): void {
    this.#change({ categories: this.filter.categories.filter((each) => each !== category) });
    this.#focus('.tickets-more button, select');
  }

  #removeTimes(): void {
    const { resolvedAfter, resolvedBefore } = noFilter;
    this.#change({ resolvedAfter, resolvedBefore });
    this.#focus('select');
  }

  #chip(category: string): TemplateResult {
    const name = category || translated(ticketsMessages).noCategory;
    const onKeydown = ({ key }: KeyboardEvent) => {
      if (key === 'Delete' || key === 'Backspace') this.#remove(category);
    };
    return html`<button
      class="tickets-chip"
      type="button"
      aria-pressed="true"
      title=${translated(searchFilterMessages).remove(name)}
      @click=${() => this.#remove(category)}
      @keydown=${onKeydown}
    >
      ${name}${icon('x')}
    </button>`;
  }

  #categories(): TemplateResult {
    const { categories: chosen } = this.filter;
    // Searches find only those that are not hidden.
    const others = (this.counts?.categories ?? []).filter(
      ({ category, count }) => count > 0 && !chosen.includes(category),
    );
    const more = this.counts?.more_categories ?? false;
    const menu = html`<kb-category-menu
      .categories=${others}
      .more=${more}
      .label=${translated(searchFilterMessages).category}
      @choose=${({ detail }: CustomEvent<string>) => this.#change({ categories: [...chosen, detail] })}
    ></kb-category-menu>`;
    return html`${chosen.map((category) => this.#chip(category))} ${others.length > 0 || more ? menu : nothing}`;
  }

  #times(): TemplateResult {
    const { anyTime } = translated(searchFilterMessages);
    const isLimiting = isOfTime({ ...noFilter, ...this.filter });
    const remove = html`<button
      class="icon-button"
      type="button"
      aria-label=${anyTime}
      title=${anyTime}
      @click=${() => this.#removeTimes()}
    >
      ${icon('x')}
    </button>`;
    return html`<span class="search-filter-period ${isLimiting ? 'is-limiting' : ''}"
      >${periodList(this.filter, (period) => this.#change(period))}${isLimiting ? remove : nothing}</span
    >`;
  }

  protected override render() {
    const messages = translated(searchFilterMessages);
    return html`<div class="tickets-chips search-filter-row" role="group" aria-label=${messages.filter}>
        ${this.#categories()} ${this.#times()}
      </div>
      ${
        this.failure
          ? html`<kb-failure
              heading=${messages.failed}
              .error=${this.failure}
              retriable
              @retry=${() => void this.#load()}
            ></kb-failure>`
          : nothing
      }`;
  }
}
customElements.define('kb-search-filter', KbSearchFilter);

declare global {
  interface HTMLElementTagNameMap {
    'kb-search-filter': KbSearchFilter;
  }
}

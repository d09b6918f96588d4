import { html, type ReactiveControllerHost, type TemplateResult } from 'lit';
import { ApiError } from '../../api/api-error.ts';
import { icon } from '../../components/icon.ts';
import { translated } from '../../messages/language.ts';
import { requestErrorText } from '../../messages/request-errors.ts';
import { searchMessages } from '../../messages/search.ts';
import type { AppContext } from '../../app-context.ts';
import { collectionTabs } from '../collection/collection-tabs.ts';
import { searchAddress } from './search-address.ts';
import { filterIn, filterText, noSearchFilter, type SearchFilter } from './search-filter.ts';

/**
 * What searches are limited to, below their field: a button, until it is pressed or there is a filter. What chooses one is shared with the list of tickets
 * and comes with it, so that a search without a filter does not wait for it.
 */
export class FilterRow {
  readonly #host: ReactiveControllerHost;
  readonly #query: () => string;
  #filter: SearchFilter = noSearchFilter;
  #state: 'closed' | 'loading' | 'open' = 'closed';
  #wasPressed = false;
  /** It did not come by itself: only a press asks for it again. */
  #hasFailed = false;

  constructor(host: ReactiveControllerHost, query: () => string) {
    this.#host = host;
    this.#query = query;
  }

  get filter(): SearchFilter {
    return this.#filter;
  }

  /** Whether the fragment of an address names the filter that there is. */
  isIn(fragment: string): boolean {
    return filterText(filterIn(new URLSearchParams(fragment))) === filterText(this.#filter);
  }

  /** Takes the filter of an address. */
  read(fragment: string): void {
    this.#filter = filterIn(new URLSearchParams(fragment));
    this.#host.requestUpdate();
  }

  async #load(refused?: () => void): Promise<void> {
    if (this.#state === 'loading') return;
    this.#state = 'loading';
    try {
      await collectionTabs.tickets();
      this.#state = 'open';
    } catch {
      this.#hasFailed = true;
      this.#state = 'closed';
      refused?.();
    }
    this.#host.requestUpdate();
  }

  render(collectionId: string, { announce, router }: Pick<AppContext, 'announce' | 'router'>): TemplateResult {
    const filter = this.#filter;
    if (this.#state === 'closed' && !this.#hasFailed && filterText(filter) !== '') void this.#load();
    if (this.#state === 'open')
      return html`<kb-search-filter
        .collectionId=${collectionId}
        .filter=${filter}
        .pressed=${this.#wasPressed}
        @change=${({ detail }: CustomEvent<SearchFilter>) =>
          router.navigate(searchAddress(collectionId, this.#query(), detail))}
      ></kb-search-filter>`;
    const open = () => {
      this.#wasPressed = true;
      void this.#load(() => announce(requestErrorText(new ApiError(0, ''))));
    };
    return html`<wa-button class="search-filter-open" size="s" appearance="outlined" @click=${open}>
      ${icon('plus', 'start')}${translated(searchMessages).filter}
    </wa-button>`;
  }
}

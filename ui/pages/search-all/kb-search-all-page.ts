import { html, nothing, type TemplateResult } from 'lit';
import { repeat } from 'lit/directives/repeat.js';
import type { Collection } from '../../api/records.ts';
import { icon } from '../../components/icon.ts';
import '../../components/kb-failure.ts';
import '../../components/kb-spinner.ts';
import { LightElement } from '../../components/light-element.ts';
import { translated } from '../../messages/language.ts';
import { requestErrorText } from '../../messages/request-errors.ts';
import { searchAllMessages } from '../../messages/search-all.ts';
import '../search/kb-source.ts';
import { queryWords } from '../search/query-words.ts';
import { queryOf, searchAllAddress } from '../search/search-address.ts';
import { type AllSearch, type AllSearchRunner, allSearchRunner } from './search-all-runner.ts';

const firstShown = 10;
const firstNames = 3;

/** One search in all collections, driven by the query in the address's fragment. */
export class KbSearchAllPage extends LightElement {
  static override properties = { showsAll: { state: true } };
  declare showsAll: boolean;
  #runner: AllSearchRunner | undefined;
  #cleanups: (() => void)[] = [];

  constructor() {
    super();
    this.showsAll = false;
  }

  override connectedCallback(): void {
    super.connectedCallback();
    const { api, collections, requestsLeft, router } = this.app;
    const runner = allSearchRunner({ search: api.search, requestsLeft: requestsLeft.get });
    this.#runner = runner;
    const apply = () => this.#apply(runner);
    this.#cleanups = [
      runner.state.subscribe(() => this.requestUpdate()),
      router.location.subscribe(apply),
      collections.state.subscribe(apply),
      runner.stop,
    ];
    apply();
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    for (const cleanUp of this.#cleanups) cleanUp();
  }

  /** Searches for the query of the address as soon as the collections are known. */
  #apply(runner: AllSearchRunner): void {
    this.requestUpdate();
    const { path, fragment } = this.app.router.location.get();
    const query = queryOf(fragment);
    const collections = this.app.collections.value();
    if (path !== '/search' || !collections || query === (runner.state.get()?.query ?? '')) return;
    this.showsAll = false;
    if (query === '') runner.stop();
    else runner.start(query, collections);
  }

  #submit(event: SubmitEvent): void {
    event.preventDefault();
    const query = this.querySelector<HTMLInputElement>('.find-field')?.value.trim() ?? '';
    if (query === '') return;
    const collections = this.app.collections.value();
    if (query === this.#runner?.state.get()?.query && collections) this.#runner.start(query, collections);
    else this.app.router.navigate(searchAllAddress(query));
  }

  #form(): TemplateResult {
    const messages = translated(searchAllMessages);
    return html`<form class="search-all-form" role="search" @submit=${(event: SubmitEvent) => this.#submit(event)}>
      <input
        class="find-field"
        type="search"
        name="query"
        maxlength="10000"
        autocomplete="off"
        aria-label=${messages.query}
        placeholder=${messages.placeholder}
        .value=${queryOf(this.app.router.location.get().fragment)}
      />
      <wa-button type="submit" variant="brand">${messages.find}</wa-button>
    </form>`;
  }

  /** What is missing in the results, and why. */
  #gaps({ failures, unasked, isRunning }: AllSearch): TemplateResult | typeof nothing {
    const messages = translated(searchAllMessages);
    if (isRunning || (failures.length === 0 && unasked.length === 0)) return nothing;
    const [first] = failures;
    const failed = failures.map(({ collection }) => collection);
    return html`<div class="notice">
      ${icon('alert')}
      <div>
        <div role="alert">
          ${first ? html`<p>${messages.failed(namesOf(failed), failed.length)}: ${requestErrorText(first.error)}</p>` : nothing}
          ${unasked.length > 0 ? html`<p>${messages.unasked(namesOf(unasked), unasked.length)}</p>` : nothing}
        </div>
        <div class="action-row">
          <wa-button size="s" appearance="outlined" @click=${() => this.#runner?.goOn()}
            >${icon('refresh', 'start')}${messages.goOn}</wa-button
          >
        </div>
      </div>
    </div>`;
  }

  #results(search: AllSearch): TemplateResult {
    const messages = translated(searchAllMessages);
    const { found, levels, query, isRunning, answered } = search;
    const shown = this.showsAll ? found : found.slice(0, firstShown);
    const words = queryWords(query);
    const rest = found.length - shown.length;
    const more = html`<button class="link" type="button" @click=${() => (this.showsAll = true)}>
      ${messages.more(rest)}
    </button>`;
    return html`${found.length === 0 && !isRunning && answered > 0 ? html`<p class="search-all-none">${messages.nothing}</p>` : nothing}
    ${repeat(
      shown,
      ({ source, collection }) => `${collection.id} ${source.ticket_id}`,
      ({ source, collection }, index) =>
        html`<kb-source
          .source=${source}
          .levels=${levels}
          .rank=${index + 1}
          .words=${words}
          .collectionId=${collection.id}
          .collection=${collection}
          .query=${query}
        ></kb-source>`,
    )}
    ${rest > 0 ? html`<p class="search-all-more">${more}</p>` : nothing}`;
  }

  #panel(search: AllSearch): TemplateResult {
    const messages = translated(searchAllMessages);
    const { found, answered, isRunning } = search;
    const state = isRunning ? messages.searching : messages.found(found.length, answered);
    return html`${this.#gaps(search)}
      <section class="panel search-all-found" aria-busy=${isRunning ? 'true' : 'false'} aria-label=${messages.title}>
        <h2 class="search-all-state"><span role="status">${state}</span></h2>
        ${this.#results(search)}
      </section>`;
  }

  protected override render() {
    const messages = translated(searchAllMessages);
    const search = this.#runner?.state.get();
    const collections = this.app.collections.value();
    const isEmpty = collections?.every(({ ticket_count: count }) => count === 0) === true;
    const empty = html`<p class="search-all-none">${messages.noTickets} <a href="/">${messages.toCollections}</a></p>`;
    const intro = html`<p class="search-all-none">${messages.intro}</p>`;
    return html`<div class="frame search-all">
      <h1 tabindex="-1">${messages.title}</h1>
      ${this.#form()} ${isEmpty ? empty : search ? this.#panel(search) : intro}
    </div>`;
  }
}
customElements.define('kb-search-all-page', KbSearchAllPage);

/** The first names, and how many there are more. */
const namesOf = (collections: readonly Collection[]): string => {
  const messages = translated(searchAllMessages);
  const names = collections.slice(0, firstNames).map(({ name }) => messages.quoted(name));
  const rest = collections.length - names.length;
  return [names.join(', '), ...(rest > 0 ? [messages.andMore(rest)] : [])].join(' ');
};

declare global {
  interface HTMLElementTagNameMap {
    'kb-search-all-page': KbSearchAllPage;
  }
}

import { html, nothing, type TemplateResult } from 'lit';
import { keyed } from 'lit/directives/keyed.js';
import { repeat } from 'lit/directives/repeat.js';
import type { Collection } from '../../api/records.ts';
import { icon } from '../../components/icon.ts';
import '../../components/kb-seconds.ts';
import { LightElement } from '../../components/light-element.ts';
import { nearestLevel } from '../../components/similarity.ts';
import { translated } from '../../messages/language.ts';
import { requestErrorText } from '../../messages/request-errors.ts';
import { searchMessages } from '../../messages/search.ts';
import { searchAllMessages } from '../../messages/search-all.ts';
import '../search/kb-source.ts';
import { queryWords } from '../search/query-words.ts';
import { queryOf, searchAllAddress } from '../search/search-address.ts';
import { type AllSearch, type AllSearchRunner, allSearchRunner, shownOf } from './search-all-runner.ts';

const firstNames = 3;
/** So many minutes of the limit are waited for in one search, so that an unattended page stops sending requests. */
const maxWaits = 3;

/** One search in all collections, driven by the query in the address's fragment. */
export class KbSearchAllPage extends LightElement {
  #runner: AllSearchRunner | undefined;
  #cleanups: (() => void)[] = [];
  #waits = 0;

  override connectedCallback(): void {
    super.connectedCallback();
    const { api, collections, requestsLeft, secondsOfLimit, router } = this.app;
    const runner = allSearchRunner({ search: api.search, requestsLeft: requestsLeft.get, secondsOfLimit });
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
    this.#waits = 0;
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
    const query = queryOf(this.app.router.location.get().fragment);
    return html`<form class="search-all-form" role="search" @submit=${(event: SubmitEvent) => this.#submit(event)}>
      <input
        class="find-field"
        ?data-main-field=${query === ''}
        type="search"
        name="query"
        maxlength="10000"
        autocomplete="off"
        aria-label=${messages.query}
        placeholder=${messages.placeholder}
        .value=${query}
      />
      <wa-button type="submit" variant="brand">${messages.find}</wa-button>
    </form>`;
  }

  #goOnAfterWait(): void {
    this.#waits += 1;
    this.#runner?.goOn();
  }

  /** When the collections that were not asked will be; undefined if only on request. */
  #wait({ unasked, waitSeconds }: AllSearch): TemplateResult | undefined {
    const messages = translated(searchAllMessages);
    if (unasked.length === 0 || this.#waits >= maxWaits || waitSeconds === 0) return undefined;
    const seconds = html`<kb-seconds .seconds=${waitSeconds} @end=${() => this.#goOnAfterWait()}></kb-seconds>`;
    return html`<p aria-hidden="true">${messages.goOnIn} ${keyed(unasked, seconds)}</p>`;
  }

  /** What is missing in the results, and why: below them, so that it moves nothing. */
  #gaps(search: AllSearch): TemplateResult | typeof nothing {
    const messages = translated(searchAllMessages);
    const { failures, unasked, isRunning } = search;
    if (isRunning || (failures.length === 0 && unasked.length === 0)) return nothing;
    const [first] = failures;
    const failed = failures.map(({ collection }) => collection);
    const wait = this.#wait(search);
    const spoken = wait && html`<p class="visually-hidden">${messages.goOnInSeconds(search.waitSeconds)}</p>`;
    const goOn = html`<div class="action-row">
      <wa-button size="s" appearance="outlined" @click=${() => this.#runner?.goOn()}
        >${icon('refresh', 'start')}${messages.goOn}</wa-button
      >
    </div>`;
    return html`<div class="notice">
      ${icon(wait ? 'clock' : 'alert')}
      <div>
        <div role="alert">
          ${first ? html`<p>${messages.failed(namesOf(failed), failed.length)}: ${requestErrorText(first.error)}</p>` : nothing}
          ${unasked.length > 0 ? html`<p>${messages.unasked(namesOf(unasked), unasked.length)}</p>` : nothing}
          ${spoken ?? nothing}
        </div>
        ${wait ?? goOn}
      </div>
    </div>`;
  }

  #showCloser(): void {
    this.#runner?.showCloser();
    // The button is gone.
    const best = () => this.querySelector<HTMLElement>('kb-source');
    void this.updateComplete.then(() => best()?.focus());
  }

  #results(search: AllSearch): TemplateResult {
    const messages = translated(searchAllMessages);
    const { found, levels, query, isRunning, answered } = search;
    const shown = shownOf(search);
    const words = queryWords(query);
    const rest = found.length - shown.length;
    const more = html`<button class="link" type="button" @click=${() => this.#runner?.showAll()}>
      ${messages.more(rest)}
    </button>`;
    return html`${found.length === 0 && !isRunning && answered > 0 ? html`<p class="search-all-none">${messages.nothing}</p>` : nothing}
    ${repeat(
      shown,
      ({ source, collection }) => `${collection.id} ${source.ticket_id}`,
      ({ source, collection, answerId }, index) =>
        html`<kb-source
          .source=${source}
          .levels=${levels}
          .rank=${index + 1}
          .words=${words}
          .collectionId=${collection.id}
          .collection=${collection}
          .query=${query}
          .answerId=${answerId}
        ></kb-source>`,
    )}
    ${rest > 0 ? html`<p class="search-all-more">${more}</p>` : nothing}`;
  }

  #state({ found, closer, answered, isRunning, failures, unasked, levels }: AllSearch): TemplateResult {
    const messages = translated(searchAllMessages);
    const total = answered + failures.length + unasked.length;
    const said = isRunning ? messages.searching : messages.found(found.length + closer.length, answered, total);
    const sources = [...found, ...closer].map(({ source }) => source).toSorted((one, other) => other.score - one.score);
    const isWeak = !isRunning && nearestLevel(sources, levels) === 'remote';
    const weak = html`${icon('triangle-alert')} ${translated(searchMessages).weak}.`;
    return html`<h2 class="search-all-state ${isWeak ? 'is-weak' : ''}">
      <span role="status">${isWeak ? weak : nothing} <span class=${isWeak ? 'wide-only' : nothing}>${said}</span></span>
    </h2>`;
  }

  #panel(search: AllSearch): TemplateResult {
    const messages = translated(searchAllMessages);
    const { closer, isRunning } = search;
    const showCloser = html`<button class="link" type="button" @click=${() => this.#showCloser()}>
      ${messages.closer(closer.length)}${icon('arrow-up')}
    </button>`;
    return html`<section
        class="panel search-all-found"
        aria-busy=${isRunning ? 'true' : 'false'}
        aria-label=${messages.title}
      >
        <div class="search-all-head">${this.#state(search)} ${closer.length > 0 ? showCloser : nothing}</div>
        ${this.#results(search)}
      </section>
      ${this.#gaps(search)}`;
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

import { html, nothing, type TemplateResult } from 'lit';
import type { Collection } from '../../api/records.ts';
import type { RunningUpload } from '../../app-context.ts';
import { ShortcutController } from '../../browser/shortcuts.ts';
import { readSetting, saveSetting } from '../../browser/storage.ts';
import { Effect } from '../../components/effect.ts';
import { LightElement } from '../../components/light-element.ts';
import { judgedText } from '../../components/verdict-text.ts';
import { collectionMessages } from '../../messages/collection.ts';
import { translated } from '../../messages/language.ts';
import { FilterRow } from './filter-row.ts';
import { KeepingNote } from './keeping-note.ts';
import { queryPanel } from './query-panel.ts';
import { recentQueries, type RecentQueries } from './recent-queries.ts';
import { recentQueryList } from './recent-query-list.ts';
import { queryOf, searchAddress } from './search-address.ts';
import { searchAnnouncement } from './search-announcement.ts';
import { focusIsIn, focusWhenRendered, onSourceKeydown, searchShortcuts } from './search-keyboard.ts';
import { citedTicket, createSearchRunner, type SearchRunner, type SearchState } from './search-runner.ts';
import { shownSearch } from './search-sentences.ts';
import { sourcePanel } from './source-panel.ts';
import { StickyColumn } from './sticky-column.ts';

const singleColumn = matchMedia('(max-width: 59.99rem)');

/** The search tab of a collection, driven by the query and the filter in the address's fragment; `active` while the tab is shown. */
export class KbSearchPage extends LightElement {
  static override properties = {
    collection: { attribute: false },
    active: { attribute: false },
    withAnswers: { state: true },
    recentOpen: { state: true },
  };
  declare collection: Collection;
  declare active: boolean;
  declare withAnswers: boolean;
  /** In a single column, recent queries are shown on request only. */
  declare recentOpen: boolean;
  #runner: SearchRunner | undefined;
  #cleanups: (() => void)[] = [];
  #wasOnOtherTab = false;
  #lastSavedQuery = '';
  /** Whether a ticket has been added since the search that is shown. */
  #isOutdated = false;
  readonly #filter = new FilterRow(this, () => this.#currentQuery);
  readonly #note = new KeepingNote(this, {
    usage: () => this.app.usage,
    search: () => this.#runner?.state.get(),
    focusSearchBox: () => this.#focusSearchBox(),
  });

  constructor() {
    super();
    this.active = true;
    this.withAnswers = readSetting('answers') !== 'off';
    this.recentOpen = false;
    new Effect(
      this,
      () => [this.collection.ticket_count],
      (_, before) => before && this.#runner?.clearCache(),
    );
    new Effect(
      this,
      () => [this.#runner?.state.get()?.found.state, this.#currentQuery],
      ([found, query]) => found === 'found' && this.#saveRecent(query),
    );
    new StickyColumn(this, '.search-left');
    new ShortcutController(this, searchShortcuts(this), () => this.active);
  }

  protected override watched() {
    return [this.app.collections.state, this.app.requestsLeft, this.app.uploads, this.app.verdicts.state];
  }

  override connectedCallback(): void {
    super.connectedCallback();
    const runner = createSearchRunner(this.app.api.search, this.collection.id);
    this.#runner = runner;
    const update = () => this.requestUpdate();
    singleColumn.addEventListener('change', update);
    window.addEventListener('online', runner.retryOffline);
    this.#cleanups = [
      runner.state.subscribe(update),
      runner.stop,
      this.app.changedTickets.subscribe(() => {
        runner.clearCache();
        if (this.app.changedTickets.get()?.before.length === 0) this.#isOutdated = true;
      }),
      this.app.router.location.subscribe(() => this.#applyLocation(runner)),
      () => singleColumn.removeEventListener('change', update),
      () => window.removeEventListener('online', runner.retryOffline),
    ];
    this.#applyLocation(runner);
  }

  protected override firstUpdated(): void {
    // Only when the page was opened directly: after navigation the focus belongs to the heading.
    const isFree = document.activeElement === document.body && matchMedia('(pointer: fine)').matches;
    if (isFree && this.#currentQuery === '') this.#focusSearchBox();
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    for (const cleanUp of this.#cleanups) cleanUp();
  }

  /** Searches for the query in the address; on return from the other tab, restores the address of the search that is still shown. */
  #applyLocation(runner: SearchRunner): void {
    const { router } = this.app;
    const { path, fragment } = router.location.get();
    const cameBack = this.#wasOnOtherTab;
    this.#wasOnOtherTab = path !== `/collections/${this.collection.id}`;
    if (this.#wasOnOtherTab) return;
    const query = queryOf(fragment);
    const before = runner.state.get()?.query ?? '';
    if (query === before && this.#filter.isIn(fragment) && !(cameBack && this.#isOutdated)) return;
    this.#isOutdated = false;
    this.recentOpen = false;
    // The link that had the focus disappears: the current query is not listed.
    const isFromRecent = focusIsIn(this, '.recent');
    const restores = cameBack && fragment === '';
    if (!restores) this.#filter.read(fragment);
    if (query !== '') runner.start(query, { withAnswer: this.withAnswers, filter: this.#filter.filter });
    else if (restores) router.navigate(this.#addressOf(before), { replace: true });
    else runner.stop();
    if (isFromRecent) focusWhenRendered(this, '#sources', { preventScroll: true });
  }

  #search(query: string): void {
    this.recentOpen = false;
    this.#runner?.start(query, { withAnswer: this.withAnswers, fresh: true, filter: this.#filter.filter });
    this.app.router.navigate(this.#addressOf(query), {
      replace: queryOf(this.app.router.location.get().fragment) === query,
    });
  }

  #addressOf(query: string): string {
    return searchAddress(this.collection.id, query, this.#filter.filter);
  }

  #setWithAnswers(on: boolean): void {
    this.withAnswers = on;
    saveSetting('answers', on ? undefined : 'off');
    this.#runner?.setAnswerWanted(on);
  }

  get #recent(): RecentQueries {
    return recentQueries(this.collection.user_id, this.collection.id);
  }

  #saveRecent(query: string): void {
    if (query === this.#lastSavedQuery) return;
    this.#lastSavedQuery = query;
    this.#recent.add(query);
  }

  get #currentQuery(): string {
    return this.#runner?.state.get()?.query ?? '';
  }

  /** The upload into this collection that runs. */
  get #upload(): RunningUpload | undefined {
    return this.app.uploads.get().find(({ collectionId }) => collectionId === this.collection.id);
  }

  #focusSearchBox(): void {
    this.querySelector('kb-search-box')?.focus();
  }

  #recentList() {
    return recentQueryList({
      recent: this.#recent,
      current: this.#currentQuery,
      addressOf: (query) => this.#addressOf(query),
      onChange: () => this.requestUpdate(),
      focusSearchBox: () => this.#focusSearchBox(),
    });
  }

  #queryPanel(search: SearchState | undefined): TemplateResult {
    const recentFirst = search !== undefined && singleColumn.matches;
    return queryPanel({
      search,
      collectionId: this.collection.id,
      withAnswers: this.withAnswers,
      recent: recentFirst && !this.recentOpen ? nothing : this.#recentList(),
      recentFirst,
      requestsLeft: this.app.requestsLeft.get(),
      secondsOfLimit: this.app.secondsOfLimit(),
      upload: this.#upload,
      filter: this.#filter.render(this.collection.id, this.app),
      note: this.#note.render(this.collection.id),
      onQuery: (query) => this.#search(query),
      onAnswersChange: (on) => this.#setWithAnswers(on),
      onFocus: () => {
        this.recentOpen = true;
        this.#note.prepare();
      },
      openRecent: () => {
        this.recentOpen = true;
        focusWhenRendered(this, '.recent a');
      },
      retryAnswer: () => this.#runner?.requestAnswer(),
      stopAnswer: () => this.#runner?.stopAnswer(),
      showCited: () => this.querySelector<HTMLElement>('kb-source[cited]')?.focus(),
    });
  }

  readonly #retry = (): void => {
    // The retry button disappears with the refusal.
    const hadFocus = focusIsIn(this, '.source-list');
    this.#runner?.retry();
    if (hadFocus) focusWhenRendered(this, '#sources', { preventScroll: true });
  };

  protected override render() {
    const { collection } = this;
    const search = shownSearch(this.#runner?.state.get(), this.withAnswers);
    const judged = this.app.verdicts.of(search?.answerId);
    const isEmpty = collection.ticket_count + (this.#upload?.stored ?? 0) === 0;
    const unanswered = search?.answer.state === 'read' && search.answer.answer.kind === 'too little';
    const sources = sourcePanel({
      search,
      collection,
      allCollections: this.app.collections.value() ?? [],
      isEmpty,
      cited: search && citedTicket(search),
      retry: this.#retry,
    });
    return html`<div class="frame">
      <h2 class="visually-hidden">${translated(collectionMessages).search}</h2>
      <div class="search-layout">
        ${this.#queryPanel(search)}
        <div class="search-right" @keydown=${(event: KeyboardEvent) => onSourceKeydown(this, event)}>${sources}</div>
      </div>
      <p class="visually-hidden" role="status">
        ${judged ? judgedText(judged, unanswered) : search ? searchAnnouncement(search, { isEmpty }) : nothing}
      </p>
    </div>`;
  }
}
customElements.define('kb-search-page', KbSearchPage);

declare global {
  interface HTMLElementTagNameMap {
    'kb-search-page': KbSearchPage;
  }
}

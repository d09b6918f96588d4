import { html, nothing, type TemplateResult } from 'lit';
import type { Collection } from '../../api/records.ts';
import { LightElement } from '../../components/light-element.ts';
import { collectionMessages } from '../../messages/collection.ts';
import { translated } from '../../messages/language.ts';
import { saveSetting, readSetting } from '../../browser/storage.ts';
import { ShortcutController } from '../../browser/shortcuts.ts';
import { sourcesView } from './source-panel.ts';
import { queryIn, searchAddress } from './search-address.ts';
import { queryPanel } from './query-panel.ts';
import { recentQueryList } from './recent-query-list.ts';
import { recentQueries, type RecentQueries } from './recent-queries.ts';
import { searchShortcuts } from './search-shortcuts.ts';
import { citedIn, type SearchState, type SearchRunner, createSearchRunner } from './search-runner.ts';
import { searchAnnouncement } from './search-announcement.ts';
import { hasFocus, stepByArrow } from './search-keyboard.ts';
import { StickyColumn } from './sticky-column.ts';

const oneColumn = matchMedia('(max-width: 59.99rem)');

/** The search tab of a collection; `active` while it is the one that is looked at. It follows the query in the address's fragment. */
export class KbSearchPage extends LightElement {
  static override properties = {
    collection: { attribute: false },
    active: { attribute: false },
    answers: { state: true },
    recentOpen: { state: true },
  };
  declare collection: Collection;
  declare active: boolean;
  /** Whether an answer is wanted. */
  declare answers: boolean;
  /** In one column recent queries show only while they are wanted. */
  declare recentOpen: boolean;
  #run: SearchRunner | undefined;
  #searchEnds: (() => void)[] = [];
  #wasAway = false;
  #kept = '';

  constructor() {
    super();
    this.active = true;
    this.answers = readSetting('answers') !== 'off';
    this.recentOpen = false;
    new StickyColumn(this, '.search-left');
    new ShortcutController(this, searchShortcuts(this));
  }

  protected override watched() {
    return [this.app.account.state, this.app.collections.state];
  }

  override connectedCallback(): void {
    super.connectedCallback();
    const run = createSearchRunner(this.app.api.search, this.collection.id);
    const update = () => this.requestUpdate();
    const retry = () => run.retryOffline();
    this.#run = run;
    oneColumn.addEventListener('change', update);
    window.addEventListener('online', retry);
    this.#searchEnds = [
      run.now.subscribe(update),
      run.stop,
      this.app.router.location.subscribe(() => this.#arrive(run)),
      () => oneColumn.removeEventListener('change', update),
      () => window.removeEventListener('online', retry),
    ];
    this.#arrive(run);
  }

  protected override firstUpdated(): void {
    // Who opens the address itself came to ask; who came from another page is led to the heading.
    const free = document.activeElement === document.body && matchMedia('(pointer: fine)').matches;
    if (free && this.#querying === '') this.querySelector('kb-search-box')?.focus();
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    for (const end of this.#searchEnds) end();
  }

  /** Searches for what the address says. Who comes back from the other tab finds the search that was left, and its address. */
  #arrive(run: SearchRunner): void {
    const { router } = this.app;
    const { path, fragment } = router.location.get();
    const cameBack = this.#wasAway;
    this.#wasAway = path !== `/collections/${this.collection.id}`;
    if (this.#wasAway) return;
    const query = queryIn(fragment);
    const before = run.now.get()?.query ?? '';
    if (query === before) return;
    this.recentOpen = false;
    // The link that led here goes away: it is no longer a recent query.
    const isFromRecent = hasFocus(this, '.recent');
    if (query !== '') run.start(query, { withAnswer: this.answers });
    else if (cameBack) router.navigate(searchAddress(this.collection.id, before), { replace: true });
    else run.stop();
    if (isFromRecent) this.#leadToSources();
  }

  #ask(query: string): void {
    this.recentOpen = false;
    this.#run?.start(query, { withAnswer: this.answers, anew: true });
    this.app.router.navigate(searchAddress(this.collection.id, query), {
      replace: queryIn(this.app.router.location.get().fragment) === query,
    });
  }

  #switch(on: boolean): void {
    this.answers = on;
    saveSetting('answers', on ? undefined : 'off');
    this.#run?.wantAnswer(on);
  }

  get #recent(): RecentQueries | undefined {
    const user = this.app.account.value();
    return user && recentQueries(user.id, this.collection.id);
  }

  protected override willUpdate(changed: Map<PropertyKey, unknown>): void {
    const before = changed.get('collection') as Collection | undefined;
    if (before && before.ticket_count !== this.collection.ticket_count) this.#run?.forget();
    const run = this.#run?.now.get();
    const querying = this.#querying;
    if (run?.found.state !== 'found' || querying === this.#kept || !this.#recent) return;
    this.#kept = querying;
    this.#recent.add(querying);
  }

  /** What is searched for now. */
  get #querying(): string {
    return this.#run?.now.get()?.query ?? '';
  }

  #leadToSources(): void {
    void this.updateComplete.then(() => this.querySelector<HTMLElement>('#sources')?.focus({ preventScroll: true }));
  }

  async #openRecent(): Promise<void> {
    this.recentOpen = true;
    await this.updateComplete;
    this.querySelector<HTMLElement>('.recent a')?.focus();
  }

  #recentPart() {
    const recent = this.#recent;
    if (!recent) return nothing;
    return recentQueryList({
      recent,
      current: this.#querying,
      collectionId: this.collection.id,
      changed: () => this.requestUpdate(),
      leave: () => this.querySelector('kb-search-box')?.focus(),
    });
  }

  #left(run: SearchState | undefined): TemplateResult {
    const apart = run !== undefined && oneColumn.matches;
    return queryPanel({
      run,
      collectionId: this.collection.id,
      answers: this.answers,
      recent: apart && !this.recentOpen ? nothing : this.#recentPart(),
      recentFirst: apart,
      ask: (query) => this.#ask(query),
      switchAnswers: (on) => this.#switch(on),
      enter: () => (this.recentOpen = true),
      openRecent: () => void this.#openRecent(),
      again: () => this.#run?.answer(),
      showCited: () => this.querySelector<HTMLElement>('kb-source[cited]')?.focus(),
    });
  }

  #right(run: SearchState | undefined): TemplateResult {
    const { collection, answers } = this;
    const shown = sourcesView({
      run,
      collection,
      others: this.app.collections.value() ?? [],
      cited: run && answers ? citedIn(run) : undefined,
      inexact: answers && run?.answer.state === 'read' && run.answer.answer.kind === 'too little',
      retry: () => {
        // The button goes away with what failed.
        const isByButton = hasFocus(this, '.sources');
        this.#run?.retry();
        if (isByButton) this.#leadToSources();
      },
    });
    return html`<div class="search-right" @keydown=${(event: KeyboardEvent) => stepByArrow(this, event)}>
      ${shown}
    </div>`;
  }

  protected override render() {
    const run = this.#run?.now.get();
    return html`<div class="frame">
      <h2 class="visually-hidden">${translated(collectionMessages).search}</h2>
      <div class="search-layout">${this.#left(run)} ${this.#right(run)}</div>
      <p class="visually-hidden" role="status">${run ? searchAnnouncement(run, this.answers) : nothing}</p>
    </div>`;
  }
}
customElements.define('kb-search-page', KbSearchPage);

declare global {
  interface HTMLElementTagNameMap {
    'kb-search-page': KbSearchPage;
  }
}

import { html, nothing, type TemplateResult } from 'lit';
import type { Collection } from '../../api/records.ts';
import { LightElement } from '../../components/light-element.ts';
import { collectionMessages } from '../../messages/collection.ts';
import { translated } from '../../messages/language.ts';
import { remember, remembered } from '../../remembered.ts';
import { ShortcutController } from '../../shortcuts.ts';
import { evidence } from './evidence.ts';
import { queryIn, searchAddress } from './query-address.ts';
import { querySide } from './query-side.ts';
import { recentList } from './recent-list.ts';
import { recentQueries, type RecentQueries } from './recent-queries.ts';
import { searchShortcuts } from './search-shortcuts.ts';
import { citedIn, type Run, type SearchRun, searchRun } from './search-run.ts';
import { spoken } from './spoken.ts';
import { hasFocus, stepByArrow } from './page-focus.ts';
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
  #run: SearchRun | undefined;
  #searchEnds: (() => void)[] = [];
  #wasAway = false;
  #kept = '';

  constructor() {
    super();
    this.active = true;
    this.answers = remembered('answers') !== 'off';
    this.recentOpen = false;
    new StickyColumn(this, '.bench-l');
    new ShortcutController(this, searchShortcuts(this));
  }

  protected override watched() {
    return [this.app.account.now, this.app.collections.now];
  }

  override connectedCallback(): void {
    super.connectedCallback();
    const run = searchRun(this.app.api.search, this.collection.id);
    const update = () => this.requestUpdate();
    const retry = () => run.retryOffline();
    this.#run = run;
    oneColumn.addEventListener('change', update);
    window.addEventListener('online', retry);
    this.#searchEnds = [
      run.now.subscribe(update),
      run.stop,
      this.app.router.place.subscribe(() => this.#arrive(run)),
      () => oneColumn.removeEventListener('change', update),
      () => window.removeEventListener('online', retry),
    ];
    this.#arrive(run);
  }

  protected override firstUpdated(): void {
    // Who opens the address itself came to ask; who came from another page is led to the heading.
    const free = document.activeElement === document.body && matchMedia('(pointer: fine)').matches;
    if (free && this.#querying === '') this.querySelector('kb-ask')?.focus();
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    for (const end of this.#searchEnds) end();
  }

  /** Searches for what the address says. Who comes back from the other tab finds the search that was left, and its address. */
  #arrive(run: SearchRun): void {
    const { router } = this.app;
    const { path, fragment } = router.place.get();
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
      replace: queryIn(this.app.router.place.get().fragment) === query,
    });
  }

  #switch(on: boolean): void {
    this.answers = on;
    remember('answers', on ? undefined : 'off');
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
    return recentList({
      recent,
      current: this.#querying,
      collectionId: this.collection.id,
      changed: () => this.requestUpdate(),
      leave: () => this.querySelector('kb-ask')?.focus(),
    });
  }

  #left(run: Run | undefined): TemplateResult {
    const apart = run !== undefined && oneColumn.matches;
    return querySide({
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

  #right(run: Run | undefined): TemplateResult {
    const { collection, answers } = this;
    const shown = evidence({
      run,
      collection,
      others: this.app.collections.value() ?? [],
      cited: run && answers ? citedIn(run) : undefined,
      inexact: answers && run?.answer.state === 'read' && run.answer.answer.kind === 'too little',
      retry: () => {
        // The button goes away with what failed.
        const isByButton = hasFocus(this, '.srcs');
        this.#run?.retry();
        if (isByButton) this.#leadToSources();
      },
    });
    return html`<div class="bench-r" @keydown=${(event: KeyboardEvent) => stepByArrow(this, event)}>${shown}</div>`;
  }

  protected override render() {
    const run = this.#run?.now.get();
    return html`<div class="frame">
      <h2 class="vh">${translated(collectionMessages).search}</h2>
      <div class="bench">${this.#left(run)} ${this.#right(run)}</div>
      <p class="vh" role="status">${run ? spoken(run, this.answers) : nothing}</p>
    </div>`;
  }
}
customElements.define('kb-search-page', KbSearchPage);

declare global {
  interface HTMLElementTagNameMap {
    'kb-search-page': KbSearchPage;
  }
}

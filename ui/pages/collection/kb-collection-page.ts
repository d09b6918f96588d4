import { html, nothing, type TemplateResult } from 'lit';
import { keyed } from 'lit/directives/keyed.js';
import type { Collection } from '../../api/records.ts';
import { ShortcutController } from '../../browser/shortcuts.ts';
import { Effect } from '../../components/effect.ts';
import { ElementLoader } from '../../components/element-loader.ts';
import { icon, type IconName } from '../../components/icon.ts';
import '../../components/kb-failure.ts';
import '../../components/kb-spinner.ts';
import { LightElement } from '../../components/light-element.ts';
import { refreshNotice } from '../../components/refresh-notice.ts';
import { collectionMessages } from '../../messages/collection.ts';
import { commonMessages } from '../../messages/common.ts';
import { translated } from '../../messages/language.ts';
import { shellMessages } from '../../messages/shell.ts';
import { collectionTabs } from './collection-tabs.ts';

type Tab = keyof typeof collectionTabs;

/** The gaps are reached from the questions. */
type LinkedTab = Exclude<Tab, 'gaps'>;

const icons: Readonly<Record<LinkedTab, IconName>> = {
  search: 'search',
  tickets: 'list',
  questions: 'message-question',
  upload: 'upload',
};

/** A collection with its tabs. An opened tab stays in the document while hidden: a search keeps its results, an upload continues. */
export class KbCollectionPage extends LightElement {
  static override properties = {
    collectionId: { attribute: false },
    tab: { attribute: false },
    opened: { state: true },
  };
  declare collectionId: string;
  declare tab: Tab;
  declare opened: ReadonlySet<Tab>;
  readonly #elements = new ElementLoader<Tab>(this);

  constructor() {
    super();
    this.opened = new Set();
    new Effect(
      this,
      () => [this.tab, this.collectionId],
      ([tab]) => this.#open(tab),
    );
    const goTo = (tab: Tab) => () => this.app.router.navigate(this.#addressOf(tab));
    new ShortcutController(this, { 'g t': goTo('tickets'), 'g q': goTo('questions') });
  }

  protected override watched() {
    return [this.app.collections.state];
  }

  protected override willUpdate(changed: Map<PropertyKey, unknown>): void {
    if (changed.has('collectionId')) this.opened = new Set();
  }

  #open(tab: Tab): void {
    this.#elements.load(tab, collectionTabs[tab], () => (this.opened = new Set([...this.opened, tab])));
  }

  #addressOf(tab: Tab): string {
    return `/collections/${this.collectionId}${tab === 'search' ? '' : `/${tab}`}`;
  }

  #link(tab: LinkedTab): TemplateResult {
    const current = this.tab === 'gaps' ? 'questions' : this.tab;
    return html`<a href=${this.#addressOf(tab)} aria-current=${tab === current ? 'page' : nothing}>
      ${icon(icons[tab])}${translated(collectionMessages)[tab]}
    </a>`;
  }

  #tabs(collection: Collection): TemplateResult {
    const { opened, tab } = this;
    const search = html`<kb-search-page
      .collection=${collection}
      .active=${tab === 'search'}
      ?hidden=${tab !== 'search'}
    ></kb-search-page>`;
    const upload = html`<kb-upload-page
      .collection=${collection}
      .active=${tab === 'upload'}
      ?hidden=${tab !== 'upload'}
    ></kb-upload-page>`;
    const tickets = html`<kb-tickets-page
      .collection=${collection}
      .active=${tab === 'tickets'}
      ?hidden=${tab !== 'tickets'}
    ></kb-tickets-page>`;
    const questions = html`<kb-questions-page
      .collection=${collection}
      .active=${tab === 'questions'}
      ?hidden=${tab !== 'questions'}
    ></kb-questions-page>`;
    const gaps = html`<kb-gaps-page
      .collection=${collection}
      .active=${tab === 'gaps'}
      ?hidden=${tab !== 'gaps'}
    ></kb-gaps-page>`;
    return html`
      ${opened.has('search') ? search : nothing} ${opened.has('tickets') ? tickets : nothing}
      ${opened.has('questions') ? questions : nothing} ${opened.has('gaps') ? gaps : nothing}
      ${opened.has('upload') ? upload : nothing}
      ${opened.has(tab) ? nothing : (this.#elements.failure(tab) ?? html`<kb-spinner></kb-spinner>`)}
    `;
  }

  #gone(): TemplateResult {
    const messages = translated(collectionMessages);
    return html`<div class="frame">
      <div class="not-found">
        <h2>${messages.gone}</h2>
        <p>${messages.goneText}</p>
        <a href="/">${translated(shellMessages).toCollections}</a>
      </div>
    </div>`;
  }

  protected override render() {
    const loaded = this.app.collections.state.get();
    if (loaded.state === 'loading') return html`<kb-spinner></kb-spinner>`;
    const retry = () => void this.app.collections.load();
    if (loaded.state === 'failed') {
      return html`<div class="frame dashboard">
        <kb-failure .error=${loaded.error} retriable @retry=${retry}></kb-failure>
      </div>`;
    }
    const collection = loaded.value.find(({ id }) => id === this.collectionId);
    if (!collection) return this.#gone();
    return html`
      <div class="tabs">
        <div class="frame">
          <nav aria-label=${translated(collectionMessages).tabs}>
            ${(Object.keys(icons) as LinkedTab[]).map((tab) => this.#link(tab))}
          </nav>
          <span class="tabs-count">${translated(commonMessages).tickets(collection.ticket_count)}</span>
        </div>
      </div>
      ${refreshNotice(loaded, retry)} ${keyed(collection.id, this.#tabs(collection))}
    `;
  }
}
customElements.define('kb-collection-page', KbCollectionPage);

declare global {
  interface HTMLElementTagNameMap {
    'kb-collection-page': KbCollectionPage;
  }
}

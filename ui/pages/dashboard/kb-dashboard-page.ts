import { html, nothing, type TemplateResult } from 'lit';
import { repeat } from 'lit/directives/repeat.js';
import { type ApiError, asApiError } from '../../api/api-error.ts';
import type { Collection } from '../../api/records.ts';
import { icon } from '../../components/icon.ts';
import '../../components/kb-failure.ts';
import '../../components/kb-spinner.ts';
import { LightElement } from '../../components/light-element.ts';
import { refreshNotice } from '../../components/refresh-notice.ts';
import { dashboardMessages } from '../../messages/dashboard.ts';
import { translated } from '../../messages/language.ts';
import { arranged, collectionHead, collectionRow, type SortKey } from './collection-row.ts';
import { dashboardHelp, firstSteps } from './dashboard-help.ts';
import { deleteDialog } from './delete-dialog.ts';
import './kb-create-collection.ts';

type Created = CustomEvent<{ readonly collection: Collection }>;

/** Longer lists can be searched and sorted. */
const maxUnsorted = 8;
const newEnoughMs = 5_000;

/** The table of collections, with creation and deletion. */
export class KbDashboardPage extends LightElement {
  static override properties = {
    creating: { state: true },
    deleting: { state: true },
    busy: { state: true },
    failure: { state: true },
    find: { state: true },
    sortBy: { state: true },
  };
  declare creating: boolean;
  declare deleting: Collection | undefined;
  declare busy: boolean;
  declare failure: ApiError | undefined;
  /** The part of a name that is looked for. */
  declare find: string;
  declare sortBy: SortKey;
  #unsubscribe: () => void = () => undefined;

  constructor() {
    super();
    this.creating = false;
    this.busy = false;
    this.find = '';
    this.sortBy = 'created';
  }

  protected override watched() {
    return [this.app.collections.state];
  }

  override connectedCallback(): void {
    super.connectedCallback();
    // Counts change through the API too. What was loaded for this page at sign-in is new enough.
    if (this.app.collections.value()) this.app.collections.ensure(newEnoughMs);
    this.#unsubscribe = this.app.router.location.subscribe(this.#createIfAsked);
    this.#createIfAsked();
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#unsubscribe();
  }

  /** The address `/#new` opens the creation of a collection. */
  readonly #createIfAsked = (): void => {
    const { location, navigate } = this.app.router;
    const { path, fragment } = location.get();
    if (path !== '/' || fragment !== 'new') return;
    this.creating = true;
    navigate('/', { replace: true });
  };

  #created({ detail: { collection } }: Created): void {
    this.creating = false;
    const { collections, router } = this.app;
    collections.set([...(collections.value() ?? []).filter(({ id }) => id !== collection.id), collection]);
    router.navigate(`/collections/${collection.id}/upload`);
  }

  #confirmDelete(collection: Collection | undefined): void {
    this.failure = undefined;
    this.deleting = collection;
  }

  async #delete(collection: Collection): Promise<void> {
    this.busy = true;
    this.failure = undefined;
    try {
      await this.app.api.deleteCollection(collection.id).catch(this.#ignoreMissing);
      this.#deleted(collection);
    } catch (error) {
      this.failure = asApiError(error);
    } finally {
      this.busy = false;
    }
  }

  /** A collection that another tab has already deleted. */
  readonly #ignoreMissing = (error: unknown): void => {
    if (asApiError(error).status !== 404) throw error;
  };

  #deleted(collection: Collection): void {
    const { collections, announce } = this.app;
    const before = collections.value() ?? [];
    const index = before.findIndex(({ id }) => id === collection.id);
    this.deleting = undefined;
    collections.set(before.filter(({ id }) => id !== collection.id));
    announce(translated(dashboardMessages).removed);
    void this.updateComplete.then(() => this.#focusRow(index));
  }

  /** Focuses the row at the index, the last row, or the heading of an empty page. */
  #focusRow(index: number): void {
    const rows = [...this.querySelectorAll<HTMLElement>('.collections-name')];
    const next = rows[Math.min(index, rows.length - 1)] ?? this.querySelector<HTMLElement>('h1');
    next?.focus();
  }

  #empty(): TemplateResult {
    const messages = translated(dashboardMessages);
    return html`<div class="first-visit">
      <h1 class="first-visit-tagline" tabindex="-1">${messages.start}</h1>
      <p class="first-visit-lead">${messages.startText}</p>
      <kb-create-collection first @created=${(event: Created) => this.#created(event)}></kb-create-collection>
      ${firstSteps()}
    </div>`;
  }

  #findField(): TemplateResult {
    const label = translated(dashboardMessages).find;
    return html`<input
      class="dashboard-find find-field"
      type="search"
      placeholder=${label}
      aria-label=${label}
      .value=${this.find}
      @input=${(event: Event) => (this.find = (event.target as HTMLInputElement).value)}
    />`;
  }

  #table(all: readonly Collection[]): TemplateResult {
    const maxTickets = Math.max(1, ...all.map(({ ticket_count: count }) => count));
    const row = (each: Collection) =>
      collectionRow(each, maxTickets, {
        configure: () => this.app.configuring.set(each),
        remove: () => this.#confirmDelete(each),
      });
    const isLong = all.length > maxUnsorted;
    const shown = isLong ? arranged(all, this.find, this.sortBy) : all;
    const sorting = isLong ? { by: this.sortBy, choose: (by: SortKey) => (this.sortBy = by) } : undefined;
    const none = html`<p class="none-found" role="status">${translated(dashboardMessages).noneFound(this.find)}</p>`;
    return html`${isLong ? this.#findField() : nothing}
      <div class="panel">
        <table class="collections">
          <thead class="narrow-unseen">
            ${collectionHead(sorting)}
          </thead>
          <tbody>
            ${repeat(shown, ({ id }) => id, row)}
          </tbody>
        </table>
        ${shown.length === 0 ? none : nothing}
      </div>
      ${dashboardHelp()}`;
  }

  #dialogs(): TemplateResult {
    const { deleting, busy, failure } = this;
    const cancel = () => this.#confirmDelete(undefined);
    const confirm = () => {
      if (deleting) void this.#delete(deleting);
    };
    const creation = html`<kb-create-collection
      @created=${(event: Created) => this.#created(event)}
      @close=${() => (this.creating = false)}
    ></kb-create-collection>`;
    return html`${this.creating ? creation : nothing}
    ${deleting ? deleteDialog({ collection: deleting, busy, error: failure, confirm, cancel }) : nothing}`;
  }

  protected override render() {
    const messages = translated(dashboardMessages);
    const loaded = this.app.collections.state.get();
    if (loaded.state === 'ready' && loaded.value.length === 0) return html`<div class="frame">${this.#empty()}</div>`;
    const all = loaded.state === 'ready' ? loaded.value : [];
    const tickets = all.reduce((sum, { ticket_count: count }) => sum + count, 0);
    const create = html`<wa-button variant="brand" @click=${() => (this.creating = true)}>
      ${icon('plus', 'start')}<span class="wide-only">${messages.create}</span
      ><span class="narrow-only">${messages.createShort}</span>
    </wa-button>`;
    const searchAll = html`<wa-button class="dashboard-search" appearance="outlined" href="/search">
      ${icon('search', 'start')}${messages.searchAll}
    </wa-button>`;
    const filled = all.filter(({ ticket_count: count }) => count > 0).length;
    const retry = () => void this.app.collections.load();
    const failed =
      loaded.state === 'failed'
        ? html`<kb-failure heading=${messages.failed} .error=${loaded.error} retriable @retry=${retry}></kb-failure>`
        : nothing;
    return html`${refreshNotice(loaded, retry)}
      <div class="frame dashboard">
        <div class="dashboard-head">
          <div>
            <h1 tabindex="-1">${messages.title}</h1>
            ${loaded.state === 'ready' ? html`<p class="dashboard-totals">${messages.totals(all.length, tickets)}</p>` : nothing}
          </div>
          ${filled > 1 ? searchAll : nothing} ${loaded.state === 'ready' ? create : nothing}
        </div>
        ${loaded.state === 'loading' ? html`<kb-spinner></kb-spinner>` : failed}
        ${loaded.state === 'ready' ? this.#table(all) : nothing}
      </div>
      ${this.#dialogs()}`;
  }
}
customElements.define('kb-dashboard-page', KbDashboardPage);

declare global {
  interface HTMLElementTagNameMap {
    'kb-dashboard-page': KbDashboardPage;
  }
}

import { html, type TemplateResult } from 'lit';
import { erasureClient, type ErasureRow } from '../../api/erasures.ts';
import type { Collection } from '../../api/records.ts';
import '../../components/kb-failure.ts';
import '../../components/kb-spinner.ts';
import { LightElement } from '../../components/light-element.ts';
import { erasureMessages } from '../../messages/erasure.ts';
import { moment } from '../../messages/format.ts';
import { translated } from '../../messages/language.ts';
import { shellMessages } from '../../messages/shell.ts';
import { type Loader, loader } from '../../state/loader.ts';

type Listed = { readonly collection: Collection; readonly rows: readonly ErasureRow[] };

/** The receipts of all collections of the user, those without any left out. */
export class KbErasuresPage extends LightElement {
  #listed: Loader<readonly Listed[]> | undefined;
  #unsubscribe: () => void = () => undefined;

  override connectedCallback(): void {
    super.connectedCallback();
    const { collections, send } = this.app.api;
    const listed = loader(async (): Promise<readonly Listed[]> => {
      const all = await collections();
      const lists: Listed[] = [];
      for (const collection of all) lists.push({ collection, rows: await erasureClient(send, collection.id).list() });
      return lists.filter(({ rows }) => rows.length > 0);
    });
    this.#listed = listed;
    this.#unsubscribe = listed.state.subscribe(() => this.requestUpdate());
    void listed.load();
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#unsubscribe();
    this.#listed?.clear();
  }

  #collection({ collection, rows }: Listed): TemplateResult {
    const messages = translated(erasureMessages);
    const address = (id: string) => `/collections/${collection.id}/erasures/${id}`;
    return html`<section class="panel erasure-collection">
      <h2>${collection.name}</h2>
      <ul role="list">
        ${rows.map(
          (row) =>
            html`<li>
              <a href=${address(row.id)}>${messages.row(row.number, row.first_ticket_id, row.tickets)}</a>
              <span class="quiet">${moment(row.requested_at)}</span>
            </li>`,
        )}
      </ul>
    </section>`;
  }

  #content(): TemplateResult {
    const messages = translated(erasureMessages);
    const loaded = this.#listed?.state.get() ?? { state: 'loading' };
    if (loaded.state === 'loading') return html`<kb-spinner></kb-spinner>`;
    if (loaded.state === 'failed') {
      const retry = () => void this.#listed?.load();
      return html`<kb-failure .error=${loaded.error} retriable @retry=${retry}></kb-failure>`;
    }
    if (loaded.value.length === 0) return html`<p class="quiet">${messages.none}</p>`;
    return html`${loaded.value.map((each) => this.#collection(each))}`;
  }

  protected override render() {
    const messages = translated(erasureMessages);
    return html`<div class="frame">
      <div class="erasure">
        <h1 tabindex="-1">${translated(shellMessages).erasures}</h1>
        <p class="quiet">${messages.listText}</p>
        ${this.#content()}
      </div>
    </div>`;
  }
}
customElements.define('kb-erasures-page', KbErasuresPage);

declare global {
  interface HTMLElementTagNameMap {
    'kb-erasures-page': KbErasuresPage;
  }
}

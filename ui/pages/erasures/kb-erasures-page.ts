import { html, nothing, type TemplateResult } from 'lit';
import { erasureClient, type ErasureRow } from '../../api/erasures.ts';
import '../../components/kb-failure.ts';
import '../../components/kb-spinner.ts';
import { LightElement } from '../../components/light-element.ts';
import { PagedList } from '../../components/paged-list.ts';
import { erasureMessages } from '../../messages/erasure.ts';
import { moment } from '../../messages/format.ts';
import { translated } from '../../messages/language.ts';
import { shellMessages } from '../../messages/shell.ts';

/** The receipts of all collections that the user has or had, by collection: those with the newest come first. */
export class KbErasuresPage extends LightElement {
  readonly #pages = new PagedList<ErasureRow>(this, (after, signal) =>
    erasureClient(this.app.api.send).list(after, signal),
  );

  protected override watched() {
    return [this.app.collections.state];
  }

  override connectedCallback(): void {
    super.connectedCallback();
    this.#pages.loadFirst();
  }

  #collection(rows: readonly ErasureRow[]): TemplateResult {
    const messages = translated(erasureMessages);
    const [{ collection_id: id, collection_name: formerName, collection_deleted: isDeleted }] = rows as [ErasureRow];
    const name = this.app.collections.value()?.find((each) => each.id === id)?.name ?? formerName;
    return html`<section class="panel erasure-collection">
      <h2>${name}${isDeleted ? html` <span class="quiet">· ${messages.collectionDeleted}</span>` : nothing}</h2>
      <ul role="list">
        ${rows.map(
          (row) =>
            html`<li>
              <a href="/collections/${id}/erasures/${row.id}"
                >${messages.row(row.number, row.first_ticket_id, row.tickets)}</a
              >
              <span class="quiet">${moment(row.requested_at)}</span>
            </li>`,
        )}
      </ul>
    </section>`;
  }

  #content(): TemplateResult {
    const messages = translated(erasureMessages);
    const pages = this.#pages;
    const { items, failure, next, busy } = pages;
    const retry = () => pages.retry();
    const failed = failure && html`<kb-failure .error=${failure} retriable @retry=${retry}></kb-failure>`;
    if (!items) return failed ?? html`<kb-spinner></kb-spinner>`;
    if (items.length === 0 && !failed) return html`<p class="quiet">${messages.none}</p>`;
    const byCollection = Map.groupBy(items, ({ collection_id: id }) => id);
    const more = html`<p>
      <button class="link" type="button" ?disabled=${busy} @click=${() => pages.more()}>${messages.more}</button>
    </p>`;
    return html`${[...byCollection.values()].map((rows) => this.#collection(rows))}
    ${failed ?? (next === null ? nothing : more)}`;
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

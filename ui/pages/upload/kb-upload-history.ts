import { html, nothing, type TemplateResult } from 'lit';
import { Effect } from '../../components/effect.ts';
import '../../components/kb-failure.ts';
import '../../components/kb-spinner.ts';
import { LightElement } from '../../components/light-element.ts';
import { figure, moment } from '../../messages/format.ts';
import { translated } from '../../messages/language.ts';
import { uploadMessages } from '../../messages/upload.ts';
import { PagedList } from './paged-list.ts';
import type { UploadPage, UploadRecord } from './upload-records.ts';

/** The uploads of a collection, newest first, each with a link to its outcome; reloaded when `version` changes. */
export class KbUploadHistory extends LightElement {
  static override properties = { collectionId: { attribute: false }, version: { attribute: false } };
  declare collectionId: string;
  declare version: number;
  readonly #pages = new PagedList<UploadRecord>(this, async (after, signal) => {
    const query = after === null ? '' : `&after=${after}`;
    const request = `GET /api/collections/${this.collectionId}/uploads?limit=10${query}`;
    const { uploads: items, next } = (await (await this.app.api.send(request, { signal })).json()) as UploadPage;
    return { items, next };
  });

  constructor() {
    super();
    this.version = 0;
    new Effect(
      this,
      () => [this.collectionId, this.version],
      () => this.#pages.loadFirst(),
    );
  }

  #row(upload: UploadRecord): TemplateResult {
    const messages = translated(uploadMessages);
    const { id, file_name: name, state, total, outcomes, started_at: started, surface } = upload;
    const refused = state === 'failed' && total === null;
    return html`<tr>
      <td>
        <a href="/collections/${this.collectionId}/upload#${id}">${name ?? messages.noFile}</a>
        ${surface === 'api' ? html`<span class="quiet">${messages.byApi}</span>` : nothing}
      </td>
      <td class="upload-table-place">${moment(started)}</td>
      <td>
        <span class="history-state is-${state}">${refused ? messages.refusedState : messages.states[state]}</span>
      </td>
      <td class="upload-table-place number">
        ${figure(outcomes.stored)}${total === null ? nothing : html` <span class="quiet">${messages.of(total)}</span>`}
      </td>
    </tr>`;
  }

  protected override render() {
    const messages = translated(uploadMessages);
    const pages = this.#pages;
    const { items: uploads, failure, next, busy } = pages;
    if (uploads?.length === 0 && !failure) return nothing;
    const table = html`<table class="upload-table is-cards history-table">
      <thead class="narrow-unseen">
        <tr>
          <th scope="col">${messages.openEarlier}</th>
          <th scope="col">${messages.when}</th>
          <th scope="col">${messages.state}</th>
          <th scope="col">${messages.addedColumn}</th>
        </tr>
      </thead>
      <tbody>
        ${uploads?.map((upload) => this.#row(upload))}
      </tbody>
    </table>`;
    const failed = html`<div class="upload-inset">
      <kb-failure
        heading=${messages.earlierFailed}
        .error=${failure}
        retriable
        @retry=${() => pages.retry()}
      ></kb-failure>
    </div>`;
    const more = html`<div class="upload-more">
      <button class="link" type="button" ?disabled=${busy} @click=${() => pages.more()}>${messages.earlierMore}</button>
    </div>`;
    return html`<section class="panel" aria-busy=${busy ? 'true' : 'false'}>
      <div class="upload-head"><h2>${messages.earlier}</h2></div>
      ${uploads ? table : busy ? html`<kb-spinner></kb-spinner>` : nothing}
      ${failure ? failed : next === null ? nothing : more}
    </section>`;
  }
}
customElements.define('kb-upload-history', KbUploadHistory);

declare global {
  interface HTMLElementTagNameMap {
    'kb-upload-history': KbUploadHistory;
  }
}

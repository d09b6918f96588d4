import { html, nothing, type TemplateResult } from 'lit';
import '../../components/kb-failure.ts';
import '../../components/kb-waiting.ts';
import { LightElement } from '../../components/light-element.ts';
import { figure, moment } from '../../messages/format.ts';
import { translated } from '../../messages/language.ts';
import { uploadMessages } from '../../messages/upload.ts';
import { PagesController } from './pages-controller.ts';
import type { UploadPage, UploadRecord } from './upload-records.ts';

/** The uploads of a collection, newest first, each with a link to its outcome; `round` is another number when they are to be asked for anew. */
export class KbEarlierUploads extends LightElement {
  static override properties = { collectionId: { attribute: false }, round: { attribute: false } };
  declare collectionId: string;
  declare round: number;
  readonly #pages = new PagesController<UploadRecord>(this, async (after, signal) => {
    const query = after === null ? '' : `&after=${after}`;
    const request = `GET /api/collections/${this.collectionId}/uploads?limit=10${query}`;
    const { uploads: items, next } = (await (await this.app.api.send(request, { signal })).json()) as UploadPage;
    return { items, next };
  });

  constructor() {
    super();
    this.round = 0;
  }

  protected override willUpdate(changed: Map<PropertyKey, unknown>): void {
    if (changed.has('round') || changed.has('collectionId')) this.#pages.begin();
  }

  #row(upload: UploadRecord): TemplateResult {
    const say = translated(uploadMessages);
    const { id, file_name: name, state, total, outcomes, started_at: started, surface } = upload;
    const refused = state === 'failed' && total === null;
    return html`<tr>
      <td class="nm">
        <a href="/collections/${this.collectionId}/upload#${id}">${name ?? say.noFile}</a>
        ${surface === 'api' ? html`<span class="q">${say.byApi}</span>` : nothing}
      </td>
      <td class="rn">${moment(started)}</td>
      <td><span class="state ${state}">${refused ? say.refusedState : say.states[state]}</span></td>
      <td class="rn num">
        ${figure(outcomes.stored)}${total === null ? nothing : html` <span class="q">${say.of(total)}</span>`}
      </td>
    </tr>`;
  }

  protected override render() {
    const say = translated(uploadMessages);
    const pages = this.#pages;
    const { items: uploads, failure, next, busy } = pages;
    if (uploads?.length === 0 && !failure) return nothing;
    const table = html`<table class="tb rows earlier">
      <thead>
        <tr>
          <th scope="col">${say.openEarlier}</th>
          <th scope="col">${say.when}</th>
          <th scope="col">${say.state}</th>
          <th scope="col">${say.addedColumn}</th>
        </tr>
      </thead>
      <tbody>
        ${uploads?.map((upload) => this.#row(upload))}
      </tbody>
    </table>`;
    const failed = html`<div class="in">
      <kb-failure heading=${say.earlierFailed} .error=${failure} retriable @retry=${() => pages.retry()}></kb-failure>
    </div>`;
    const more = html`<div class="more">
      <button class="link" type="button" ?disabled=${busy} @click=${() => pages.more()}>${say.earlierMore}</button>
    </div>`;
    return html`<section class="panel" aria-busy=${busy ? 'true' : 'false'}>
      <div class="sec-h"><h2>${say.earlier}</h2></div>
      ${uploads ? table : busy ? html`<kb-waiting></kb-waiting>` : nothing}
      ${failure ? failed : next === null ? nothing : more}
    </section>`;
  }
}
customElements.define('kb-earlier-uploads', KbEarlierUploads);

declare global {
  interface HTMLElementTagNameMap {
    'kb-earlier-uploads': KbEarlierUploads;
  }
}

import { html, nothing, type TemplateResult } from 'lit';
import { type ApiError, apiErrorOf } from '../../api/api-error.ts';
import '../../components/kb-failure.ts';
import '../../components/kb-waiting.ts';
import { LightElement } from '../../components/light-element.ts';
import { figure, moment } from '../../messages/format.ts';
import { translated } from '../../messages/language.ts';
import { uploadMessages } from '../../messages/upload.ts';
import type { UploadPage, UploadRecord } from './upload-records.ts';

/** The uploads of a collection, newest first, each with a link to its outcome; `round` is another number when they are to be asked for anew. */
export class KbEarlierUploads extends LightElement {
  static override properties = {
    collectionId: { attribute: false },
    round: { attribute: false },
    uploads: { state: true },
    next: { state: true },
    busy: { state: true },
    failure: { state: true },
  };
  declare collectionId: string;
  declare round: number;
  declare uploads: readonly UploadRecord[] | undefined;
  declare next: string | null;
  declare busy: boolean;
  declare failure: ApiError | undefined;
  #asked = new AbortController();

  constructor() {
    super();
    this.round = 0;
    this.next = null;
    this.busy = false;
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#asked.abort();
  }

  protected override willUpdate(changed: Map<PropertyKey, unknown>): void {
    if (changed.has('round') || changed.has('collectionId')) void this.#load(null);
  }

  async #load(after: string | null): Promise<void> {
    this.#asked.abort();
    const { signal } = (this.#asked = new AbortController());
    this.busy = true;
    this.failure = undefined;
    try {
      const query = after === null ? '' : `&after=${after}`;
      const reply = await this.app.api.send(`GET /api/collections/${this.collectionId}/uploads?limit=10${query}`, {
        signal,
      });
      const { uploads, next } = (await reply.json()) as UploadPage;
      this.uploads = after === null ? uploads : [...(this.uploads ?? []), ...uploads];
      this.next = next;
    } catch (error) {
      if (signal.aborted) return;
      this.failure = apiErrorOf(error);
    }
    this.busy = false;
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
    const { uploads, failure, next, busy } = this;
    const retry = () => void this.#load(uploads === undefined ? null : next);
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
      <kb-failure heading=${say.earlierFailed} .error=${failure} retriable @retry=${retry}></kb-failure>
    </div>`;
    const more = html`<div class="more">
      <button class="link" type="button" ?disabled=${busy} @click=${retry}>${say.earlierMore}</button>
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

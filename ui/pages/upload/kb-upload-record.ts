import { html, nothing } from 'lit';
import { type ApiError, asApiError } from '../../api/api-error.ts';
import { Effect } from '../../components/effect.ts';
import '../../components/kb-failure.ts';
import '../../components/kb-spinner.ts';
import { LightElement } from '../../components/light-element.ts';
import { translated } from '../../messages/language.ts';
import { uploadMessages } from '../../messages/upload.ts';
import { fileHead } from './chosen-file.ts';
import { followProgress, recordOf } from './flow/following.ts';
import './kb-outcome.ts';
import './kb-upload-progress.ts';
import type { Progress, UploadRecord } from './upload-records.ts';

/** An upload of the collection by its id: its outcome or its progress. Forwards the events of `kb-outcome`. */
export class KbUploadRecord extends LightElement {
  static override properties = {
    collectionId: { attribute: false },
    uploadId: { attribute: false },
    upload: { state: true },
    progress: { state: true },
    failure: { state: true },
  };
  declare collectionId: string;
  declare uploadId: string;
  declare upload: UploadRecord | undefined;
  declare progress: Progress | undefined;
  declare failure: ApiError | undefined;
  #controller = new AbortController();

  constructor() {
    super();
    new Effect(
      this,
      () => [this.collectionId, this.uploadId],
      () => void this.#load(),
    );
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#controller.abort();
  }

  async #load(): Promise<void> {
    this.#controller.abort();
    const { signal } = (this.#controller = new AbortController());
    this.upload = undefined;
    this.progress = undefined;
    this.failure = undefined;
    const { collectionId, uploadId, app } = this;
    try {
      this.upload = await recordOf(app, { collectionId, uploadId, signal });
      if (this.upload.state !== 'running') return;
      this.upload = await followProgress(app.api.send, {
        path: `/api/collections/${collectionId}/uploads/${uploadId}`,
        signal,
        onProgress: (progress) => (this.progress = progress),
      });
      app.announce(translated(uploadMessages).endedAway(this.upload));
      void app.collections.load();
    } catch (error) {
      if (!signal.aborted) this.failure = asApiError(error);
    }
  }

  protected override updated(changed: Map<PropertyKey, unknown>): void {
    if (!changed.has('upload') || !this.upload || changed.get('upload') !== undefined) return;
    // Only when the record has arrived, not when its progress changes.
    scrollTo(0, 0);
    setTimeout(() => this.querySelector<HTMLElement>('[data-lead]')?.focus({ preventScroll: true }));
  }

  protected override render() {
    const messages = translated(uploadMessages);
    const { upload, failure } = this;
    const forward = (event: Event) =>
      this.dispatchEvent(new CustomEvent(event.type, { detail: (event as CustomEvent<unknown>).detail }));
    if (failure) {
      const retry = () => void this.#load();
      return html`<kb-failure
        heading=${messages.outcomeMissing}
        .error=${failure}
        ?retriable=${failure.status !== 404}
        @retry=${retry}
      ></kb-failure>`;
    }
    if (!upload) return html`<kb-spinner></kb-spinner>`;
    if (upload.state === 'running')
      return html`<kb-upload-progress
        followed
        .stage=${{ phase: 'processing', progress: this.progress, accepted: true } as const}
        .head=${fileHead(upload.file_name ?? messages.noFile, [messages.follows], nothing)}
      ></kb-upload-progress>`;
    return html`<kb-outcome
      .collectionId=${this.collectionId}
      .upload=${upload}
      needsFile
      @another=${forward}
      @again=${forward}
      @file=${forward}
    ></kb-outcome>`;
  }
}
customElements.define('kb-upload-record', KbUploadRecord);

declare global {
  interface HTMLElementTagNameMap {
    'kb-upload-record': KbUploadRecord;
  }
}

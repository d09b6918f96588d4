import { html, nothing, type TemplateResult } from 'lit';
import { type ApiError, asApiError } from '../../api/api-error.ts';
import { saveFile } from '../../browser/save-file.ts';
import { icon } from '../../components/icon.ts';
import '../../components/kb-failure.ts';
import { LightElement } from '../../components/light-element.ts';
import { errorDetailText } from '../../messages/error-details.ts';
import { translated } from '../../messages/language.ts';
import { uploadMessages } from '../../messages/upload.ts';
import { sameFilePicker } from './chosen-file.ts';
import './kb-outcome-tickets.ts';
import { outcomeLegend } from './outcome-legend.ts';
import { type Outcome, skippedIn, type UploadRecord } from './upload-records.ts';

/**
 * The outcome of an upload. Fires `another` to upload another file and `resume` to continue an unfinished upload, or `file` (`detail`: the File) if the
 * browser no longer has the file (`needsFile`).
 */
export class KbOutcome extends LightElement {
  static override properties = {
    upload: { attribute: false },
    collectionId: { attribute: false },
    needsFile: { type: Boolean },
    open: { state: true },
    failure: { state: true },
  };
  declare upload: UploadRecord;
  declare collectionId: string;
  declare needsFile: boolean;
  /** The outcome whose tickets are listed. */
  declare open: Outcome | undefined;
  declare failure: ApiError | undefined;

  constructor() {
    super();
    this.needsFile = false;
  }

  get #path(): string {
    return `/api/collections/${this.collectionId}/uploads/${this.upload.id}`;
  }

  #emit(name: string, detail?: unknown): void {
    this.dispatchEvent(new CustomEvent(name, { detail }));
  }

  async #download(): Promise<void> {
    this.failure = undefined;
    try {
      // Not a plain link: the token would be part of its URL and reach logs.
      const csv = await (await this.app.api.send(`GET ${this.#path}/skipped.csv`)).blob();
      const name = (this.upload.file_name ?? this.upload.id).replace(/\.[^.]+$/, '');
      saveFile(csv, translated(uploadMessages).csvName(name));
    } catch (error) {
      this.failure = asApiError(error);
    }
  }

  #close(): void {
    const { open } = this;
    this.open = undefined;
    if (open !== undefined) this.querySelector<HTMLElement>(`[data-outcome="${open}"]`)?.focus();
  }

  #toggle(outcome: Outcome): void {
    if (this.open === outcome) this.#close();
    else this.open = outcome;
  }

  #summary(): string {
    const messages = translated(uploadMessages);
    const { file_name: name, total, started_at: started, finished_at: finished } = this.upload;
    const from = name === null ? messages.fromApi(total) : messages.fromFile(name, total);
    return finished === null ? from : `${from} ${messages.took((Date.parse(finished) - Date.parse(started)) / 1000)}`;
  }

  #head(): TemplateResult {
    const messages = translated(uploadMessages);
    const { state, detail, total, outcomes: counts } = this.upload;
    const refused = state === 'failed' && total === null;
    const heading = refused
      ? messages.refusedUpload
      : counts.stored === 0
        ? messages.addedNothing
        : messages.added(counts.stored);
    return html`<div class="outcome-head">
        <div>
          <h2 class="outcome-lead" tabindex="-1" data-lead>${heading}</h2>
          <p class="outcome-summary">${this.#summary()}</p>
        </div>
      </div>
      ${
        state === 'finished'
          ? nothing
          : html`<div class="notice ${refused ? 'is-danger' : ''}">
              ${icon('alert')}
              <div>
                ${refused ? nothing : html`<b>${messages[state === 'failed' || state === 'stopped' ? state : 'interrupted']}</b>`}
                ${detail === null || state === 'interrupted' ? nothing : html`<p>${errorDetailText(detail)}</p>`}
                ${
                  refused
                    ? nothing
                    : html`<p>${messages.interruptedText(counts.stored)}</p>
                        ${this.#resumeAction()}`
                }
              </div>
            </div>`
      }`;
  }

  /** The button that continues the upload. */
  #resumeAction(): TemplateResult {
    const messages = translated(uploadMessages);
    if (!this.needsFile)
      return html`<div class="action-row">
        <wa-button size="s" appearance="outlined" @click=${() => this.#emit('resume')}
          >${icon('refresh', 'start')}${messages.again}</wa-button
        >
      </div>`;
    if (this.upload.surface === 'api') return html`${nothing}`;
    const chosen = (file: File) => this.#emit('file', file);
    return html`<div class="action-row">${sameFilePicker(chosen)}</div>`;
  }

  protected override render() {
    const messages = translated(uploadMessages);
    const { open, upload } = this;
    const skipped = skippedIn(upload.outcomes);
    const download = html`<button class="link upload-more-end" type="button" @click=${() => void this.#download()}>
      ${messages.download}
    </button>`;
    const legend = outcomeLegend({ upload, open, onToggle: (outcome) => this.#toggle(outcome) });
    const tickets = html`<kb-outcome-tickets
      .path=${this.#path}
      .outcome=${open}
      .count=${open === undefined ? 0 : upload.outcomes[open]}
      @close=${() => this.#close()}
    ></kb-outcome-tickets>`;
    return html`<div class="panel">
        <div class="outcome">${this.#head()}${upload.outcomes.stored + skipped === 0 ? nothing : legend}</div>
        ${
          this.failure
            ? html`<div class="upload-inset">
                <kb-failure heading=${messages.downloadFailed} .error=${this.failure}></kb-failure>
              </div>`
            : nothing
        }
        <div class="upload-more is-actions">
          <wa-button variant="brand" href=${`/collections/${this.collectionId}`}
            >${icon('search', 'start')}${messages.toSearch}</wa-button
          >
          <wa-button appearance="outlined" @click=${() => this.#emit('another')}>${messages.another}</wa-button>
          ${skipped === 0 ? nothing : download}
        </div>
      </div>
      ${open === undefined ? nothing : tickets}`;
  }
}
customElements.define('kb-outcome', KbOutcome);

declare global {
  interface HTMLElementTagNameMap {
    'kb-outcome': KbOutcome;
  }
}

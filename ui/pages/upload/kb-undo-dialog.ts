import { html, nothing, type TemplateResult } from 'lit';
import { type ApiError, asApiError } from '../../api/api-error.ts';
import { Effect } from '../../components/effect.ts';
import { icon } from '../../components/icon.ts';
import '../../components/kb-dialog.ts';
import '../../components/kb-failure.ts';
import '../../components/kb-spinner.ts';
import { LightElement } from '../../components/light-element.ts';
import { figure } from '../../messages/format.ts';
import { translated } from '../../messages/language.ts';
import { uploadMessages } from '../../messages/upload.ts';
import type { UploadRecord, UploadUndo } from './upload-records.ts';

/** Asks whether `upload` is to be undone, and says before what that does. Fires `close`, and `begun` once the undo runs. */
export class KbUndoDialog extends LightElement {
  static override properties = {
    collectionId: { attribute: false },
    upload: { attribute: false },
    forecast: { state: true },
    failure: { state: true },
    busy: { state: true },
    keeps: { state: true },
  };
  declare collectionId: string;
  /** The upload that is asked about; without one the dialog is closed. */
  declare upload: UploadRecord | undefined;
  declare forecast: UploadUndo | undefined;
  declare failure: ApiError | undefined;
  declare busy: boolean;
  /** Whether what a person has corrected or flagged stays. */
  declare keeps: boolean;

  constructor() {
    super();
    Object.assign(this, { busy: false, keeps: true });
    new Effect(
      this,
      () => [this.upload?.id],
      ([id]) => void this.#load(id),
    );
  }

  async #send(method: 'GET' | 'POST', id: string): Promise<UploadUndo> {
    const query = method === 'POST' && this.#kept > 0 ? '?by_hand=keep' : '';
    const path = `/api/collections/${this.collectionId}/uploads/${id}/undo${query}`;
    const reply = await this.app.api.send(`${method} ${path}`);
    return (await reply.json()) as UploadUndo;
  }

  async #load(id: string | undefined): Promise<void> {
    Object.assign(this, { forecast: undefined, failure: undefined, busy: false, keeps: true });
    if (id === undefined || this.upload?.state === 'running') return;
    try {
      const forecast = await this.#send('GET', id);
      if (this.upload?.id === id) this.forecast = forecast;
    } catch (error) {
      if (this.upload?.id === id) this.failure = asApiError(error);
    }
  }

  #close(): void {
    this.dispatchEvent(new CustomEvent('close'));
  }

  async #confirm(id: string): Promise<void> {
    if (this.busy) return;
    Object.assign(this, { busy: true, failure: undefined });
    try {
      await this.#send('POST', id);
      this.dispatchEvent(new CustomEvent('begun'));
    } catch (error) {
      this.failure = asApiError(error);
    } finally {
      this.busy = false;
    }
  }

  /** How many of the tickets that the upload stored are not hidden, as they were corrected or flagged by hand. */
  get #kept(): number {
    return this.keeps ? (this.forecast?.by_hand ?? 0) : 0;
  }

  #figures({ outcomes }: UploadRecord, { corrected, taken_back: takenBack, left, gone }: UploadUndo): TemplateResult {
    const messages = translated(uploadMessages);
    const rows = [
      ...(outcomes.stored > 0 ? [[messages.undoAdded, outcomes.stored] as const] : []),
      ...(outcomes.updated > 0 ? [[messages.undoUpdated, outcomes.updated] as const] : []),
      ...(outcomes.updated > 0 ? [[messages.undoTakeBack, takenBack] as const] : []),
      ...(left > 0 ? [[messages.undoLeft, left] as const] : []),
      ...(gone > 0 ? [[messages.undoGone, gone] as const] : []),
      ...(corrected > 0 && this.#kept === 0 ? [[messages.undoCorrected, corrected] as const] : []),
    ];
    return html`<dl class="undo-figures">
      ${rows.map(
        ([name, count]) =>
          html`<div>
            <dt>${name}</dt>
            <dd class="number">${figure(count)}</dd>
          </div>`,
      )}
    </dl>`;
  }

  #content(upload: UploadRecord): TemplateResult {
    const messages = translated(uploadMessages);
    const { forecast, failure } = this;
    if (upload.state === 'running' || failure?.status === 409)
      return html`<div class="notice" role="alert">
        ${icon('alert')}
        <div><p>${messages.undoWhileRunning}</p></div>
      </div>`;
    const retry = () => void this.#load(upload.id);
    if (failure)
      return html`<kb-failure heading=${messages.undoFailed} .error=${failure} retriable @retry=${retry}></kb-failure>`;
    if (!forecast) return html`<kb-spinner></kb-spinner>`;
    const isNothing = forecast.withdrawn - this.#kept + forecast.taken_back === 0;
    const { outcomes, file_name: name } = upload;
    return html`${outcomes.stored > 0 ? html`<p>${messages.undoText(name, outcomes.updated > 0)}</p>` : nothing}
    ${outcomes.updated > 0 ? html`<p class="undo-updates">${messages.undoTextOfUpdates}</p>` : nothing}
    ${this.#figures(upload, forecast)} ${this.#byHand(forecast)}
    ${isNothing ? html`<p>${messages.nothingToUndo}</p>` : nothing}`;
  }

  /** What becomes of tickets that a person has corrected or flagged. */
  #byHand({ by_hand: count }: UploadUndo): TemplateResult | typeof nothing {
    if (!count) return nothing;
    const messages = translated(uploadMessages);
    const choose = (event: Event) => (this.keeps = (event.target as HTMLInputElement).checked);
    return html`<label class="preview-update undo-keep">
      <input type="checkbox" .checked=${this.keeps} aria-describedby="undo-keep-hint" @change=${choose} />
      <span><b>${messages.keepByHand(count)}</b> <small id="undo-keep-hint">${messages.keepByHandHint}</small></span>
    </label>`;
  }

  #confirmButton({ id }: UploadRecord, { withdrawn: all, taken_back: texts }: UploadUndo): TemplateResult {
    const messages = translated(uploadMessages);
    const withdrawn = all - this.#kept;
    const label =
      texts === 0
        ? messages.hideTickets(withdrawn)
        : withdrawn === 0
          ? messages.takeBackTexts(texts)
          : messages.hideAndTakeBack(withdrawn, texts);
    return html`<wa-button slot="actions" variant="brand" ?loading=${this.busy} @click=${() => void this.#confirm(id)}
      >${label}</wa-button
    >`;
  }

  protected override render() {
    const { upload, forecast, failure } = this;
    if (!upload) return nothing;
    const messages = translated(uploadMessages);
    const mayUndo = forecast && forecast.withdrawn - this.#kept + forecast.taken_back > 0 && !failure;
    return html`<kb-dialog open heading=${messages.askUndo} @close=${() => this.#close()}>
      ${this.#content(upload)}
      <wa-button slot="actions" appearance="outlined" autofocus @click=${() => this.#close()}
        >${messages.keepUpload}</wa-button
      >
      ${mayUndo ? this.#confirmButton(upload, forecast) : nothing}
    </kb-dialog>`;
  }
}
customElements.define('kb-undo-dialog', KbUndoDialog);

declare global {
  interface HTMLElementTagNameMap {
    'kb-undo-dialog': KbUndoDialog;
  }
}

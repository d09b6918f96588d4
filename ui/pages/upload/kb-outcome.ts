import '@awesome.me/webawesome/dist/components/progress-bar/progress-bar.js';
import { html, nothing, type TemplateResult } from 'lit';
import { type ApiError, asApiError } from '../../api/api-error.ts';
import { saveFile } from '../../browser/save-file.ts';
import { icon } from '../../components/icon.ts';
import '../../components/kb-failure.ts';
import { Effect } from '../../components/effect.ts';
import { LightElement } from '../../components/light-element.ts';
import { errorDetailText } from '../../messages/error-details.ts';
import { translated } from '../../messages/language.ts';
import { uploadMessages } from '../../messages/upload.ts';
import { sameFilePicker } from './chosen-file.ts';
import { headedCsv } from './headed-csv.ts';
import './kb-outcome-tickets.ts';
import './kb-restore-undone.ts';
import './kb-undo-dialog.ts';
import { outcomeHeading, outcomeNotes, outcomeSummary, textsAgain, undoneState } from './outcome-lead.ts';
import { outcomeLegend } from './outcome-legend.ts';
import { UndoFollowing } from './undo-following.ts';
import { type Outcome, skippedIn, type UploadRecord } from './upload-records.ts';

/** A reason that has itself what was stored and how the rest is. */
const saysHowToGoOn = /tickets stored; /;

/**
 * The outcome of an upload. Fires `returned` when what its undo has hidden is back, `another` to upload another file, `again` (`detail`: the upload) to upload its file once more, and `resume` to continue an unfinished upload, or `file` (`detail`: the File) if the
 * browser no longer has the file (`needsFile`).
 */
export class KbOutcome extends LightElement {
  static override properties = {
    upload: { attribute: false },
    collectionId: { attribute: false },
    needsFile: { type: Boolean },
    rest: { attribute: false },
    open: { state: true },
    asksUndo: { state: true },
    returned: { state: true },
    failure: { state: true },
  };
  declare upload: UploadRecord;
  declare collectionId: string;
  declare needsFile: boolean;
  /** What else there is to upload of its file. */
  declare rest: TemplateResult | typeof nothing | undefined;
  /** The outcome whose tickets are listed. */
  declare open: Outcome | undefined;
  declare asksUndo: boolean;
  /** How many of the tickets that its undo has hidden are back, once all are that can be. */
  declare returned: number | undefined;
  declare failure: ApiError | undefined;
  readonly #undos = new UndoFollowing(this, () => this.app);

  constructor() {
    super();
    this.needsFile = false;
    this.asksUndo = false;
    new Effect(
      this,
      () => [this.upload],
      ([upload], before) => {
        if (before?.[0].id !== upload.id) this.returned = undefined;
        if (upload.undo?.state === 'running') void this.#undos.follow(this.collectionId, upload);
      },
    );
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
      const { csvDelimiter: delimiter, csvName } = translated(uploadMessages);
      const path = `${this.#path}/skipped.csv?delimiter=${delimiter.name}`;
      const csv = await (await this.app.api.send(`GET ${path}`)).text();
      const name = (this.upload.file_name ?? this.upload.id).replace(/\.[^.]+$/, '');
      // Its first line has the names of the fields, for programs.
      const lines = csv.slice(csv.indexOf('\n') + 1);
      saveFile(new Blob([headedCsv(lines)], { type: 'text/csv' }), csvName(name));
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

  #head(): TemplateResult {
    const messages = translated(uploadMessages);
    const { state, detail, total, outcomes: counts } = this.upload;
    const refused = state === 'failed' && total === null;
    const latest = this.#undos.latest(this.upload);
    const reason = state === 'interrupted' ? null : detail;
    return html`<div class="outcome-head">
        <div>
          <h2 class="outcome-lead" tabindex="-1" data-lead>${outcomeHeading(latest, this.returned !== undefined)}</h2>
          <p class="outcome-summary">${outcomeSummary(latest)}</p>
          ${outcomeNotes(latest)} ${this.rest} ${this.#undoState()}
        </div>
      </div>
      ${
        state === 'finished'
          ? nothing
          : html`<div class="notice ${refused ? 'is-danger' : ''}">
              ${icon('alert')}
              <div>
                ${refused ? nothing : html`<b>${messages[state === 'failed' || state === 'stopped' ? state : 'interrupted']}</b>`}
                ${reason === null ? nothing : html`<p>${errorDetailText(reason).replace(/[.!]?$/, '.')}</p>`}
                ${refused || saysHowToGoOn.test(reason ?? '') ? nothing : html`<p>${messages.interruptedText(counts.stored)}</p>`}
                ${refused ? nothing : this.#resumeAction()}
              </div>
            </div>`
      }`;
  }

  /** How far its undo is, or what it has done. */
  #undoState(): TemplateResult | typeof nothing {
    const messages = translated(uploadMessages);
    const percent = this.#undos.percent(this.upload);
    if (percent !== undefined)
      return html`<div class="undo-state">
        <span class="history-state is-running number">${messages.undoing(percent)}</span>
        <wa-progress-bar label=${messages.undoingNow} .value=${percent}></wa-progress-bar>
      </div>`;
    const { undo } = this.#undos.latest(this.upload);
    if (!undo?.finished_at) return nothing;
    const { withdrawn, taken_back: texts } = undo;
    return html`${undoneState(undo, this.returned)} ${withdrawn > 0 ? this.#restoring() : nothing}
    ${texts > 0 ? textsAgain(() => this.#emit('again', this.upload)) : nothing}`;
  }

  #restoring(): TemplateResult {
    return html`<kb-restore-undone
      .collectionId=${this.collectionId}
      .upload=${this.#undos.latest(this.upload)}
      @returned=${({ detail }: CustomEvent<number>) => this.#setReturned(detail)}
    ></kb-restore-undone>`;
  }

  #setReturned(count: number): void {
    this.returned = count;
    this.#emit('returned', this.#undos.latest(this.upload));
  }

  #undoAction(): TemplateResult | typeof nothing {
    const { outcomes, undo } = this.#undos.latest(this.upload);
    if (outcomes.stored + outcomes.updated === 0 || undo || this.#undos.percent(this.upload) !== undefined)
      return nothing;
    return html`<wa-button class="undo-action" appearance="plain" @click=${() => (this.asksUndo = true)}
      >${icon('undo', 'start')}${translated(uploadMessages).undo}</wa-button
    >`;
  }

  #undoDialog(): TemplateResult {
    const begun = () => {
      this.asksUndo = false;
      void this.#undos.follow(this.collectionId, this.upload);
      this.requestUpdate();
    };
    return html`<kb-undo-dialog
      .collectionId=${this.collectionId}
      .upload=${this.asksUndo ? this.upload : undefined}
      @close=${() => (this.asksUndo = false)}
      @begun=${begun}
    ></kb-undo-dialog>`;
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
    const legend = outcomeLegend({
      ...{ upload: this.#undos.latest(upload), isReturned: this.returned !== undefined, open },
      onToggle: (outcome) => this.#toggle(outcome),
    });
    const tickets = html`<kb-outcome-tickets
      .path=${this.#path}
      .outcome=${open}
      .count=${open === undefined ? 0 : upload.outcomes[open]}
      .unlisted=${upload.unlisted}
      @close=${() => this.#close()}
    ></kb-outcome-tickets>`;
    return html`<div class="panel">
        <div class="outcome">
          ${this.#head()}${upload.outcomes.stored + upload.outcomes.updated + skipped === 0 ? nothing : legend}
        </div>
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
          ${skipped === 0 ? nothing : download}${this.#undoAction()}
        </div>
      </div>
      ${open === undefined ? nothing : tickets}${this.#undoDialog()}`;
  }
}
customElements.define('kb-outcome', KbOutcome);

declare global {
  interface HTMLElementTagNameMap {
    'kb-outcome': KbOutcome;
  }
}

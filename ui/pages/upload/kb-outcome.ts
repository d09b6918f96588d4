import { html, nothing, type TemplateResult } from 'lit';
import { type ApiError, asApiError } from '../../api/api-error.ts';
import { icon } from '../../components/icon.ts';
import '../../components/kb-failure.ts';
import { LightElement } from '../../components/light-element.ts';
import { errorDetailText } from '../../messages/error-details.ts';
import { figure, percent } from '../../messages/format.ts';
import { translated } from '../../messages/language.ts';
import { uploadMessages } from '../../messages/upload.ts';
import { sameFilePicker } from './file-picker.ts';
import './kb-outcome-tickets.ts';
import { outcomeBar } from './outcome-bar.ts';
import { saveFile } from './save-file.ts';
import { type Outcome, outcomes, skippedIn, type UploadRecord } from './upload-records.ts';

/**
 * What has come of an upload. Tells of a wish to send another file with `another`, to go on with one that did not finish with `again`, or, where its
 * file is not at hand (`needsFile`), with `file`.
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
  /** The outcome whose tickets are shown. */
  declare open: Outcome | undefined;
  declare failure: ApiError | undefined;

  constructor() {
    super();
    this.needsFile = false;
  }

  get #path(): string {
    return `/api/collections/${this.collectionId}/uploads/${this.upload.id}`;
  }

  #tell(name: string, detail?: unknown): void {
    this.dispatchEvent(new CustomEvent(name, { detail }));
  }

  async #download(): Promise<void> {
    this.failure = undefined;
    try {
      // With the token in a header: an address with one would stand in logs.
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
          <h2 class="big" tabindex="-1" data-lead>${heading}</h2>
          <p class="sub">${this.#summary()}</p>
        </div>
      </div>
      ${
        state === 'finished'
          ? nothing
          : html`<div class="notice ${refused ? 'danger' : ''}">
              ${icon('alert')}
              <div>
                ${refused ? nothing : html`<b>${state === 'failed' ? messages.failed : messages.interrupted}</b>`}
                ${detail === null || state === 'interrupted' ? nothing : html`<p>${errorDetailText(detail)}</p>`}
                ${
                  refused
                    ? nothing
                    : html`<p>${messages.interruptedText(counts.stored)}</p>
                        ${this.#goOn()}`
                }
              </div>
            </div>`
      }`;
  }

  /** The way to store the rest. */
  #goOn(): TemplateResult {
    const messages = translated(uploadMessages);
    if (!this.needsFile)
      return html`<div class="action-row">
        <wa-button size="s" appearance="outlined" @click=${() => this.#tell('again')}
          >${icon('refresh', 'start')}${messages.again}</wa-button
        >
      </div>`;
    if (this.upload.surface === 'api') return html`${nothing}`;
    const chosen = (file: File) => this.#tell('file', file);
    return html`<div class="action-row">${sameFilePicker(chosen)}</div>`;
  }

  #legend(): TemplateResult {
    const messages = translated(uploadMessages);
    const { outcomes: counts, format } = this.upload;
    const all = counts.stored + skippedIn(counts);
    const line = (outcome: Outcome) => {
      const [name, meaning] = messages.outcomes[outcome];
      const isOpen = this.open === outcome;
      return html`<tr class=${outcome === 'stored' ? 'main' : ''}>
        <th scope="row"><span class="sw seg-${outcome}" aria-hidden="true"></span>${name}</th>
        <td class="d">${meaning}</td>
        <td class="v num">${figure(counts[outcome])}</td>
        <td class="pc num">${all === 0 ? '' : percent(counts[outcome] / all)}</td>
        <td class="a">
          ${
            counts[outcome] === 0
              ? nothing
              : html`<button
                  class="link"
                  type="button"
                  data-outcome=${outcome}
                  aria-expanded=${isOpen ? 'true' : 'false'}
                  @click=${() => (isOpen ? this.#close() : (this.open = outcome))}
                >
                  <span
                    >${format === 'json' ? messages.tickets : messages.rows}<span class="visually-hidden"
                      >${messages.rowsOf(name)}</span
                    ></span
                  >${icon('chevron-down')}
                </button>`
          }
        </td>
      </tr>`;
    };
    const shown = outcomes.filter((outcome) => outcome === 'stored' || counts[outcome] > 0);
    return html`${outcomeBar(counts)}
      <table class="legend">
        <thead class="visually-hidden">
          <tr>
            <th scope="col">${messages.reason}</th>
            <th scope="col">${messages.why}</th>
            <th scope="col">${messages.count}</th>
            <th scope="col">${messages.share}</th>
            <th scope="col">${messages.rows}</th>
          </tr>
        </thead>
        <tbody>
          ${shown.map(line)}
        </tbody>
      </table>`;
  }

  protected override render() {
    const messages = translated(uploadMessages);
    const { open, upload } = this;
    const skipped = skippedIn(upload.outcomes);
    const download = html`<button class="link end" type="button" @click=${() => void this.#download()}>
      ${messages.download}
    </button>`;
    const behind = html`<kb-outcome-tickets
      .path=${this.#path}
      .outcome=${open}
      .count=${open === undefined ? 0 : upload.outcomes[open]}
      @close=${() => this.#close()}
    ></kb-outcome-tickets>`;
    return html`<div class="panel">
        <div class="out">${this.#head()}${upload.outcomes.stored + skipped === 0 ? nothing : this.#legend()}</div>
        ${
          this.failure
            ? html`<div class="in">
                <kb-failure heading=${messages.downloadFailed} .error=${this.failure}></kb-failure>
              </div>`
            : nothing
        }
        <div class="more actions">
          <wa-button variant="brand" href=${`/collections/${this.collectionId}`}
            >${icon('search', 'start')}${messages.toSearch}</wa-button
          >
          <wa-button appearance="outlined" @click=${() => this.#tell('another')}>${messages.another}</wa-button>
          ${skipped === 0 ? nothing : download}
        </div>
      </div>
      ${open === undefined ? nothing : behind}`;
  }
}
customElements.define('kb-outcome', KbOutcome);

declare global {
  interface HTMLElementTagNameMap {
    'kb-outcome': KbOutcome;
  }
}

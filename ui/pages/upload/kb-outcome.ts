import { html, nothing, type TemplateResult } from 'lit';
import { type ApiError, apiErrorOf } from '../../api/api-error.ts';
import '../../components/kb-failure.ts';
import { LightElement } from '../../components/light-element.ts';
import { icon } from '../../icons.ts';
import { figure, percent } from '../../messages/format.ts';
import { translated } from '../../messages/language.ts';
import { refusalText } from '../../messages/refusals.ts';
import { uploadMessages } from '../../messages/upload.ts';
import { sameFilePicker } from './choose-file.ts';
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
      this.failure = apiErrorOf(error);
    }
  }

  #close(): void {
    const { open } = this;
    this.open = undefined;
    if (open !== undefined) this.querySelector<HTMLElement>(`[data-outcome="${open}"]`)?.focus();
  }

  #summary(): string {
    const say = translated(uploadMessages);
    const { file_name: name, total, started_at: started, finished_at: finished } = this.upload;
    const from = name === null ? say.fromApi(total) : say.fromFile(name, total);
    return finished === null ? from : `${from} ${say.took((Date.parse(finished) - Date.parse(started)) / 1000)}`;
  }

  #head(): TemplateResult {
    const say = translated(uploadMessages);
    const { state, detail, total, outcomes: counts } = this.upload;
    const refused = state === 'failed' && total === null;
    const heading = refused ? say.refusedUpload : counts.stored === 0 ? say.addedNothing : say.added(counts.stored);
    return html`<div class="out-h">
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
                ${refused ? nothing : html`<b>${state === 'failed' ? say.failed : say.interrupted}</b>`}
                ${detail === null || state === 'interrupted' ? nothing : html`<p>${refusalText(detail)}</p>`}
                ${
                  refused
                    ? nothing
                    : html`<p>${say.interruptedText(counts.stored)}</p>
                        ${this.#goOn()}`
                }
              </div>
            </div>`
      }`;
  }

  /** The way to store the rest. */
  #goOn(): TemplateResult {
    const say = translated(uploadMessages);
    if (!this.needsFile)
      return html`<div class="acts-row">
        <wa-button size="s" appearance="outlined" @click=${() => this.#tell('again')}
          >${icon('refresh', 'start')}${say.again}</wa-button
        >
      </div>`;
    if (this.upload.surface === 'api') return html`${nothing}`;
    const chosen = (file: File) => this.#tell('file', file);
    return html`<div class="acts-row">${sameFilePicker(chosen)}</div>`;
  }

  #legend(): TemplateResult {
    const say = translated(uploadMessages);
    const { outcomes: counts, format } = this.upload;
    const all = counts.stored + skippedIn(counts);
    const line = (outcome: Outcome) => {
      const [name, meaning] = say.outcomes[outcome];
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
                  <span>${format === 'json' ? say.tickets : say.rows}<span class="vh">${say.rowsOf(name)}</span></span
                  >${icon('chevron-down')}
                </button>`
          }
        </td>
      </tr>`;
    };
    const shown = outcomes.filter((outcome) => outcome === 'stored' || counts[outcome] > 0);
    return html`${outcomeBar(counts)}
      <table class="leg">
        <thead class="vh">
          <tr>
            <th scope="col">${say.reason}</th>
            <th scope="col">${say.why}</th>
            <th scope="col">${say.count}</th>
            <th scope="col">${say.share}</th>
            <th scope="col">${say.rows}</th>
          </tr>
        </thead>
        <tbody>
          ${shown.map(line)}
        </tbody>
      </table>`;
  }

  protected override render() {
    const say = translated(uploadMessages);
    const { open, upload } = this;
    const skipped = skippedIn(upload.outcomes);
    const download = html`<button class="link end" type="button" @click=${() => void this.#download()}>
      ${say.download}
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
            ? html`<div class="in"><kb-failure heading=${say.downloadFailed} .error=${this.failure}></kb-failure></div>`
            : nothing
        }
        <div class="more acts">
          <wa-button variant="brand" href=${`/collections/${this.collectionId}`}
            >${icon('search', 'start')}${say.toSearch}</wa-button
          >
          <wa-button appearance="outlined" @click=${() => this.#tell('another')}>${say.another}</wa-button>
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

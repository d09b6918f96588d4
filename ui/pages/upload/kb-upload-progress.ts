import '@awesome.me/webawesome/dist/components/progress-bar/progress-bar.js';
import { html, nothing, type TemplateResult } from 'lit';
import type { ApiError } from '../../api/api-error.ts';
import { icon } from '../../components/icon.ts';
import { LightElement } from '../../components/light-element.ts';
import { figure } from '../../messages/format.ts';
import { translated } from '../../messages/language.ts';
import { uploadMessages } from '../../messages/upload.ts';
import { percentOf } from './percent-of.ts';
import type { Stage } from './send-file.ts';

/** How far an upload has come. Tells of a wish to send at once with `hurry`; `followed` where another window sends it. */
export class KbUploadProgress extends LightElement {
  static override properties = {
    stage: { attribute: false },
    head: { attribute: false },
    stopping: { type: Boolean },
    followed: { type: Boolean },
    left: { state: true },
  };
  declare stage: Stage;
  declare head: TemplateResult;
  declare stopping: boolean;
  declare followed: boolean;
  /** Seconds until it goes on by itself. */
  declare left: number;
  #clock: ReturnType<typeof setInterval> | undefined;
  #percent = 0;

  constructor() {
    super();
    this.stopping = false;
    this.followed = false;
    this.left = 0;
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    clearInterval(this.#clock);
  }

  protected override willUpdate(changed: Map<PropertyKey, unknown>): void {
    if (!changed.has('stage')) return;
    clearInterval(this.#clock);
    if (this.stage.at === 'pause') this.#countDown(this.stage.failure.retryAfter ?? 0);
    else this.#percent = percentOf(this.stage) ?? 0;
  }

  #countDown(seconds: number): void {
    const end = Date.now() + seconds * 1000;
    this.left = seconds;
    this.#clock = setInterval(() => {
      this.left = Math.max(0, Math.ceil((end - Date.now()) / 1000));
      if (this.left === 0) clearInterval(this.#clock);
    }, 250);
  }

  #paused(failure: ApiError): TemplateResult {
    const messages = translated(uploadMessages);
    const hurry = () => this.dispatchEvent(new CustomEvent('hurry'));
    if (failure.status === 409) return html`<p class="sub">${messages.stillRunning}</p>`;
    const busy = failure.status === 429;
    return html`<div class="notice">
      ${icon('alert')}
      <div>
        <p>${busy ? messages.busy(this.left) : messages.offline}</p>
        ${
          busy
            ? nothing
            : html`<div class="action-row">
                <wa-button size="s" appearance="outlined" @click=${hurry}
                  >${icon('refresh', 'start')}${messages.now}<span class="num" aria-hidden="true"
                    >, ${this.left}</span
                  ></wa-button
                >
              </div>`
        }
      </div>
    </div>`;
  }

  #heading(): string {
    const messages = translated(uploadMessages);
    const { stage } = this;
    if (this.stopping) return messages.stopping;
    if (stage.at === 'transfer') return messages.transferred(figure(stage.share, { style: 'percent' }));
    if (stage.at === 'pause') return messages.follows;
    const { read, stored, skipped, total } = stage.progress ?? { read: 0, stored: 0, skipped: 0, total: null };
    return total === null ? messages.checking(read) : messages.done(stored + skipped, total);
  }

  #facts(): TemplateResult {
    const messages = translated(uploadMessages);
    const progress = this.stage.at === 'work' ? this.stage.progress : undefined;
    const facts =
      progress === undefined || progress.total === null
        ? []
        : [
            ...(progress.rate === null ? [] : [messages.rate(progress.rate)]),
            messages.stored(progress.stored),
            messages.skipped(progress.skipped),
          ];
    return html`<p class="sub">
      ${facts.map((fact) => html`<span class="num">${fact}</span> `)}
      ${this.followed ? nothing : html`<span class="keep">${messages.keepOpen}</span>`}
    </p>`;
  }

  protected override render() {
    const messages = translated(uploadMessages);
    const { stage } = this;
    const percent = percentOf(stage);
    const remaining = stage.at === 'work' ? (stage.progress?.remaining_seconds ?? null) : null;
    return html`<div class="panel">
      ${this.head}
      <div class="progress">
        <p class="row">
          <b class="num">${this.#heading()}</b>
          ${remaining === null || this.stopping ? nothing : html`<span class="r num">${messages.left(remaining)}</span>`}
        </p>
        <wa-progress-bar
          label=${messages.progress}
          .value=${percent ?? this.#percent}
          ?indeterminate=${percent === undefined && stage.at === 'work'}
        ></wa-progress-bar>
        ${stage.at === 'pause' ? this.#paused(stage.failure) : this.#facts()}
      </div>
    </div>`;
  }
}
customElements.define('kb-upload-progress', KbUploadProgress);

declare global {
  interface HTMLElementTagNameMap {
    'kb-upload-progress': KbUploadProgress;
  }
}

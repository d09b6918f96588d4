import '@awesome.me/webawesome/dist/components/progress-bar/progress-bar.js';
import { html, nothing, type TemplateResult } from 'lit';
import type { ApiError } from '../../api/api-error.ts';
import { Countdown } from '../../components/countdown.ts';
import { Effect } from '../../components/effect.ts';
import { icon } from '../../components/icon.ts';
import { LightElement } from '../../components/light-element.ts';
import { figure } from '../../messages/format.ts';
import { translated } from '../../messages/language.ts';
import { uploadMessages } from '../../messages/upload.ts';
import { percentOf, type Stage } from './flow/flow-state.ts';

/** Why nothing is sent; a conflict says that the attempt before still runs. */
const waitHeading = ({ status }: ApiError): string => {
  const messages = translated(uploadMessages);
  if (status === 409) return messages.follows;
  return status === 429 ? messages.paused : messages.offline;
};

/** The progress of an upload; `followed` if another window sends it. Fires `retry-now` to end a wait. */
export class KbUploadProgress extends LightElement {
  static override properties = {
    stage: { attribute: false },
    head: { attribute: false },
    stopping: { type: Boolean },
    followed: { type: Boolean },
  };
  declare stage: Stage;
  declare head: TemplateResult;
  declare stopping: boolean;
  declare followed: boolean;
  /** Until the automatic retry. */
  readonly #countdown = new Countdown(this);
  /** Of the last stage that was no wait. */
  #percent = 0;

  constructor() {
    super();
    this.stopping = false;
    this.followed = false;
    const countDown = ([stage]: readonly [Stage]) => {
      if (stage.phase === 'waiting') this.#countdown.start(stage.failure.retryAfter ?? 0);
      else this.#countdown.stop();
    };
    new Effect(this, () => [this.stage], countDown);
  }

  protected override willUpdate(): void {
    if (this.stage.phase !== 'waiting') this.#percent = percentOf(this.stage) ?? 0;
  }

  #waiting(failure: ApiError): TemplateResult {
    const messages = translated(uploadMessages);
    const retryNow = () => this.dispatchEvent(new CustomEvent('retry-now'));
    if (failure.status === 409) return html`<p class="progress-facts">${messages.stillRunning}</p>`;
    const busy = failure.status === 429;
    return html`<div class="notice">
      ${icon('alert')}
      <div>
        <p>${busy ? messages.busy(this.#countdown.secondsLeft) : messages.offlineText}</p>
        ${
          busy
            ? nothing
            : html`<div class="action-row">
                <wa-button size="s" appearance="outlined" @click=${retryNow}
                  >${icon('refresh', 'start')}${messages.now}<span class="number" aria-hidden="true"
                    >, ${this.#countdown.secondsLeft}</span
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
    if (stage.phase === 'transfer') return messages.transferred(figure(stage.share, { style: 'percent' }));
    if (stage.phase === 'waiting') return waitHeading(stage.failure);
    if (stage.progress?.waiting_for) return messages.waitingFor[stage.progress.waiting_for];
    const { read, stored, skipped, total } = stage.progress ?? { read: 0, stored: 0, skipped: 0, total: null };
    return total === null ? messages.checking(read) : messages.done(stored + skipped, total);
  }

  /** The service, where an accepted upload goes on, does not answer. */
  get #isUnreachable(): boolean {
    return this.stage.phase === 'processing' && this.stage.unreachable === true;
  }

  #facts(): TemplateResult {
    const messages = translated(uploadMessages);
    const progress = this.stage.phase === 'processing' ? this.stage.progress : undefined;
    const isAccepted = this.stage.phase === 'processing' && this.stage.accepted;
    const facts =
      progress === undefined || progress.total === null
        ? []
        : [
            ...(progress.rate === null ? [] : [messages.rate(progress.rate)]),
            messages.stored(progress.stored),
            messages.skipped(progress.skipped),
          ];
    const keep = isAccepted ? messages.mayClose : messages.keepOpen;
    const isUnreachable = this.#isUnreachable;
    return html`<p class="progress-facts">
        ${facts.map((fact) => html`<span class="number">${fact}</span> `)}
        ${this.followed || isUnreachable ? nothing : html`<span class="progress-keep">${keep}</span>`}
      </p>
      <p class="progress-unreachable" aria-live="polite">
        ${isUnreachable ? html`${icon('alert')}${messages.unreachable}` : nothing}
      </p>`;
  }

  protected override render() {
    const messages = translated(uploadMessages);
    const { stage } = this;
    const percent = percentOf(stage);
    const remaining = stage.phase === 'processing' ? (stage.progress?.remaining_seconds ?? null) : null;
    return html`<div class="panel">
      ${this.head}
      <div class="progress">
        <p class="progress-row">
          <b class="number">${this.#heading()}</b>
          ${remaining === null || this.stopping || this.#isUnreachable ? nothing : html`<span class="progress-left number">${messages.left(remaining)}</span>`}
        </p>
        <wa-progress-bar
          label=${messages.progress}
          .value=${percent ?? this.#percent}
          ?indeterminate=${percent === undefined && stage.phase === 'processing'}
        ></wa-progress-bar>
        ${stage.phase === 'waiting' ? this.#waiting(stage.failure) : this.#facts()}
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

import { html, nothing } from 'lit';
import type { ApiError } from '../api/api-error.ts';
import { onlineAfter } from '../browser/online-or-after.ts';
import { commonMessages } from '../messages/common.ts';
import { translated } from '../messages/language.ts';
import { backOnlineText, requestErrorText } from '../messages/request-errors.ts';
import { Countdown } from './countdown.ts';
import { Effect } from './effect.ts';
import { icon } from './icon.ts';
import { LightElement } from './light-element.ts';

/** A failed request: optional `heading`, the reason and, if `retriable`, a button that fires `retry`, disabled for the wait that a 429 asks for. */
export class KbFailure extends LightElement {
  static override properties = {
    heading: {},
    error: { attribute: false },
    retriable: { type: Boolean },
    isBack: { state: true },
  };
  declare heading: string;
  declare error: ApiError | undefined;
  declare retriable: boolean;
  /** Whether there has been a connection since. */
  declare isBack: boolean;
  readonly #countdown = new Countdown(this);

  constructor() {
    super();
    this.heading = '';
    this.retriable = false;
    this.isBack = false;
    const countDown = ([error]: readonly [ApiError | undefined]) => {
      this.isBack = false;
      onlineAfter(error, () => (this.isBack = true));
      if (error?.status === 429) this.#countdown.start(error.retryAfter ?? 60);
      else this.#countdown.stop();
    };
    new Effect(this, () => [this.error], countDown);
  }

  #retry(): void {
    this.dispatchEvent(new CustomEvent('retry'));
  }

  protected override render() {
    if (!this.error) return nothing;
    const { secondsLeft } = this.#countdown;
    const waits = secondsLeft > 0;
    // Read out once with all its seconds, not again at each of them.
    const said = waits || this.error.status !== 429 ? requestErrorText(this.error) : requestErrorText(this.error, 0);
    const reason = this.isBack && this.error.status === 0 ? backOnlineText() : said;
    const button = html`<div class="action-row">
      <wa-button size="s" appearance="outlined" ?disabled=${waits} @click=${this.#retry}>
        ${icon('refresh', 'start')}${translated(commonMessages).retry}${waits ? html`<span class="number">, ${secondsLeft}</span>` : nothing}
      </wa-button>
    </div>`;
    return html`<div class="notice">
      ${icon('alert')}
      <div>
        <div role="alert">
          ${this.heading === '' ? nothing : html`<b>${this.heading}</b>`}
          <p class=${waits ? 'visually-hidden' : nothing}>${reason}</p>
        </div>
        ${waits ? html`<p aria-hidden="true">${requestErrorText(this.error, secondsLeft)}</p>` : nothing}
        ${this.retriable ? button : nothing}
      </div>
    </div>`;
  }
}
customElements.define('kb-failure', KbFailure);

declare global {
  interface HTMLElementTagNameMap {
    'kb-failure': KbFailure;
  }
}

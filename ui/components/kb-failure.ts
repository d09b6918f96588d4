import { html, nothing } from 'lit';
import type { ApiError } from '../api/api-error.ts';
import { icon } from '../icons.ts';
import { failureText } from '../messages/failures.ts';
import { translated } from '../messages/language.ts';
import { words } from '../messages/words.ts';
import { LightElement } from './light-element.ts';

/** What failed, why, and a button to try again (`retry` event); without `heading` only why, without `retriable` no button. */
export class KbFailure extends LightElement {
  static override properties = {
    heading: {},
    error: { attribute: false },
    retriable: { type: Boolean },
    left: { state: true },
  };
  declare heading: string;
  declare error: ApiError | undefined;
  declare retriable: boolean;
  /** Seconds until the service takes requests again, after a 429. */
  declare left: number;
  #clock: ReturnType<typeof setInterval> | undefined;

  constructor() {
    super();
    this.heading = '';
    this.retriable = false;
    this.left = 0;
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    clearInterval(this.#clock);
  }

  protected override willUpdate(changed: Map<PropertyKey, unknown>): void {
    if (changed.has('error')) this.#countDown(this.error?.status === 429 ? (this.error.retryAfter ?? 60) : 0);
  }

  #countDown(seconds: number): void {
    clearInterval(this.#clock);
    this.left = seconds;
    if (seconds === 0) return;
    const end = Date.now() + seconds * 1000;
    this.#clock = setInterval(() => {
      this.left = Math.max(0, Math.ceil((end - Date.now()) / 1000));
      if (this.left === 0) clearInterval(this.#clock);
    }, 250);
  }

  #retry(): void {
    this.dispatchEvent(new CustomEvent('retry'));
  }

  protected override render() {
    if (!this.error) return nothing;
    const waits = this.left > 0;
    const button = html`<div class="acts-row">
      <wa-button size="s" appearance="outlined" ?disabled=${waits} @click=${this.#retry}>
        ${icon('refresh', 'start')}${translated(words).retry}${waits ? html`<span class="num">, ${this.left}</span>` : nothing}
      </wa-button>
    </div>`;
    return html`<div class="notice">
      ${icon('alert')}
      <div>
        <div role="alert">
          ${this.heading === '' ? nothing : html`<b>${this.heading}</b>`}
          <p>${failureText(this.error)}</p>
        </div>
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

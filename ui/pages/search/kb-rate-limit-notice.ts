import { html } from 'lit';
import { LightElement } from '../../components/light-element.ts';
import { icon } from '../../components/icon.ts';
import { figure } from '../../messages/format.ts';
import { translated } from '../../messages/language.ts';
import { searchMessages } from '../../messages/search.ts';

/** The service takes no requests for `seconds`: counts them down and tells with an `over` event that they have passed. */
export class KbRateLimitNotice extends LightElement {
  static override properties = { seconds: { attribute: false }, left: { state: true } };
  declare seconds: number;
  declare left: number;
  #end = 0;
  #clock: ReturnType<typeof setInterval> | undefined;

  override connectedCallback(): void {
    super.connectedCallback();
    this.#clock = setInterval(() => this.#tick(), 250);
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    clearInterval(this.#clock);
  }

  protected override willUpdate(changed: Map<PropertyKey, unknown>): void {
    if (!changed.has('seconds')) return;
    this.#end = Date.now() + this.seconds * 1000;
    this.left = this.seconds;
  }

  #tick(): void {
    this.left = Math.max(0, Math.ceil((this.#end - Date.now()) / 1000));
    if (this.left > 0) return;
    clearInterval(this.#clock);
    this.dispatchEvent(new CustomEvent('over'));
  }

  protected override render() {
    const messages = translated(searchMessages);
    return html`<div class="notice">
      ${icon('clock')}
      <div>
        <div role="alert">
          <b>${messages.tooMany}</b>
          <p class="visually-hidden">${messages.goesOnIn(this.seconds)}</p>
        </div>
        <p aria-hidden="true">
          ${messages.goesOn} <span class="num">${figure(this.left)} ${messages.secondsShort}</span>
        </p>
      </div>
    </div>`;
  }
}
customElements.define('kb-rate-limit-notice', KbRateLimitNotice);

declare global {
  interface HTMLElementTagNameMap {
    'kb-rate-limit-notice': KbRateLimitNotice;
  }
}

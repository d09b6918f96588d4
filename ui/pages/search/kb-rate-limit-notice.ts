import { html, type TemplateResult } from 'lit';
import { keyed } from 'lit/directives/keyed.js';
import { icon } from '../../components/icon.ts';
import '../../components/kb-failure.ts';
import '../../components/kb-seconds.ts';
import { LightElement } from '../../components/light-element.ts';
import { translated } from '../../messages/language.ts';
import { searchMessages } from '../../messages/search.ts';
import type { Refused } from './search-runner.ts';

/** Counts down the `seconds` for which the service refuses requests, then fires `end`. */
export class KbRateLimitNotice extends LightElement {
  static override properties = { seconds: { attribute: false } };
  declare seconds: number;

  protected override render() {
    const messages = translated(searchMessages);
    return html`<div class="notice">
      ${icon('clock')}
      <div>
        <div role="alert">
          <b>${messages.tooMany}</b>
          <p class="visually-hidden">${messages.autoRetryIn(this.seconds)}</p>
        </div>
        <p aria-hidden="true">
          ${messages.autoRetry}
          <kb-seconds .seconds=${this.seconds} @end=${() => this.dispatchEvent(new CustomEvent('end'))}></kb-seconds>
        </p>
      </div>
    </div>`;
  }
}
customElements.define('kb-rate-limit-notice', KbRateLimitNotice);

/** Why a request was refused: a countdown before an automatic retry, or the reason with a retry button. */
export const refusalNotice = ({ error, autoRetry }: Refused, heading: string, retry: () => void): TemplateResult =>
  autoRetry
    ? html`${keyed(
        error,
        html`<kb-rate-limit-notice .seconds=${error.retryAfter ?? 60} @end=${retry}></kb-rate-limit-notice>`,
      )}`
    : html`<kb-failure heading=${heading} .error=${error} retriable @retry=${retry}></kb-failure>`;

declare global {
  interface HTMLElementTagNameMap {
    'kb-rate-limit-notice': KbRateLimitNotice;
  }
}

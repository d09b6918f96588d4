import { html } from 'lit';
import { figure } from '../messages/format.ts';
import { translated } from '../messages/language.ts';
import { commonMessages } from '../messages/common.ts';
import { Countdown } from './countdown.ts';
import { Effect } from './effect.ts';
import { LightElement } from './light-element.ts';

/** Counts down the `seconds` of a wait within a sentence, then fires `end`. Screen readers are told the wait once, by a sentence beside it. */
export class KbSeconds extends LightElement {
  static override properties = { seconds: { attribute: false } };
  declare seconds: number;
  readonly #countdown = new Countdown(this, () => this.dispatchEvent(new CustomEvent('end')));

  constructor() {
    super();
    new Effect(
      this,
      () => [this.seconds],
      ([seconds]) => this.#countdown.start(seconds),
    );
  }

  protected override render() {
    const { secondsShort } = translated(commonMessages);
    return html`<span class="number" aria-hidden="true">${figure(this.#countdown.secondsLeft)} ${secondsShort}</span>`;
  }
}
customElements.define('kb-seconds', KbSeconds);

declare global {
  interface HTMLElementTagNameMap {
    'kb-seconds': KbSeconds;
  }
}

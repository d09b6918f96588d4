import { html } from 'lit';
import { translated } from '../messages/language.ts';
import { words } from '../messages/words.ts';
import { LightElement } from './light-element.ts';

/** Something is on its way; the ring appears after 150 ms, so that a quick reply shows none. */
export class KbWaiting extends LightElement {
  protected override render() {
    return html`<div class="waiting" role="status">
      <span class="spin"></span><span class="vh">${translated(words).loading}</span>
    </div>`;
  }
}
customElements.define('kb-waiting', KbWaiting);

declare global {
  interface HTMLElementTagNameMap {
    'kb-waiting': KbWaiting;
  }
}

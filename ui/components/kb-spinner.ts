import { html } from 'lit';
import { commonMessages } from '../messages/common.ts';
import { translated } from '../messages/language.ts';
import { LightElement } from './light-element.ts';

/** A loading indicator; visible after 150 ms, so that quick replies show none. */
export class KbSpinner extends LightElement {
  protected override render() {
    return html`<div class="loading" role="status">
      <span class="spinner"></span><span class="visually-hidden">${translated(commonMessages).loading}</span>
    </div>`;
  }
}
customElements.define('kb-spinner', KbSpinner);

declare global {
  interface HTMLElementTagNameMap {
    'kb-spinner': KbSpinner;
  }
}

import { html, nothing } from 'lit';
import { icon } from '../icons.ts';
import { translated } from '../messages/language.ts';
import { shellMessages } from '../messages/shell.ts';
import { words } from '../messages/words.ts';
import './kb-account-menu.ts';
import './kb-collection-switch.ts';
import { LightElement } from './light-element.ts';
import { mark } from './mark.ts';

/** Mark, path, keys and account. `here` is the last step of the path; a collection's name stands there instead where `collectionId` is set. */
export class KbTopBar extends LightElement {
  static override properties = { here: {}, collectionId: { attribute: false } };
  declare here: string;
  declare collectionId: string | undefined;

  #keys(): void {
    this.dispatchEvent(new CustomEvent('keys'));
  }

  protected override render() {
    const say = translated(shellMessages);
    const root = this.here === say.collections && this.collectionId === undefined;
    const step = this.collectionId
      ? html`<kb-collection-switch .collectionId=${this.collectionId}></kb-collection-switch>`
      : html`<span class="here" aria-current="page">${this.here}</span>`;
    return html`<header class="top ${this.collectionId ? 'flush' : ''}">
      <div class="frame">
        <a class="brand" href="/" aria-label=${say.home}>${mark()}<span>${translated(words).product}</span></a>
        <nav class="crumbs" aria-label=${say.path}>
          ${root ? nothing : html`<a class="hide-s" href="/">${say.collections}</a><span class="sep hide-s" aria-hidden="true">/</span>`}
          ${step}
        </nav>
        <span class="sp"></span>
        <button
          class="icon-btn hide-s"
          type="button"
          aria-label=${say.keys}
          title="${say.keys} (?)"
          @click=${this.#keys}
        >
          ${icon('keyboard')}
        </button>
        <kb-account-menu></kb-account-menu>
      </div>
    </header>`;
  }
}
customElements.define('kb-top-bar', KbTopBar);

declare global {
  interface HTMLElementTagNameMap {
    'kb-top-bar': KbTopBar;
  }
}

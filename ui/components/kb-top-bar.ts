import { html, nothing, type TemplateResult } from 'lit';
import { commonMessages } from '../messages/common.ts';
import { figure } from '../messages/format.ts';
import { translated } from '../messages/language.ts';
import { shellMessages } from '../messages/shell.ts';
import { icon, type IconName } from './icon.ts';
import './kb-account-menu.ts';
import './kb-collection-switch.ts';
import { LightElement } from './light-element.ts';
import { logo } from './logo.ts';

/** Logo, breadcrumbs, palette (fires `palette`), shortcut list (fires `shortcuts`) and account menu. The last breadcrumb is `pageTitle`, or the collection's name if `collectionId` is set; `parent` is the one before it. */
export class KbTopBar extends LightElement {
  static override properties = { pageTitle: {}, collectionId: { attribute: false }, parent: { attribute: false } };
  declare pageTitle: string;
  declare collectionId: string | undefined;
  declare parent: { readonly name: string; readonly address: string } | undefined;

  protected override watched() {
    return [this.app.uploads];
  }

  /** The upload that runs, with a link to its page. */
  #uploads() {
    const [first, ...more] = this.app.uploads.get();
    if (!first) return nothing;
    const { uploading, uploadingMore } = translated(shellMessages);
    const share = first.percent === undefined ? '…' : figure(first.percent / 100, { style: 'percent' });
    return html`<a class="top-bar-upload" href="/collections/${first.collectionId}/upload">
      ${icon('upload')}<span class="wide-only">${uploading}</span>
      <span class="number">${share}</span
      >${more.length > 0 ? html`<span class="number">${uploadingMore(more.length)}</span>` : nothing}
    </a>`;
  }

  #button(type: 'palette' | 'shortcuts', symbol: IconName, key: string): TemplateResult {
    const label = translated(shellMessages)[type === 'palette' ? 'goOrSearch' : 'keys'];
    return html`<button
      class="icon-button ${type === 'shortcuts' ? 'wide-only' : ''}"
      type="button"
      aria-label=${label}
      title="${label} (${key})"
      @click=${() => this.dispatchEvent(new CustomEvent(type))}
    >
      ${icon(symbol)}
    </button>`;
  }

  protected override render() {
    const messages = translated(shellMessages);
    const root = this.pageTitle === messages.collections && this.collectionId === undefined;
    const step = this.collectionId
      ? html`<kb-collection-switch .collectionId=${this.collectionId}></kb-collection-switch>`
      : html`<span class="breadcrumbs-here" aria-current="page">${this.pageTitle}</span>`;
    const separator = html`<span class="breadcrumbs-separator wide-only" aria-hidden="true">/</span>`;
    const { parent } = this;
    const above =
      parent && html`<a class="breadcrumbs-parent wide-only" href=${parent.address}>${parent.name}</a>${separator}`;
    return html`<header class="top-bar ${this.collectionId ? 'is-flush' : ''}">
      <div class="frame">
        <a class="logo" href="/" aria-label=${messages.home}
          >${logo()}<span>${translated(commonMessages).product}</span></a
        >
        <nav class="breadcrumbs" aria-label=${messages.path}>
          ${root ? nothing : html`<a class="wide-only" href="/">${messages.collections}</a>${separator}`}${above ?? nothing}
          ${step}
        </nav>
        <span class="top-bar-space"></span>
        ${this.#uploads()} ${this.#button('palette', 'search', 'Ctrl+K')} ${this.#button('shortcuts', 'keyboard', '?')}
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

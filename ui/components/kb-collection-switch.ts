import { html, nothing } from 'lit';
import { collectionMessages } from '../messages/collection.ts';
import { translated } from '../messages/language.ts';
import { shellMessages } from '../messages/shell.ts';
import { icon } from './icon.ts';
import { LightElement } from './light-element.ts';

/** The value of the item that opens the settings; no collection's id. */
const settings = 'settings';

/** The collection's name as the page's heading, with a menu of all collections and its settings; switching keeps the tab. */
export class KbCollectionSwitch extends LightElement {
  static override properties = { collectionId: { attribute: false } };
  declare collectionId: string;

  protected override watched() {
    return [this.app.collections.state];
  }

  #select({ detail }: CustomEvent<{ readonly item: { readonly value: string } }>): void {
    if (detail.item.value === settings) {
      this.app.configuring.set(this.app.collections.value()?.find(({ id }) => id === this.collectionId));
      return;
    }
    if (detail.item.value === this.collectionId) return;
    const [, tab = ''] = /^\/collections\/[^/]+(\/upload|\/tickets)?/.exec(this.app.router.location.get().path) ?? [];
    this.app.router.navigate(`/collections/${detail.item.value}${tab}`);
  }

  protected override render() {
    const all = this.app.collections.value() ?? [];
    const name = all.find(({ id }) => id === this.collectionId)?.name ?? '…';
    const isKnown = all.some(({ id }) => id === this.collectionId);
    if (!isKnown) return html`<h1 class="breadcrumbs-here" tabindex="-1">${name}</h1>`;
    const items = all.map(
      ({ id, name: other }) =>
        html`<wa-dropdown-item value=${id} aria-current=${id === this.collectionId ? 'page' : nothing}
          >${other}${id === this.collectionId ? icon('check', 'details') : nothing}</wa-dropdown-item
        >`,
    );
    return html`<h1 tabindex="-1">
      <wa-dropdown @wa-select=${this.#select}>
        <button
          class="breadcrumbs-switch"
          slot="trigger"
          type="button"
          title=${translated(shellMessages).switchCollection}
        >
          <span>${name}</span>${icon('chevrons-up-down')}
        </button>
        ${all.length < 2 ? nothing : html`${items}<wa-divider></wa-divider>`}
        <wa-dropdown-item value=${settings}
          >${icon('settings', 'icon')}${translated(collectionMessages).settings}</wa-dropdown-item
        >
      </wa-dropdown>
    </h1>`;
  }
}
customElements.define('kb-collection-switch', KbCollectionSwitch);

declare global {
  interface HTMLElementTagNameMap {
    'kb-collection-switch': KbCollectionSwitch;
  }
}

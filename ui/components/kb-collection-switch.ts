import '@awesome.me/webawesome/dist/components/dropdown/dropdown.js';
import { html } from 'lit';
import { translated } from '../messages/language.ts';
import { shellMessages } from '../messages/shell.ts';
import { icon } from './icon.ts';
import { LightElement } from './light-element.ts';

/** The collection's name as the page's heading, with a menu of the other collections; switching keeps the tab. */
export class KbCollectionSwitch extends LightElement {
  static override properties = { collectionId: { attribute: false } };
  declare collectionId: string;

  protected override watched() {
    return [this.app.collections.state];
  }

  #select({ detail }: CustomEvent<{ readonly item: { readonly value: string } }>): void {
    const tab = this.app.router.location.get().path.endsWith('/upload') ? '/upload' : '';
    this.app.router.navigate(`/collections/${detail.item.value}${tab}`);
  }

  protected override render() {
    const all = this.app.collections.value() ?? [];
    const name = all.find(({ id }) => id === this.collectionId)?.name ?? '…';
    if (all.length < 2) return html`<h1 class="breadcrumbs-here" tabindex="-1">${name}</h1>`;
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
        ${all.map(
          ({ id, name: other }) =>
            html`<wa-dropdown-item value=${id} ?disabled=${id === this.collectionId}>${other}</wa-dropdown-item>`,
        )}
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

import { html } from 'lit';
import type { Collection } from '../../api/records.ts';
import { LightElement } from '../../components/light-element.ts';
import { collectionMessages } from '../../messages/collection.ts';
import { translated } from '../../messages/language.ts';

/** The search tab of a collection; `active` while it is the one that is looked at. */
export class KbSearchPage extends LightElement {
  static override properties = { collection: { attribute: false }, active: { attribute: false } };
  declare collection: Collection;
  declare active: boolean;

  protected override render() {
    return html`<div class="frame"><h2 class="vh">${translated(collectionMessages).search}</h2></div>`;
  }
}
customElements.define('kb-search-page', KbSearchPage);

declare global {
  interface HTMLElementTagNameMap {
    'kb-search-page': KbSearchPage;
  }
}

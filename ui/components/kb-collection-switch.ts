import { html, nothing, type TemplateResult } from 'lit';
import type { Collection } from '../api/records.ts';
import { collectionMessages } from '../messages/collection.ts';
import { translated } from '../messages/language.ts';
import { shellMessages } from '../messages/shell.ts';
import { icon } from './icon.ts';
import { LightElement } from './light-element.ts';
import { matchesTyped } from './matches-typed.ts';

/** The value of the item that opens the settings; no collection's id. */
const settings = 'settings';

type Selected = CustomEvent<{ readonly item: { readonly value: string } }>;

/** More collections are a list with a field to find one. */
const maxInMenu = 8;

/** The collection's name as the page's heading, with a menu of all collections and its settings; switching keeps the tab. */
export class KbCollectionSwitch extends LightElement {
  static override properties = {
    collectionId: { attribute: false },
    typed: { state: true },
  };
  declare collectionId: string;
  /** What is looked for among many collections; undefined while their list is closed. */
  declare typed: string | undefined;

  protected override watched() {
    return [this.app.collections.state];
  }

  #select(value: string): void {
    if (value === settings) {
      this.app.configuring.set(this.app.collections.value()?.find(({ id }) => id === this.collectionId));
      return;
    }
    if (value === this.collectionId) return;
    const [, tab = ''] = /^\/collections\/[^/]+(\/upload|\/tickets)?/.exec(this.app.router.location.get().path) ?? [];
    this.app.router.navigate(`/collections/${value}${tab}`);
  }

  #toggle(isOpen: boolean): void {
    this.typed = isOpen ? '' : undefined;
    void this.updateComplete.then(() => this.querySelector<HTMLElement>(isOpen ? 'input' : 'button')?.focus());
  }

  #choose(value: string): void {
    this.#toggle(false);
    this.#select(value);
  }

  #onKeydown(event: KeyboardEvent): void {
    if (event.key !== 'Escape' || this.typed === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    this.#toggle(false);
  }

  #onFocusout({ relatedTarget }: FocusEvent): void {
    if (!(relatedTarget instanceof Node) || !this.contains(relatedTarget)) this.typed = undefined;
  }

  #finder(all: readonly Collection[], typed: string): TemplateResult {
    const { find, noneFound, settings: settingsName } = translated(collectionMessages);
    const found = all.filter(({ name }) => matchesTyped(name, typed));
    const item = ({ id, name }: Collection) =>
      html`<li>
        <button
          type="button"
          aria-current=${id === this.collectionId ? 'page' : nothing}
          @click=${() => this.#choose(id)}
        >
          <span>${name}</span>${id === this.collectionId ? icon('check') : nothing}
        </button>
      </li>`;
    const onEnter = ({ key }: KeyboardEvent) => {
      if (key === 'Enter' && found[0]) this.#choose(found[0].id);
    };
    return html`<div class="find-menu">
      <input
        class="find-field"
        type="text"
        autocomplete="off"
        aria-label=${find}
        placeholder=${find}
        .value=${typed}
        @input=${(event: Event) => (this.typed = (event.target as HTMLInputElement).value)}
        @keydown=${onEnter}
      />
      <ul>
        ${found.map(item)}
      </ul>
      ${found.length === 0 ? html`<p class="none-found" role="status">${noneFound}</p>` : nothing}
      <button type="button" @click=${() => this.#choose(settings)}>
        ${icon('settings')}<span>${settingsName}</span>
      </button>
    </div>`;
  }

  /** Many collections: a disclosure, since a menu may hold no field. */
  #long(all: readonly Collection[], name: string): TemplateResult {
    const { typed } = this;
    return html`<div
      @keydown=${(event: KeyboardEvent) => this.#onKeydown(event)}
      @focusout=${(event: FocusEvent) => this.#onFocusout(event)}
    >
      <h1 tabindex="-1">
        <button
          class="breadcrumbs-switch"
          type="button"
          title=${translated(shellMessages).switchCollection}
          aria-expanded=${typed === undefined ? 'false' : 'true'}
          @click=${() => this.#toggle(typed === undefined)}
        >
          <span>${name}</span>${icon('chevrons-up-down')}
        </button>
      </h1>
      ${typed === undefined ? nothing : this.#finder(all, typed)}
    </div>`;
  }

  protected override render() {
    const all = this.app.collections.value() ?? [];
    const name = all.find(({ id }) => id === this.collectionId)?.name ?? '…';
    const isKnown = all.some(({ id }) => id === this.collectionId);
    if (!isKnown) return html`<h1 class="breadcrumbs-here" tabindex="-1">${name}</h1>`;
    if (all.length > maxInMenu) return this.#long(all, name);
    const items = all.map(
      ({ id, name: other }) =>
        html`<wa-dropdown-item value=${id} aria-current=${id === this.collectionId ? 'page' : nothing}
          >${other}${id === this.collectionId ? icon('check', 'details') : nothing}</wa-dropdown-item
        >`,
    );
    return html`<h1 tabindex="-1">
      <wa-dropdown @wa-select=${({ detail }: Selected) => this.#select(detail.item.value)}>
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

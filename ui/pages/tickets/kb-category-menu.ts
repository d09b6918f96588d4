import { html, nothing } from 'lit';
import { icon } from '../../components/icon.ts';
import { LightElement } from '../../components/light-element.ts';
import { figure } from '../../messages/format.ts';
import { translated } from '../../messages/language.ts';
import { ticketsMessages } from '../../messages/tickets.ts';
import { plainWord } from '../search/word-forms.ts';

/** A button for categories, or those without a chip: a list with a field to find one. Fires `choose` with its name. */
export class KbCategoryMenu extends LightElement {
  static override properties = {
    categories: { attribute: false },
    more: { attribute: false },
    label: { attribute: false },
    open: { state: true },
    typed: { state: true },
  };
  /** Those with how many tickets of them would be listed, if that is known. */
  declare categories: readonly { readonly category: string; readonly count: number | undefined }[];
  /** Whether there are others, which can be named. */
  declare more: boolean;
  /** Of its button, in place of how many there are. */
  declare label: string | undefined;
  declare open: boolean;
  declare typed: string;

  constructor() {
    super();
    this.more = false;
    this.open = false;
    this.typed = '';
  }

  #toggle(open: boolean): void {
    Object.assign(this, { open, typed: '' });
    void this.updateComplete.then(() => this.querySelector<HTMLElement>(open ? 'input' : '.tickets-chip')?.focus());
  }

  #choose(category: string): void {
    this.#toggle(false);
    this.dispatchEvent(new CustomEvent('choose', { detail: category }));
  }

  #onKeydown(event: KeyboardEvent): void {
    if (event.key === 'Escape' && this.open) {
      event.preventDefault();
      event.stopPropagation();
      this.#toggle(false);
    }
  }

  #onFocusout({ relatedTarget }: FocusEvent): void {
    if (!(relatedTarget instanceof Node) || !this.contains(relatedTarget)) this.open = false;
  }

  #list() {
    const messages = translated(ticketsMessages);
    const found = this.categories.filter(({ category }) =>
      plainWord(category || messages.noCategory).includes(plainWord(this.typed.trim())),
    );
    return html`<div class="find-menu tickets-menu">
      <input
        class="find-field"
        type="text"
        autocomplete="off"
        aria-label=${messages.findCategory}
        placeholder=${messages.findCategory}
        .value=${this.typed}
        @input=${(event: Event) => (this.typed = (event.target as HTMLInputElement).value)}
        @keydown=${(event: KeyboardEvent) => {
          const named = found[0]?.category ?? (this.more ? this.typed.trim() : undefined);
          if (event.key === 'Enter' && named !== undefined) this.#choose(named);
        }}
      />
      <ul>
        ${found.map(
          ({ category, count }) =>
            html`<li>
              <button type="button" @click=${() => this.#choose(category)}>
                <span>${category || messages.noCategory}</span
                >${count === undefined ? nothing : html`<span class="number">${figure(count)}</span>`}
              </button>
            </li>`,
        )}
      </ul>
      ${this.#note(found.length)}
    </div>`;
  }

  #note(found: number) {
    const messages = translated(ticketsMessages);
    if (!this.more && found > 0) return nothing;
    return html`<p class="none-found" role="status">${this.more ? messages.moreCategories : messages.noneFound}</p>`;
  }

  protected override render() {
    return html`<div
      class="tickets-more"
      @keydown=${(event: KeyboardEvent) => this.#onKeydown(event)}
      @focusout=${(event: FocusEvent) => this.#onFocusout(event)}
    >
      <button
        class="tickets-chip"
        type="button"
        aria-expanded=${this.open ? 'true' : 'false'}
        @click=${() => this.#toggle(!this.open)}
      >
        ${this.label ?? translated(ticketsMessages).more(this.categories.length)}${icon('chevron-down')}
      </button>
      ${this.open ? this.#list() : nothing}
    </div>`;
  }
}
customElements.define('kb-category-menu', KbCategoryMenu);

declare global {
  interface HTMLElementTagNameMap {
    'kb-category-menu': KbCategoryMenu;
  }
}

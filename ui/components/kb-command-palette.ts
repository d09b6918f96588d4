import { html, nothing, type TemplateResult } from 'lit';
import { translated } from '../messages/language.ts';
import { paletteMessages } from '../messages/palette.ts';
import { icon } from './icon.ts';
import './kb-dialog.ts';
import { LightElement } from './light-element.ts';
import { type PaletteEntry, paletteEntries } from './palette-entries.ts';

/** Collections, recent queries and actions by name, opened with Ctrl+K or ⌘K, or by `show`. Fires `shortcuts` to show the list of keys. */
export class KbCommandPalette extends LightElement {
  static override properties = { open: { state: true }, typed: { state: true }, chosen: { state: true } };
  declare open: boolean;
  declare typed: string;
  /** The index of the entry that Enter runs. */
  declare chosen: number;

  constructor() {
    super();
    this.open = false;
    this.typed = '';
    this.chosen = 0;
  }

  readonly #onKeydown = (event: KeyboardEvent): void => {
    // By its position on the keyboard, so in every layout.
    if (event.code !== 'KeyK' || !(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey) return;
    if (document.querySelector('kb-dialog[open]')) return;
    event.preventDefault();
    this.show();
  };

  show(): void {
    Object.assign(this, { typed: '', chosen: 0, open: true });
  }

  override connectedCallback(): void {
    super.connectedCallback();
    document.addEventListener('keydown', this.#onKeydown);
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    document.removeEventListener('keydown', this.#onKeydown);
  }

  get #entries(): readonly PaletteEntry[] {
    return paletteEntries(this.app, this.typed, () => this.dispatchEvent(new CustomEvent('shortcuts')));
  }

  #run(entry: PaletteEntry | undefined): void {
    if (!entry) return;
    this.open = false;
    // After the dialog has given the focus back, so that what is opened can take it.
    void this.updateComplete.then(entry.run);
  }

  #onFieldKeydown(event: KeyboardEvent): void {
    const { length } = this.#entries;
    const steps: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1 };
    const step = steps[event.key];
    if (event.key === 'Enter') this.#run(this.#entries[this.chosen]);
    else if (step === undefined || length === 0) return;
    else this.chosen = (this.chosen + step + length) % length;
    event.preventDefault();
  }

  protected override updated(): void {
    this.querySelector('[aria-selected=true]')?.scrollIntoView({ block: 'nearest' });
  }

  #option(entry: PaletteEntry, index: number): TemplateResult {
    return html`<li
      id="palette-${index}"
      role="option"
      aria-selected=${index === this.chosen ? 'true' : 'false'}
      @click=${() => this.#run(entry)}
      @pointermove=${() => (this.chosen = index)}
    >
      ${icon(entry.icon)}<span>${entry.label}</span>${entry.more === undefined ? nothing : html`<small>${entry.more}</small>`}
    </li>`;
  }

  /** The groups in their order, each with its heading. */
  #list(entries: readonly PaletteEntry[]): TemplateResult {
    const { title, groups } = translated(paletteMessages);
    const indexed = entries.map((entry, index) => ({ entry, index }));
    const byGroup = Map.groupBy(indexed, ({ entry }) => entry.group);
    return html`<ul id="palette-list" role="listbox" aria-label=${title}>
      ${[...byGroup].map(
        ([group, all]) =>
          html`<li role="presentation">
            <ul role="group" aria-label=${groups[group]}>
              <li class="palette-group" role="presentation">${groups[group]}</li>
              ${all.map(({ entry, index }) => this.#option(entry, index))}
            </ul>
          </li>`,
      )}
    </ul>`;
  }

  protected override render() {
    if (!this.open) return nothing;
    const messages = translated(paletteMessages);
    const entries = this.#entries;
    return html`<kb-dialog heading=${messages.title} open @close=${() => (this.open = false)}>
      <div class="palette">
        <input
          class="find-field"
          type="text"
          role="combobox"
          autofocus
          autocomplete="off"
          spellcheck="false"
          aria-label=${messages.placeholder}
          placeholder=${messages.placeholder}
          aria-expanded="true"
          aria-controls="palette-list"
          aria-activedescendant=${entries.length === 0 ? nothing : `palette-${this.chosen}`}
          .value=${this.typed}
          @input=${(event: Event) =>
            Object.assign(this, { typed: (event.target as HTMLInputElement).value, chosen: 0 })}
          @keydown=${(event: KeyboardEvent) => this.#onFieldKeydown(event)}
        />
        ${this.#list(entries)}
        <p class=${entries.length === 0 ? 'none-found' : 'visually-hidden'} role="status">
          ${entries.length === 0 ? messages.nothing : messages.found(entries.length)}
        </p>
      </div>
    </kb-dialog>`;
  }
}
customElements.define('kb-command-palette', KbCommandPalette);

declare global {
  interface HTMLElementTagNameMap {
    'kb-command-palette': KbCommandPalette;
  }
}

import type WaSwitch from '@awesome.me/webawesome/dist/components/switch/switch.js';
import '@awesome.me/webawesome/dist/components/switch/switch.js';
import type WaTextarea from '@awesome.me/webawesome/dist/components/textarea/textarea.js';
import '@awesome.me/webawesome/dist/components/textarea/textarea.js';
import { html } from 'lit';
import { fieldError } from '../../components/field-error.ts';
import { LightElement } from '../../components/light-element.ts';
import { translated } from '../../messages/language.ts';
import { searchMessages } from '../../messages/search.ts';

/** The service's limit, in characters. */
const maxQueryLength = 10_000;

/** The search form. Fires `query` (`detail`: the query), `answers-change` (`detail`: whether the switch is on), and `recent` (arrow up in an empty field). */
export class KbSearchBox extends LightElement {
  static override properties = {
    query: { attribute: false },
    withAnswers: { attribute: false },
    busy: { attribute: false },
    draft: { state: true },
    error: { state: true },
  };
  /** The current query; replaces the text in the field when it changes. */
  declare query: string;
  declare withAnswers: boolean;
  declare busy: boolean;
  declare draft: string;
  declare error: string | undefined;

  constructor() {
    super();
    this.query = '';
    this.withAnswers = true;
    this.busy = false;
    this.draft = '';
  }

  get #field(): WaTextarea | null {
    return this.querySelector('wa-textarea');
  }

  override focus(): void {
    // The field cannot take focus before its first render.
    void this.updateComplete.then(() => this.#field?.updateComplete).then(() => this.#field?.focus());
  }

  protected override willUpdate(changed: Map<PropertyKey, unknown>): void {
    if (!changed.has('query')) return;
    this.draft = this.query;
    this.error = undefined;
  }

  get #isPending(): boolean {
    return this.busy && this.draft.trim() === this.query;
  }

  #onInput(): void {
    this.draft = this.#field?.value ?? '';
    this.error = undefined;
  }

  #submit(event?: Event): void {
    event?.preventDefault();
    const query = this.draft.trim();
    if (this.#isPending) return;
    if (Array.from(query).length > maxQueryLength) this.error = translated(searchMessages).tooLong(maxQueryLength);
    if (query === '' || this.error !== undefined) {
      this.focus();
      return;
    }
    // On a touch screen the keyboard would cover the results.
    if (matchMedia('(pointer: coarse)').matches) this.#field?.blur();
    this.dispatchEvent(new CustomEvent<string>('query', { detail: query }));
  }

  #onKeydown(event: KeyboardEvent): void {
    // Enter confirms a word in an input method editor.
    if (event.isComposing) return;
    if (event.key === 'Enter' && !event.shiftKey) this.#submit(event);
    if (event.key === 'Escape') this.#field?.blur();
    if (event.key === 'ArrowUp' && this.draft === '') {
      event.preventDefault();
      this.dispatchEvent(new CustomEvent('recent'));
    }
  }

  #onSwitch(event: Event): void {
    this.dispatchEvent(new CustomEvent<boolean>('answers-change', { detail: (event.target as WaSwitch).checked }));
  }

  protected override render() {
    const messages = translated(searchMessages);
    return html`<form class="search-box" role="search" @submit=${(event: Event) => this.#submit(event)}>
      <wa-textarea
        label=${messages.query}
        placeholder=${messages.placeholder}
        rows="2"
        resize="auto"
        enterkeyhint="search"
        autocomplete="off"
        .value=${this.draft}
        @input=${() => this.#onInput()}
        @keydown=${(event: KeyboardEvent) => this.#onKeydown(event)}
        >${fieldError(this.error)}</wa-textarea
      >
      <div class="search-bar">
        <wa-switch .checked=${this.withAnswers} @change=${(event: Event) => this.#onSwitch(event)}>
          ${messages.withAnswer}
        </wa-switch>
        <wa-button type="submit" variant="brand" ?loading=${this.#isPending}> ${messages.find} </wa-button>
      </div>
    </form>`;
  }
}
customElements.define('kb-search-box', KbSearchBox);

declare global {
  interface HTMLElementTagNameMap {
    'kb-search-box': KbSearchBox;
  }
}

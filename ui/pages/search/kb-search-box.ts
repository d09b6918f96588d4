import type WaSwitch from '@awesome.me/webawesome/dist/components/switch/switch.js';
import '@awesome.me/webawesome/dist/components/switch/switch.js';
import type WaTextarea from '@awesome.me/webawesome/dist/components/textarea/textarea.js';
import '@awesome.me/webawesome/dist/components/textarea/textarea.js';
import { html } from 'lit';
import { fieldError } from '../../components/field-error.ts';
import { LightElement } from '../../components/light-element.ts';
import { icon } from '../../components/icon.ts';
import { translated } from '../../messages/language.ts';
import { searchMessages } from '../../messages/search.ts';

/** Limits of the service, in characters. */
const longest = 10_000;

const commandKey = /Mac|iPhone|iPad/.test(navigator.platform) ? '⌘' : 'Ctrl';

/** The query box. Tells of a query to search for with `ask` (`detail`: the query), of the switch with `answers` (`detail`: whether it is on), and of the wish for recent queries with `recent`. */
export class KbSearchBox extends LightElement {
  static override properties = {
    query: { attribute: false },
    answers: { attribute: false },
    busy: { attribute: false },
    draft: { state: true },
    wrong: { state: true },
  };
  /** What is searched for now; it replaces what stands in the box when it changes. */
  declare query: string;
  declare answers: boolean;
  declare busy: boolean;
  declare draft: string;
  declare wrong: string | undefined;

  constructor() {
    super();
    this.query = '';
    this.answers = true;
    this.busy = false;
    this.draft = '';
  }

  get #field(): WaTextarea | null {
    return this.querySelector('wa-textarea');
  }

  override focus(): void {
    // The field may have been made a moment ago, with nothing yet to give the focus to.
    void this.updateComplete.then(() => this.#field?.updateComplete).then(() => this.#field?.focus());
  }

  protected override willUpdate(changed: Map<PropertyKey, unknown>): void {
    if (!changed.has('query')) return;
    this.draft = this.query;
    this.wrong = undefined;
  }

  get #isOnTheWay(): boolean {
    return this.busy && this.draft.trim() === this.query;
  }

  #type(): void {
    this.draft = this.#field?.value ?? '';
    this.wrong = undefined;
  }

  #ask(event?: Event): void {
    event?.preventDefault();
    const query = this.draft.trim();
    if (this.#isOnTheWay) return;
    if (Array.from(query).length > longest) this.wrong = translated(searchMessages).tooLong(longest);
    if (query === '' || this.wrong !== undefined) {
      this.focus();
      return;
    }
    // On a touch screen the keyboard would cover what was found.
    if (matchMedia('(pointer: coarse)').matches) this.#field?.blur();
    this.dispatchEvent(new CustomEvent<string>('ask', { detail: query }));
  }

  #press(event: KeyboardEvent): void {
    // An input method takes Enter to choose a word.
    if (event.isComposing) return;
    if (event.key === 'Enter' && !event.shiftKey) this.#ask(event);
    if (event.key === 'Escape') this.#field?.blur();
    if (event.key === 'ArrowUp' && this.draft === '') {
      event.preventDefault();
      this.dispatchEvent(new CustomEvent('recent'));
    }
  }

  #switch(event: Event): void {
    this.dispatchEvent(new CustomEvent<boolean>('answers', { detail: (event.target as WaSwitch).checked }));
  }

  protected override render() {
    const messages = translated(searchMessages);
    return html`<form class="search-box" role="search" @submit=${(event: Event) => this.#ask(event)}>
      <wa-textarea
        label=${messages.query}
        placeholder=${messages.placeholder}
        rows="2"
        resize="auto"
        enterkeyhint="search"
        autocomplete="off"
        .value=${this.draft}
        @input=${() => this.#type()}
        @keydown=${(event: KeyboardEvent) => this.#press(event)}
        >${fieldError(this.wrong)}</wa-textarea
      >
      <div class="search-bar">
        <wa-switch .checked=${this.answers} @change=${(event: Event) => this.#switch(event)}>
          ${messages.withAnswer}
        </wa-switch>
        <wa-button type="submit" variant="brand" ?loading=${this.#isOnTheWay}>
          ${messages.find}<span class="keys" aria-hidden="true">${commandKey}${icon('corner-down-left')}</span>
        </wa-button>
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

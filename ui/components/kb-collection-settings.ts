import type WaInput from '@awesome.me/webawesome/dist/components/input/input.js';
import { html, nothing, type TemplateResult } from 'lit';
import { live } from 'lit/directives/live.js';
import { isNotNameWord, notNameLimits } from '../../src/domain/not-names.ts';
import { type ApiError, asApiError } from '../api/api-error.ts';
import type { Collection } from '../api/records.ts';
import { ticketClient } from '../api/tickets.ts';
import { collectionMessages } from '../messages/collection.ts';
import { commonMessages } from '../messages/common.ts';
import { translated } from '../messages/language.ts';
import { noFilter, sourceAddress } from '../pages/tickets/ticket-address.ts';
import { fieldError } from './field-error.ts';
import './kb-dialog.ts';
import './kb-failure.ts';
import { LightElement } from './light-element.ts';

/**
 * Whether a text is an https address with the placeholder of a ticket's number; in ASCII and without credentials, as
 * the service demands.
 */
const isTicketUrl = (text: string): boolean => {
  if (!text.includes('{ticket_id}') || !/^https:\/\/[\x21-\x7e]{1,1990}$/.test(text)) return false;
  const address = URL.parse(text.replaceAll('{ticket_id}', '1'));
  return address !== null && address.username === '' && address.password === '';
};

type Checked = { readonly name: string; readonly ticketUrl: string; readonly words: readonly string[] };

/** The words of a list as it is typed: one a line, or separated by blanks or commas. */
const typedWords = (text: string): readonly string[] => text.split(/[\s,;]+/).filter((word) => word !== '');

/** What is wrong with a list of words; undefined if nothing is. */
const wrongWords = (words: readonly string[]): string | undefined => {
  const messages = translated(collectionMessages);
  if (words.length > notNameLimits.words) return messages.notNamesMany;
  const wrong = words.find((word) => !isNotNameWord(word));
  return wrong === undefined ? undefined : messages.notNamesWrong(wrong);
};

/**
 * The settings of the collection in `app.configuring` as a dialog: its name, the address of its tickets in their desk, and the words that are never names in
 * it.
 */
export class KbCollectionSettings extends LightElement {
  static override properties = {
    collection: { state: true },
    ticketUrl: { state: true },
    words: { state: true },
    wordsError: { state: true },
    firstId: { state: true },
    nameError: { state: true },
    urlError: { state: true },
    failure: { state: true },
    busy: { state: true },
  };
  /** The collection that is open. */
  declare collection: Collection | undefined;
  /** What stands in its field. */
  declare ticketUrl: string;
  /** The words that are never names, as they stand in their field; undefined until they are known. */
  declare words: string | undefined;
  declare wordsError: string | undefined;
  /** The ticket of the example. */
  declare firstId: string | undefined;
  declare nameError: string | undefined;
  declare urlError: string | undefined;
  declare failure: ApiError | undefined;
  declare busy: boolean;
  /** The words as they were read. */
  #readWords: readonly string[] = [];
  #unsubscribe: () => void = () => undefined;

  override connectedCallback(): void {
    super.connectedCallback();
    const { configuring } = this.app;
    this.#unsubscribe = configuring.subscribe(() => void this.#open(configuring.get()));
    // Its code may come after it was asked for.
    void this.#open(configuring.get());
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#unsubscribe();
  }

  async #open(collection: Collection | undefined): Promise<void> {
    const clear = { nameError: undefined, urlError: undefined, wordsError: undefined, failure: undefined, busy: false };
    Object.assign(this, { ...clear, collection, ticketUrl: '', words: undefined, firstId: undefined });
    if (!collection) return;
    const settings = this.app.ticketUrl(collection.id);
    const { page } = ticketClient(this.app.api.send, collection.id);
    // Without a ticket there is no example; without the present address the field is empty, and nothing is changed unless it is filled.
    const [first, words] = await Promise.all([
      page(noFilter, { limit: 1 }).catch(() => undefined),
      this.app.api.notNames(collection.id).catch(() => undefined),
    ]);
    if (settings.value() === undefined) await settings.load();
    if (this.collection !== collection) return;
    this.firstId = first?.tickets[0]?.ticket_id;
    this.ticketUrl ||= settings.value() ?? '';
    this.#readWords = words ?? [];
    this.words = words?.join('\n');
  }

  readonly #close = (): void => this.app.configuring.set(undefined);

  #checked(): Checked | undefined {
    const messages = translated(collectionMessages);
    const name = this.querySelector<WaInput>('#collection-name')?.value?.trim() ?? '';
    const ticketUrl = this.ticketUrl.trim();
    const isLong = Array.from(name).length > 200;
    this.nameError = name === '' ? messages.nameMissing : isLong ? messages.nameLong : undefined;
    this.urlError = ticketUrl === '' || isTicketUrl(ticketUrl) ? undefined : messages.ticketUrlWrong;
    const words = this.words === undefined ? this.#readWords : typedWords(this.words);
    this.wordsError = wrongWords(words);
    const wrong = this.nameError
      ? '#collection-name'
      : this.urlError
        ? '#collection-url'
        : this.wordsError && '#collection-words';
    if (wrong === undefined) return { name, ticketUrl, words };
    this.querySelector<HTMLElement>(wrong)?.focus();
    return undefined;
  }

  async #save(collection: Collection): Promise<void> {
    const checked = this.#checked();
    if (!checked || this.busy) return;
    const { collections, announce } = this.app;
    const settings = this.app.ticketUrl(collection.id);
    const { name } = checked;
    const ticketUrl = checked.ticketUrl === '' ? null : checked.ticketUrl;
    const change = {
      ...(name === collection.name ? {} : { name }),
      ...(ticketUrl === (settings.value() ?? null) ? {} : { ticket_url: ticketUrl }),
      ...(checked.words.join('\n') === this.#readWords.join('\n') ? {} : { not_names: checked.words }),
    };
    Object.assign(this, { busy: true, failure: undefined });
    try {
      if (Object.keys(change).length > 0) await this.app.api.configureCollection(collection.id, change);
      collections.set(
        (collections.value() ?? []).map((each) => (each.id === collection.id ? { ...each, name } : each)),
      );
      settings.set(ticketUrl);
      this.#close();
      announce(translated(collectionMessages).saved);
    } catch (error) {
      this.failure = asApiError(error);
    } finally {
      this.busy = false;
    }
  }

  #typed(value: string): void {
    this.ticketUrl = value;
    const isWrong = value.trim() !== '' && !isTicketUrl(value.trim());
    this.urlError = isWrong ? translated(collectionMessages).ticketUrlWrong : undefined;
  }

  #urlHint() {
    const messages = translated(collectionMessages);
    const { firstId, ticketUrl } = this;
    if (this.urlError !== undefined) return fieldError(this.urlError);
    const example = firstId === undefined ? undefined : sourceAddress(ticketUrl.trim(), firstId);
    const isShown = firstId !== undefined && example !== undefined && ticketUrl.trim() !== '';
    return html`<span slot="hint">${isShown ? messages.example(firstId, example) : messages.ticketUrlHint}</span>`;
  }

  #wordsField(words: string): TemplateResult {
    const messages = translated(collectionMessages);
    const error = this.wordsError;
    return html`<div class="word-list">
      <label for="collection-words">${messages.notNames}</label>
      <textarea
        id="collection-words"
        rows="3"
        autocomplete="off"
        spellcheck="false"
        aria-invalid=${error === undefined ? nothing : 'true'}
        aria-describedby="collection-words-hint"
        .value=${live(words)}
        @input=${(event: Event) => (this.words = (event.target as HTMLTextAreaElement).value)}
      ></textarea>
      <small id="collection-words-hint" role=${error === undefined ? nothing : 'alert'}
        >${error === undefined ? messages.notNamesHint : fieldError(error)}</small
      >
    </div>`;
  }

  protected override render() {
    const { collection, busy, failure } = this;
    if (!collection) return nothing;
    const messages = translated(collectionMessages);
    const save = (event?: Event) => {
      event?.preventDefault();
      void this.#save(collection);
    };
    return html`<kb-dialog open heading=${messages.settings} @close=${this.#close}>
      <form novalidate @submit=${save}>
        <wa-input id="collection-name" label=${messages.name} value=${collection.name} autofocus with-hint
          >${fieldError(this.nameError)}</wa-input
        >
        <wa-input
          id="collection-url"
          type="url"
          inputmode="url"
          autocomplete="off"
          label=${messages.ticketUrl}
          placeholder="https://desk.example/tickets/{ticket_id}"
          .value=${this.ticketUrl}
          with-hint
          @input=${(event: Event) => this.#typed((event.target as HTMLInputElement).value)}
          >${this.#urlHint()}</wa-input
        >
        ${this.words === undefined ? nothing : this.#wordsField(this.words)}
        ${failure ? html`<kb-failure .error=${failure}></kb-failure>` : nothing}
        <button hidden type="submit"></button>
      </form>
      <wa-button slot="actions" appearance="outlined" @click=${this.#close}
        >${translated(commonMessages).cancel}</wa-button
      >
      <wa-button slot="actions" variant="brand" ?loading=${busy} @click=${() => save()}>${messages.save}</wa-button>
    </kb-dialog>`;
  }
}
customElements.define('kb-collection-settings', KbCollectionSettings);

declare global {
  interface HTMLElementTagNameMap {
    'kb-collection-settings': KbCollectionSettings;
  }
}

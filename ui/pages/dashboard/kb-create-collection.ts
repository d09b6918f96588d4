import type WaInput from '@awesome.me/webawesome/dist/components/input/input.js';
import { html, nothing } from 'lit';
import { type ApiError, asApiError } from '../../api/api-error.ts';
import type { Collection } from '../../api/records.ts';
import { randomUuid } from '../../browser/random-uuid.ts';
import { fieldError } from '../../components/field-error.ts';
import '../../components/kb-dialog.ts';
import '../../components/kb-drop-zone.ts';
import '../../components/kb-failure.ts';
import { LightElement } from '../../components/light-element.ts';
import { commonMessages } from '../../messages/common.ts';
import { dashboardMessages } from '../../messages/dashboard.ts';
import { translated } from '../../messages/language.ts';

/** The form for a new collection: a dialog, or with `first` a panel that also takes a file. Fires `created` and `close`. */
export class KbCreateCollection extends LightElement {
  static override properties = {
    first: { type: Boolean },
    nameError: { state: true },
    failure: { state: true },
    busy: { state: true },
  };
  declare first: boolean;
  declare nameError: string | undefined;
  declare failure: ApiError | undefined;
  declare busy: boolean;
  /** The idempotency key of a name: a repeat after a lost reply creates no second collection. */
  #attempt = { name: '', key: '' };

  constructor() {
    super();
    this.first = false;
    this.busy = false;
  }

  #setNameError(sentence: string | undefined): void {
    this.nameError = sentence;
    if (sentence !== undefined) this.querySelector('wa-input')?.focus();
  }

  async #create(file?: File): Promise<void> {
    if (this.busy) return;
    const messages = translated(dashboardMessages);
    const name = this.querySelector<WaInput>('wa-input')?.value?.trim() ?? '';
    const tooLong = Array.from(name).length > 200;
    this.failure = undefined;
    this.#setNameError(name === '' ? messages.nameMissing : tooLong ? messages.nameLong : undefined);
    if (this.nameError !== undefined) return;
    if (this.#attempt.name !== name) this.#attempt = { name, key: randomUuid() };
    this.busy = true;
    try {
      this.#onCreated(await this.app.api.createCollection(name, this.#attempt.key), file);
    } catch (error) {
      this.failure = asApiError(error);
    } finally {
      this.busy = false;
    }
  }

  /** Hands the dropped file over to the upload page. */
  #onCreated(collection: Collection, file: File | undefined): void {
    this.#attempt = { name: '', key: '' };
    this.app.pendingFile.set(file);
    this.dispatchEvent(new CustomEvent('created', { detail: { collection, file } }));
  }

  #submit(event: Event): void {
    event.preventDefault();
    void this.#create();
  }

  #failed() {
    return this.failure ? html`<kb-failure .error=${this.failure}></kb-failure>` : nothing;
  }

  protected override render() {
    const messages = translated(dashboardMessages);
    if (this.first) {
      return html`<form class="panel first-visit-form" novalidate @submit=${(event: Event) => this.#submit(event)}>
        <wa-input label=${messages.collectionName} value=${messages.defaultName} with-hint
          >${fieldError(this.nameError)}</wa-input
        >
        <wa-button type="submit" appearance="outlined" ?loading=${this.busy}>${messages.withoutFile}</wa-button>
        <kb-drop-zone @file=${({ detail }: CustomEvent<File>) => void this.#create(detail)}></kb-drop-zone>
        ${this.#failed()}
      </form>`;
    }
    const close = () => this.dispatchEvent(new CustomEvent('close'));
    return html`<kb-dialog open heading=${messages.create} @close=${close}>
      <form id="create-collection" novalidate @submit=${(event: Event) => this.#submit(event)}>
        <wa-input label=${messages.collectionName} autofocus with-hint>${fieldError(this.nameError)}</wa-input>
        ${this.#failed()}
      </form>
      <wa-button slot="actions" appearance="outlined" @click=${close}>${translated(commonMessages).cancel}</wa-button>
      <wa-button slot="actions" variant="brand" ?loading=${this.busy} @click=${() => void this.#create()}>
        ${messages.submit}
      </wa-button>
    </kb-dialog>`;
  }
}
customElements.define('kb-create-collection', KbCreateCollection);

declare global {
  interface HTMLElementTagNameMap {
    'kb-create-collection': KbCreateCollection;
  }
}

import type WaInput from '@awesome.me/webawesome/dist/components/input/input.js';
import { html, nothing, type TemplateResult } from 'lit';
import { type ApiError, asApiError } from '../../api/api-error.ts';
import type { Collection } from '../../api/records.ts';
import { randomUuid } from '../../browser/random-uuid.ts';
import { ElementLoader } from '../../components/element-loader.ts';
import { fieldError } from '../../components/field-error.ts';
import '../../components/kb-dialog.ts';
import '../../components/kb-failure.ts';
import '../../components/kb-spinner.ts';
import { LightElement } from '../../components/light-element.ts';
import { commonMessages } from '../../messages/common.ts';
import { dashboardMessages } from '../../messages/dashboard.ts';
import { translated } from '../../messages/language.ts';
import { collectionTabs } from '../collection/collection-tabs.ts';
import type { Source } from '../upload/sources.ts';

/** The form for a new collection: a dialog, or with `first` a panel that also asks where its tickets come from and takes a file. Fires `created` and `close`. */
export class KbCreateCollection extends LightElement {
  static override properties = {
    first: { type: Boolean },
    nameError: { state: true },
    failure: { state: true },
    busy: { state: true },
    source: { state: true },
    isLoaded: { state: true },
  };
  declare first: boolean;
  declare nameError: string | undefined;
  declare failure: ApiError | undefined;
  declare busy: boolean;
  /** Where the tickets of the first collection come from. */
  declare source: Source;
  /** Whether what asks for that is there: it is part of the page for uploads. */
  declare isLoaded: boolean;
  /** The idempotency key of a name: a repeat after a lost reply creates no second collection. */
  #attempt = { name: '', key: '' };
  readonly #elements = new ElementLoader<'upload'>(this);

  constructor() {
    super();
    this.first = false;
    this.busy = false;
    this.source = 'file';
    this.isLoaded = false;
  }

  override connectedCallback(): void {
    super.connectedCallback();
    if (this.first) this.#elements.load('upload', collectionTabs.upload, () => (this.isLoaded = true));
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

  /** Hands what was chosen over to the upload page. */
  #onCreated(collection: Collection, file: File | undefined): void {
    this.#attempt = { name: '', key: '' };
    this.app.pendingUpload.set({ source: this.source, file });
    this.dispatchEvent(new CustomEvent('created', { detail: { collection } }));
  }

  #submit(event: Event): void {
    event.preventDefault();
    void this.#create();
  }

  #failed() {
    return this.failure ? html`<kb-failure .error=${this.failure}></kb-failure>` : nothing;
  }

  #start(): TemplateResult {
    if (!this.isLoaded) return this.#elements.failure('upload') ?? html`<kb-spinner></kb-spinner>`;
    return html`<kb-upload-start
      .source=${this.source}
      .isEmpty=${true}
      @source=${({ detail }: CustomEvent<Source>) => (this.source = detail)}
      @file=${({ detail }: CustomEvent<File>) => void this.#create(detail)}
      @create=${() => void this.#create()}
    ></kb-upload-start>`;
  }

  protected override render() {
    const messages = translated(dashboardMessages);
    if (this.first) {
      return html`<form class="panel first-visit-form" novalidate @submit=${(event: Event) => this.#submit(event)}>
        <wa-input label=${messages.collectionName} value=${messages.defaultName} with-hint
          >${fieldError(this.nameError)}</wa-input
        >
        <wa-button type="submit" appearance="outlined" ?loading=${this.busy}>${messages.withoutFile}</wa-button>
        ${this.#failed()} ${this.#start()}
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

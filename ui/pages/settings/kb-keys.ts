import type WaInput from '@awesome.me/webawesome/dist/components/input/input.js';
import { html, nothing, type TemplateResult } from 'lit';
import { type ApiError, asApiError } from '../../api/api-error.ts';
import { type Key, keyClient, type Scope } from '../../api/keys.ts';
import { fieldError } from '../../components/field-error.ts';
import { icon } from '../../components/icon.ts';
import '../../components/kb-dialog.ts';
import '../../components/kb-failure.ts';
import '../../components/kb-spinner.ts';
import { LightElement } from '../../components/light-element.ts';
import { commonMessages } from '../../messages/common.ts';
import { keysMessages } from '../../messages/keys.ts';
import { translated } from '../../messages/language.ts';
import { keyRow, type KeyAction } from './key-row.ts';
import { nameError } from './key-name.ts';
import './kb-new-key.ts';

/** The keys beside the API key: a table, or cards on a narrow screen, with dialogs to create, rename and revoke one. */
export class KbKeys extends LightElement {
  static override properties = {
    keys: { state: true },
    asked: { state: true },
    creating: { state: true },
    failure: { state: true },
    refusal: { state: true },
    nameError: { state: true },
    busy: { state: true },
  };
  /** Undefined until they have loaded. */
  declare keys: readonly Key[] | undefined;
  /** What a dialog asks, and of which key. */
  declare asked: { readonly action: KeyAction; readonly key: Key } | undefined;
  /** The scopes that are chosen at first in the dialog for another key; undefined while it is closed. */
  declare creating: readonly Scope[] | undefined;
  declare failure: ApiError | undefined;
  /** Of what a dialog has asked for. */
  declare refusal: ApiError | undefined;
  declare nameError: string | undefined;
  declare busy: boolean;

  constructor() {
    super();
    this.busy = false;
  }

  protected override watched() {
    return [this.app.collections.state];
  }

  override connectedCallback(): void {
    super.connectedCallback();
    void this.#load();
  }

  /** Opens the dialog for another key, where these scopes are chosen. */
  create(scopes: readonly Scope[]): void {
    this.creating = scopes;
  }

  async #load(): Promise<void> {
    this.failure = undefined;
    try {
      this.keys = await keyClient(this.app.api.send).list();
    } catch (error) {
      this.failure = asApiError(error);
    }
  }

  #ask(asked: KbKeys['asked']): void {
    Object.assign(this, { asked, refusal: undefined, nameError: undefined });
  }

  /** Does what a dialog asks, closes it and says so. */
  async #run(work: () => Promise<readonly Key[]>, done: string): Promise<void> {
    if (this.busy) return;
    Object.assign(this, { busy: true, refusal: undefined });
    try {
      this.keys = await work();
      this.#ask(undefined);
      this.app.announce(done);
    } catch (error) {
      this.refusal = asApiError(error);
    } finally {
      this.busy = false;
    }
  }

  #rename({ id }: Key): void {
    const name = this.querySelector<WaInput>('wa-input[name="key-name"]')?.value?.trim() ?? '';
    this.nameError = nameError(name);
    if (this.nameError !== undefined) return;
    const work = async () => {
      const renamed = await keyClient(this.app.api.send).rename(id, name);
      return (this.keys ?? []).map((key) => (key.id === id ? renamed : key));
    };
    void this.#run(work, translated(keysMessages).renamed);
  }

  #revoke({ id }: Key): void {
    const work = async () => {
      await keyClient(this.app.api.send).revoke(id);
      return (this.keys ?? []).filter((key) => key.id !== id);
    };
    void this.#run(work, translated(keysMessages).revoked);
  }

  #dialog(): TemplateResult | typeof nothing {
    if (!this.asked) return nothing;
    const { action, key } = this.asked;
    const messages = translated(keysMessages);
    const isRename = action === 'rename';
    const confirm = (event?: Event) => {
      event?.preventDefault();
      if (isRename) this.#rename(key);
      else this.#revoke(key);
    };
    const close = () => this.#ask(undefined);
    return html`<kb-dialog open heading=${isRename ? messages.renameTitle : messages.askRevoke} @close=${close}>
      ${
        isRename
          ? html`<form novalidate @submit=${confirm}>
              <wa-input name="key-name" label=${messages.name} value=${key.name} autofocus with-hint
                >${fieldError(this.nameError)}</wa-input
              >
              <button hidden type="submit"></button>
            </form>`
          : html`<p>${messages.revokeText(key.name)}</p>`
      }
      ${this.refusal ? html`<kb-failure .error=${this.refusal}></kb-failure>` : nothing}
      <wa-button slot="actions" appearance="outlined" ?autofocus=${!isRename} @click=${close}>
        ${translated(commonMessages).cancel}
      </wa-button>
      <wa-button slot="actions" variant=${isRename ? 'brand' : 'danger'} ?loading=${this.busy} @click=${() => confirm()}
        >${isRename ? messages.save : messages.revoke}</wa-button
      >
    </kb-dialog>`;
  }

  #table(keys: readonly Key[]): TemplateResult {
    const messages = translated(keysMessages);
    if (keys.length === 0) return html`<p class="keys-none">${messages.none}</p>`;
    const collections = this.app.collections.value() ?? [];
    const onAction = (action: KeyAction, key: Key) => this.#ask({ action, key });
    const { name, may, collections: of, used, until } = messages;
    return html`<table class="keys-table">
      <caption class="visually-hidden">
        ${messages.title}
      </caption>
      <thead>
        <tr>
          ${[name, may, of, used, until].map((heading) => html`<th scope="col">${heading}</th>`)}
          <th scope="col"><span class="visually-hidden">${messages.actionsHeading}</span></th>
        </tr>
      </thead>
      <tbody>
        ${keys.map((key) => keyRow(key, { collections, onAction, now: Date.now() }))}
      </tbody>
    </table>`;
  }

  #list(): TemplateResult {
    const messages = translated(keysMessages);
    const { failure, keys } = this;
    if (failure)
      return html`<kb-failure
        heading=${messages.failed}
        .error=${failure}
        retriable
        @retry=${() => void this.#load()}
      ></kb-failure>`;
    if (!keys) return html`<kb-spinner></kb-spinner>`;
    return html`${this.#table(keys)}
      <div class="keys-foot">
        <wa-button size="s" appearance="outlined" @click=${() => this.create(['search'])}>
          ${icon('plus', 'start')}${messages.create}
        </wa-button>
      </div>`;
  }

  #newKey(scopes: readonly Scope[]): TemplateResult {
    return html`<kb-new-key
      .chosen=${scopes}
      @created=${() => void this.#load()}
      @close=${() => (this.creating = undefined)}
    ></kb-new-key>`;
  }

  protected override render() {
    return html`${this.#list()} ${this.#dialog()} ${this.creating ? this.#newKey(this.creating) : nothing}`;
  }
}
customElements.define('kb-keys', KbKeys);

declare global {
  interface HTMLElementTagNameMap {
    'kb-keys': KbKeys;
  }
}

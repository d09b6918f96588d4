import type WaInput from '@awesome.me/webawesome/dist/components/input/input.js';
import { html, nothing, type TemplateResult } from 'lit';
import { type ApiError, asApiError } from '../../api/api-error.ts';
import { type CreatedKey, keyClient, type Scope } from '../../api/keys.ts';
import { copyText } from '../../browser/copy-text.ts';
import { fieldError } from '../../components/field-error.ts';
import '../../components/kb-dialog.ts';
import '../../components/kb-failure.ts';
import { LightElement } from '../../components/light-element.ts';
import { commonMessages } from '../../messages/common.ts';
import { day } from '../../messages/format.ts';
import { keysMessages } from '../../messages/keys.ts';
import { translated } from '../../messages/language.ts';
import { settingsMessages } from '../../messages/settings.ts';
import { createdKey } from './created-key.ts';
import { nameError } from './key-name.ts';
import { scopes } from './key-row.ts';

const dayMs = 86_400_000;
const lifetimes = [30, 90, 180, 365, undefined] as const;
const maxCollections = 100;

type Errors = Partial<Record<'name' | 'scopes' | 'collections', string>>;

/** The dialog that creates a key and shows it once; the key is forgotten when it closes. Fires `created` and `close`. */
export class KbNewKey extends LightElement {
  static override properties = {
    chosen: { attribute: false },
    named: { state: true },
    lifetime: { state: true },
    errors: { state: true },
    failure: { state: true },
    busy: { state: true },
    created: { state: true },
    isCopied: { state: true },
    warned: { state: true },
  };
  /** What the key is to allow: at first what whoever opens the dialog names. */
  declare chosen: readonly Scope[];
  /** The ids of the collections; undefined for all. */
  declare named: readonly string[] | undefined;
  /** In days; undefined for no end. */
  declare lifetime: number | undefined;
  declare errors: Errors;
  declare failure: ApiError | undefined;
  declare busy: boolean;
  declare created: CreatedKey | undefined;
  declare isCopied: boolean;
  /** It was to be closed before the key was copied. */
  declare warned: boolean;

  constructor() {
    super();
    Object.assign(this, { chosen: ['search'], lifetime: 180, errors: {}, busy: false, isCopied: false, warned: false });
  }

  protected override watched() {
    return [this.app.collections.state];
  }

  /** Asks once more while the key is not copied: nobody sees it again. */
  #close(): void {
    if (this.created && !this.isCopied && !this.warned) {
      this.warned = true;
      return;
    }
    // The key goes with this element, which whoever listens removes.
    this.dispatchEvent(new Event('close'));
  }

  #checked(): string | undefined {
    const messages = translated(keysMessages);
    const name = this.querySelector<WaInput>('wa-input[name="key-name"]')?.value?.trim() ?? '';
    const { chosen, named } = this;
    const wrongName = nameError(name);
    this.errors = {
      ...(wrongName !== undefined && { name: wrongName }),
      ...(chosen.length === 0 && { scopes: messages.scopesMissing }),
      ...(named?.length === 0 && { collections: messages.collectionsMissing }),
      ...(named && named.length > maxCollections && { collections: messages.collectionsMany }),
    };
    const [wrong] = Object.keys(this.errors);
    if (wrong === undefined) return name;
    const selector = wrong === 'name' ? 'wa-input' : `fieldset[data-of='${wrong}'] input`;
    this.querySelector<HTMLElement>(selector)?.focus();
    return undefined;
  }

  async #create(event?: Event): Promise<void> {
    event?.preventDefault();
    const name = this.#checked();
    if (name === undefined || this.busy) return;
    Object.assign(this, { busy: true, failure: undefined });
    const { lifetime, named, chosen } = this;
    const expires = lifetime === undefined ? null : new Date(Date.now() + lifetime * dayMs).toISOString();
    try {
      const wanted = { name, scopes: [...chosen], collections: named ? [...named] : null, expires_at: expires };
      this.created = await keyClient(this.app.api.send).create(wanted);
      this.dispatchEvent(new Event('created'));
    } catch (error) {
      this.failure = asApiError(error);
    } finally {
      this.busy = false;
    }
  }

  async #copy(text: string): Promise<void> {
    const messages = translated(settingsMessages);
    const isDone = await copyText(text);
    this.isCopied ||= isDone;
    this.app.announce(isDone ? messages.copied : messages.copyFailed);
  }

  #scopeFields(): TemplateResult {
    const messages = translated(keysMessages);
    const { chosen, errors } = this;
    const choose = (scope: Scope, on: boolean) =>
      (this.chosen = scopes.filter((each) => (each === scope ? on : chosen.includes(each))));
    return html`<fieldset class="keys-choices" data-of="scopes">
      <legend>${messages.scopesLegend}</legend>
      ${scopes.map(
        (scope) =>
          html`<label>
            <input
              type="checkbox"
              .checked=${chosen.includes(scope)}
              @change=${(event: Event) => choose(scope, (event.target as HTMLInputElement).checked)}
            />
            <span><b>${messages.scopeTexts[scope][0]}</b> <small>${messages.scopeTexts[scope][1]}</small></span>
          </label>`,
      )}
      <div role="alert">${fieldError(errors.scopes)}</div>
    </fieldset>`;
  }

  #collectionFields(): TemplateResult {
    const messages = translated(keysMessages);
    const { named, errors } = this;
    const all = this.app.collections.value() ?? [];
    const choose = (id: string, on: boolean) =>
      (this.named = on ? [...(named ?? []), id] : (named ?? []).filter((each) => each !== id));
    const box = (text: string, checked: boolean, onChange: (on: boolean) => void) =>
      html`<label>
        <input
          type="checkbox"
          .checked=${checked}
          @change=${(event: Event) => onChange((event.target as HTMLInputElement).checked)}
        />
        <span>${text}</span>
      </label>`;
    return html`<fieldset class="keys-choices" data-of="collections">
      <legend>${messages.collections}</legend>
      ${box(messages.allCollections, named === undefined, (on) => (this.named = on ? undefined : []))}
      ${
        named
          ? html`<div class="keys-collections">
              ${all.map(({ id, name }) => box(name, named.includes(id), (on) => choose(id, on)))}
            </div>`
          : nothing
      }
      <div role="alert">${fieldError(errors.collections)}</div>
    </fieldset>`;
  }

  #lifetimeField(): TemplateResult {
    const messages = translated(keysMessages);
    const choose = (event: Event) => {
      const { value } = event.target as HTMLSelectElement;
      this.lifetime = value === '' ? undefined : Number(value);
    };
    const text = (days: number | undefined) =>
      days === undefined ? messages.noEnd : messages.days(days, day(new Date(Date.now() + days * dayMs).toISOString()));
    return html`<label class="keys-lifetime">
      <span>${messages.valid}</span>
      <select @change=${choose}>
        ${lifetimes.map(
          (days) => html`<option value=${days ?? ''} ?selected=${days === this.lifetime}>${text(days)}</option>`,
        )}
      </select>
    </label>`;
  }

  #form(): TemplateResult {
    const messages = translated(keysMessages);
    const hint = this.errors.name === undefined ? html`<span slot="hint">${messages.nameHint}</span>` : nothing;
    return html`<kb-dialog class="keys-dialog" open heading=${messages.create} @close=${() => this.#close()}>
      <form novalidate @submit=${(event: Event) => void this.#create(event)}>
        <wa-input name="key-name" label=${messages.name} autocomplete="off" autofocus with-hint
          >${hint}${fieldError(this.errors.name)}</wa-input
        >
        ${this.#scopeFields()} ${this.#collectionFields()} ${this.#lifetimeField()}
        ${this.failure ? html`<kb-failure .error=${this.failure}></kb-failure>` : nothing}
        <button hidden type="submit"></button>
      </form>
      <wa-button slot="actions" appearance="outlined" @click=${() => this.#close()}>
        ${translated(commonMessages).cancel}
      </wa-button>
      <wa-button slot="actions" variant="brand" ?loading=${this.busy} @click=${() => void this.#create()}>
        ${messages.createKey}
      </wa-button>
    </kb-dialog>`;
  }

  protected override render() {
    const { created, isCopied, warned } = this;
    if (!created) return this.#form();
    return createdKey({
      created,
      isWarning: warned && !isCopied,
      copy: (text) => void this.#copy(text),
      close: () => this.#close(),
    });
  }
}
customElements.define('kb-new-key', KbNewKey);

declare global {
  interface HTMLElementTagNameMap {
    'kb-new-key': KbNewKey;
  }
}

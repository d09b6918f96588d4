import type WaInput from '@awesome.me/webawesome/dist/components/input/input.js';
import { html, nothing } from 'lit';
import { type ApiError, asApiError } from '../../api/api-error.ts';
import { keyClient } from '../../api/keys.ts';
import { fieldError } from '../../components/field-error.ts';
import { icon } from '../../components/icon.ts';
import '../../components/kb-failure.ts';
import { LightElement } from '../../components/light-element.ts';
import { translated } from '../../messages/language.ts';
import { passwordMessages } from '../../messages/password.ts';

type Field = 'current' | 'chosen';
type Errors = Partial<Record<Field, string>>;

/** Changes the password; this session goes on with the token of the answer. */
export class KbPassword extends LightElement {
  static override properties = { errors: { state: true }, failure: { state: true }, busy: { state: true } };
  declare errors: Errors;
  declare failure: ApiError | undefined;
  declare busy: boolean;

  constructor() {
    super();
    this.errors = {};
    this.busy = false;
  }

  #input(field: Field): WaInput | null {
    return this.querySelector<WaInput>(`wa-input[name='${field}']`);
  }

  #showErrors(errors: Errors): void {
    this.errors = errors;
    this.#input(errors.current === undefined ? 'chosen' : 'current')?.focus();
  }

  async #submit(event: Event): Promise<void> {
    event.preventDefault();
    if (this.busy) return;
    const current = this.#input('current')?.value ?? '';
    const chosen = this.#input('chosen')?.value ?? '';
    const errors = errorsOf(current, chosen);
    this.errors = {};
    this.failure = undefined;
    if (Object.keys(errors).length > 0) {
      this.#showErrors(errors);
      return;
    }
    this.busy = true;
    const { session, api, announce } = this.app;
    try {
      const token = await keyClient(api.send).changePassword(current, chosen);
      session.begin(token, session.email() ?? '');
      for (const field of ['current', 'chosen'] as const) {
        const input = this.#input(field);
        if (input) input.value = '';
      }
      announce(translated(passwordMessages).changed);
    } catch (error) {
      this.#showRefusal(asApiError(error));
    } finally {
      this.busy = false;
    }
  }

  #showRefusal(error: ApiError): void {
    const messages = translated(passwordMessages);
    if (error.code === 'wrong-password') this.#showErrors({ current: messages.wrong });
    else if (error.status === 400 && error.detail.startsWith('new ')) this.#showErrors({ chosen: messages.common });
    else this.failure = error;
  }

  #field(name: Field, label: string, autocomplete: 'current-password' | 'new-password') {
    const hint = name === 'chosen' ? translated(passwordMessages).short : '';
    return html`<wa-input
      name=${name}
      type="password"
      label=${label}
      hint=${hint}
      password-toggle
      with-hint
      autocomplete=${autocomplete}
      >${fieldError(this.errors[name])}${icon('eye', 'show-password-icon')}${icon('eye-off', 'hide-password-icon')}</wa-input
    >`;
  }

  protected override render() {
    const messages = translated(passwordMessages);
    return html`<form class="keys-password" novalidate @submit=${(event: Event) => void this.#submit(event)}>
      <input hidden type="email" autocomplete="username" .value=${this.app.session.email() ?? ''} />
      ${this.#field('current', messages.current, 'current-password')}
      ${this.#field('chosen', messages.chosen, 'new-password')}
      <wa-button type="submit" appearance="outlined" ?loading=${this.busy}>${messages.change}</wa-button>
      ${this.failure ? html`<kb-failure .error=${this.failure}></kb-failure>` : nothing}
    </form>`;
  }
}
customElements.define('kb-password', KbPassword);

const errorsOf = (current: string, chosen: string): Errors => {
  const messages = translated(passwordMessages);
  const { length } = Array.from(chosen);
  return {
    ...(current === '' && { current: messages.currentMissing }),
    ...(length < 12 && { chosen: messages.short }),
    ...(length > 1024 && { chosen: messages.long }),
  };
};

declare global {
  interface HTMLElementTagNameMap {
    'kb-password': KbPassword;
  }
}

import type WaInput from '@awesome.me/webawesome/dist/components/input/input.js';
import { html, nothing, type TemplateResult } from 'lit';
import { accountErasureClient } from '../../api/account-erasures.ts';
import { type ApiError, asApiError } from '../../api/api-error.ts';
import { fieldError } from '../../components/field-error.ts';
import { icon, type IconName } from '../../components/icon.ts';
import '../../components/kb-dialog.ts';
import '../../components/kb-failure.ts';
import { LightElement } from '../../components/light-element.ts';
import { accountErasurePath, rememberDeleted } from '../../deleted-account.ts';
import { accountDeletionMessages } from '../../messages/account-deletion.ts';
import { commonMessages } from '../../messages/common.ts';
import { translated } from '../../messages/language.ts';

/** A button that deletes the account, after its password and its e-mail were typed; then the page of its receipt says what becomes of it. */
export class KbDeleteAccount extends LightElement {
  static override properties = {
    email: {},
    asking: { state: true },
    typed: { state: true },
    error: { state: true },
    failure: { state: true },
    busy: { state: true },
  };
  declare email: string;
  declare asking: boolean;
  declare typed: string;
  /** Of the password. */
  declare error: string | undefined;
  declare failure: ApiError | undefined;
  declare busy: boolean;

  constructor() {
    super();
    Object.assign(this, { email: '', asking: false, typed: '', busy: false });
  }

  protected override watched() {
    return [this.app.usage.state];
  }

  #ask(asking: boolean): void {
    Object.assign(this, { asking, typed: '', error: undefined, failure: undefined });
  }

  get #isConfirmed(): boolean {
    return this.typed.trim().toLowerCase() === this.email.toLowerCase();
  }

  #showError(error: string): void {
    this.error = error;
    this.querySelector<WaInput>('#delete-password')?.focus();
  }

  async #delete(): Promise<void> {
    if (!this.#isConfirmed || this.busy) return;
    const messages = translated(accountDeletionMessages);
    const password = this.querySelector<WaInput>('#delete-password')?.value ?? '';
    Object.assign(this, { error: undefined, failure: undefined });
    if (password === '') {
      this.#showError(messages.passwordMissing);
      return;
    }
    this.busy = true;
    const { api, router, session } = this.app;
    try {
      rememberDeleted(await accountErasureClient(api.send).deleteAccount(password));
      // Before the session ends, so that no page asks to sign in.
      router.navigate(accountErasurePath, { replace: true });
      session.end('signed out');
    } catch (error) {
      const refused = asApiError(error);
      if (refused.code === 'wrong-password') this.#showError(messages.wrong);
      else this.failure = refused;
    } finally {
      this.busy = false;
    }
  }

  #consequences(): TemplateResult {
    const messages = translated(accountDeletionMessages);
    const usage = this.app.usage.value();
    const line = (symbol: IconName, text: string, stays = false) =>
      html`<li class=${stays ? 'erase-stays' : ''}>${icon(symbol)}<span>${text}</span></li>`;
    return html`<p>${messages.warning}</p>
      <ul class="erase-goes" role="list">
        ${line('x', usage ? messages.tickets(usage.tickets, usage.collections) : messages.ticketsUnknown)}
        ${line('x', messages.rest)} ${line('x', messages.keys)} ${line('file-text', messages.stays, true)}
      </ul>`;
  }

  #fields(): TemplateResult {
    const messages = translated(accountDeletionMessages);
    return html`<input hidden type="email" autocomplete="username" .value=${this.email} />
      <wa-input
        id="delete-password"
        type="password"
        label=${messages.password}
        password-toggle
        with-hint
        autocomplete="current-password"
        autofocus
        >${fieldError(this.error)}${icon('eye', 'show-password-icon')}${icon('eye-off', 'hide-password-icon')}</wa-input
      >
      <wa-input
        id="delete-confirm"
        label=${messages.confirm}
        autocomplete="off"
        autocapitalize="none"
        spellcheck="false"
        @input=${(event: Event) => (this.typed = (event.target as HTMLInputElement).value)}
      ></wa-input>`;
  }

  #dialog(): TemplateResult {
    const messages = translated(accountDeletionMessages);
    const submit = (event?: Event) => {
      event?.preventDefault();
      void this.#delete();
    };
    return html`<kb-dialog class="erase-dialog" open heading=${messages.ask} @close=${() => this.#ask(false)}>
      <form class="erase-form" novalidate @submit=${submit}>
        ${this.#consequences()} ${this.#fields()}
        ${this.failure ? html`<kb-failure .error=${this.failure}></kb-failure>` : nothing}
        <button hidden type="submit"></button>
      </form>
      <wa-button slot="actions" appearance="outlined" @click=${() => this.#ask(false)}
        >${translated(commonMessages).cancel}</wa-button
      >
      <wa-button
        slot="actions"
        variant="danger"
        ?disabled=${!this.#isConfirmed}
        ?loading=${this.busy}
        @click=${() => submit()}
        >${messages.erase}</wa-button
      >
    </kb-dialog>`;
  }

  protected override render() {
    const messages = translated(accountDeletionMessages);
    return html`<wa-button appearance="outlined" variant="danger" @click=${() => this.#ask(true)}
        >${messages.open}</wa-button
      >${this.asking ? this.#dialog() : nothing}`;
  }
}
customElements.define('kb-delete-account', KbDeleteAccount);

declare global {
  interface HTMLElementTagNameMap {
    'kb-delete-account': KbDeleteAccount;
  }
}

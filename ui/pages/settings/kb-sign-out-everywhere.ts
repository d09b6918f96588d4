import { html, nothing } from 'lit';
import { type ApiError, asApiError } from '../../api/api-error.ts';
import { keyClient } from '../../api/keys.ts';
import '../../components/kb-dialog.ts';
import '../../components/kb-failure.ts';
import { LightElement } from '../../components/light-element.ts';
import { commonMessages } from '../../messages/common.ts';
import { translated } from '../../messages/language.ts';
import { passwordMessages } from '../../messages/password.ts';

/** A button that ends all other sessions, after a question. */
export class KbSignOutEverywhere extends LightElement {
  static override properties = { asking: { state: true }, failure: { state: true }, busy: { state: true } };
  declare asking: boolean;
  declare failure: ApiError | undefined;
  declare busy: boolean;

  constructor() {
    super();
    this.asking = false;
    this.busy = false;
  }

  #ask(asking: boolean): void {
    Object.assign(this, { asking, failure: undefined });
  }

  async #signOut(): Promise<void> {
    if (this.busy) return;
    const { session, api, announce } = this.app;
    Object.assign(this, { busy: true, failure: undefined });
    try {
      session.begin(await keyClient(api.send).signOutEverywhere(), session.email() ?? '');
      this.#ask(false);
      announce(translated(passwordMessages).signedOut);
    } catch (error) {
      this.failure = asApiError(error);
    } finally {
      this.busy = false;
    }
  }

  protected override render() {
    const messages = translated(passwordMessages);
    return html`<button class="link" type="button" @click=${() => this.#ask(true)}>${messages.signOutElsewhere}</button>
      <kb-dialog heading=${messages.askSignOut} ?open=${this.asking} @close=${() => this.#ask(false)}>
        <p>${messages.signOutText}</p>
        ${this.failure ? html`<kb-failure .error=${this.failure}></kb-failure>` : nothing}
        <wa-button slot="actions" appearance="outlined" autofocus @click=${() => this.#ask(false)}>
          ${translated(commonMessages).cancel}
        </wa-button>
        <wa-button slot="actions" variant="brand" ?loading=${this.busy} @click=${() => void this.#signOut()}>
          ${messages.signOutElsewhere}
        </wa-button>
      </kb-dialog>`;
  }
}
customElements.define('kb-sign-out-everywhere', KbSignOutEverywhere);

declare global {
  interface HTMLElementTagNameMap {
    'kb-sign-out-everywhere': KbSignOutEverywhere;
  }
}

import { html, nothing, type TemplateResult } from 'lit';
import { type ApiError, asApiError } from '../../api/api-error.ts';
import { LightElement } from '../../components/light-element.ts';
import { icon } from '../../components/icon.ts';
import { requestErrorText } from '../../messages/request-errors.ts';
import { translated } from '../../messages/language.ts';
import { signInMessages } from '../../messages/sign-in.ts';
import { type CredentialErrors, signInErrors } from './credential-errors.ts';
import { credentialFields, credentialsIn, focusFirstError } from './credential-fields.ts';
import { searchSpecimen } from './search-specimen.ts';
import { signInFrame } from './sign-in-frame.ts';

/** Email and password for a token. */
export class KbSignInPage extends LightElement {
  static override properties = { errors: { state: true }, failure: { state: true }, busy: { state: true } };
  declare errors: CredentialErrors;
  declare failure: ApiError | undefined;
  declare busy: boolean;

  constructor() {
    super();
    this.errors = {};
    this.busy = false;
  }

  async #submit(event: Event): Promise<void> {
    event.preventDefault();
    if (this.busy) return;
    const { email, password } = credentialsIn(this);
    this.failure = undefined;
    this.errors = signInErrors(email, password);
    if (Object.keys(this.errors).length > 0) {
      focusFirstError(this, this.errors);
      return;
    }
    this.busy = true;
    try {
      this.app.session.begin(await this.app.api.logIn({ email, password }));
    } catch (error) {
      this.failure = asApiError(error);
    } finally {
      this.busy = false;
    }
  }

  #callout(): TemplateResult | typeof nothing {
    const messages = translated(signInMessages);
    const expired = this.app.session.expired() ? messages.expired : undefined;
    const refused = this.failure && (this.failure.status === 401 ? messages.wrong : requestErrorText(this.failure));
    const sentence = refused ?? expired;
    return sentence === undefined
      ? nothing
      : html`<div class="notice" role="alert">
          ${icon('alert')}
          <p>${sentence}</p>
        </div>`;
  }

  protected override render() {
    const messages = translated(signInMessages);
    const form = html`<form class="auth-form" novalidate @submit=${(event: Event) => void this.#submit(event)}>
      <h1>${messages.signIn}</h1>
      ${this.#callout()} ${credentialFields(this.errors, 'sign in')}
      <wa-button type="submit" variant="brand" ?loading=${this.busy}>${messages.submitSignIn}</wa-button>
      <p class="alt">${messages.noAccount} <a href="/register">${messages.toRegister}</a></p>
    </form>`;
    return signInFrame(form, searchSpecimen());
  }
}
customElements.define('kb-sign-in-page', KbSignInPage);

declare global {
  interface HTMLElementTagNameMap {
    'kb-sign-in-page': KbSignInPage;
  }
}

import type WaRadioGroup from '@awesome.me/webawesome/dist/components/radio-group/radio-group.js';
import '@awesome.me/webawesome/dist/components/radio-group/radio-group.js';
import { html, nothing } from 'lit';
import { type ApiError, asApiError } from '../../api/api-error.ts';
import type { Plan } from '../../api/records.ts';
import { LightElement } from '../../components/light-element.ts';
import { planName } from '../../components/plan-name.ts';
import { icon } from '../../components/icon.ts';
import { requestErrorText } from '../../messages/request-errors.ts';
import { translated } from '../../messages/language.ts';
import { signInMessages } from '../../messages/sign-in.ts';
import { type CredentialErrors, registrationErrors } from '../login/credential-errors.ts';
import { credentialFields, credentialsIn, focusFirstError } from '../login/credential-fields.ts';
import { signInFrame } from '../login/sign-in-frame.ts';
import { cleaningSpecimen } from './cleaning-specimen.ts';

const plans: readonly Plan[] = ['free', 'starter', 'pro'];

/** A new account: email, password, plan. */
export class KbRegisterPage extends LightElement {
  static override properties = {
    errors: { state: true },
    failure: { state: true },
    busy: { state: true },
    plan: { state: true },
  };
  declare errors: CredentialErrors;
  declare failure: ApiError | undefined;
  declare busy: boolean;
  declare plan: Plan;

  constructor() {
    super();
    this.errors = {};
    this.busy = false;
    this.plan = 'free';
  }

  #choose(event: Event): void {
    const { value } = event.target as WaRadioGroup;
    this.plan = plans.find((each) => each === value) ?? this.plan;
  }

  #complain(errors: CredentialErrors): void {
    this.errors = errors;
    focusFirstError(this, errors);
  }

  async #submit(event: Event): Promise<void> {
    event.preventDefault();
    if (this.busy) return;
    const { email, password } = credentialsIn(this);
    this.failure = undefined;
    this.errors = registrationErrors(email, password);
    if (Object.keys(this.errors).length > 0) {
      this.#complain(this.errors);
      return;
    }
    this.busy = true;
    try {
      this.app.session.begin(await this.app.api.register({ email, password, plan: this.plan }));
    } catch (error) {
      this.#refuse(asApiError(error));
    } finally {
      this.busy = false;
    }
  }

  /** The service's refusals of an address belong to its field; the rest stands above the button. */
  #refuse(error: ApiError): void {
    const messages = translated(signInMessages);
    if (error.detail === 'Email already registered') this.#complain({ email: messages.taken });
    else if (error.status === 400 && error.detail.startsWith('email '))
      this.#complain({ email: messages.emailMistyped });
    else this.failure = error;
  }

  protected override render() {
    const messages = translated(signInMessages);
    const form = html`<form class="auth-form" novalidate @submit=${(event: Event) => void this.#submit(event)}>
      <h1>${messages.register}</h1>
      ${credentialFields(this.errors, 'register')}
      <wa-radio-group class="plans" label=${messages.plan} name="plan" .value=${this.plan} @change=${this.#choose}>
        ${plans.map(
          (each) =>
            html`<wa-radio value=${each} ?data-on=${each === this.plan}
              ><b>${planName(each)}</b><small>${messages.plans[each]}</small></wa-radio
            >`,
        )}
      </wa-radio-group>
      ${
        this.failure
          ? html`<div class="notice" role="alert">
              ${icon('alert')}
              <p>${requestErrorText(this.failure)}</p>
            </div>`
          : nothing
      }
      <wa-button type="submit" variant="brand" ?loading=${this.busy}>${messages.submitRegister}</wa-button>
      <p class="alt">${messages.haveAccount} <a href="/login">${messages.toSignIn}</a></p>
    </form>`;
    return signInFrame(form, cleaningSpecimen());
  }
}
customElements.define('kb-register-page', KbRegisterPage);

declare global {
  interface HTMLElementTagNameMap {
    'kb-register-page': KbRegisterPage;
  }
}

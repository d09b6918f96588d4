import type WaRadioGroup from '@awesome.me/webawesome/dist/components/radio-group/radio-group.js';
import '@awesome.me/webawesome/dist/components/radio-group/radio-group.js';
import { html, nothing, type TemplateResult } from 'lit';
import { type ApiError, asApiError } from '../../api/api-error.ts';
import type { Plan } from '../../api/records.ts';
import { icon } from '../../components/icon.ts';
import { onlineAfter } from '../../browser/online-or-after.ts';
import { LightElement } from '../../components/light-element.ts';
import { maskedText } from '../../components/masked-text.ts';
import { planName } from '../../components/plan-name.ts';
import { commonMessages } from '../../messages/common.ts';
import { exampleMessages } from '../../messages/examples.ts';
import { translated } from '../../messages/language.ts';
import { requestErrorText } from '../../messages/request-errors.ts';
import { signInMessages } from '../../messages/sign-in.ts';
import { type CredentialErrors, registrationErrors } from '../login/credential-errors.ts';
import { credentialFields, credentialsIn, focusFirstError } from '../login/credential-fields.ts';
import { signInFrame } from '../login/sign-in-frame.ts';

const plans: readonly Plan[] = ['free', 'starter', 'pro'];

/** The illustration of the registration page: how a row of a file is cleaned. */
const cleaningExample = (): TemplateResult => {
  const messages = translated(signInMessages);
  const example = translated(exampleMessages);
  const { problem, solution } = translated(commonMessages);
  return html`<div class="example">
    <p class="example-tagline">${messages.substance}</p>
    <div class="example-cleaning">
      <div>
        <p class="example-caption">${icon('file-text')}${messages.inYourFile}</p>
        <p class="example-card">
          ${example.raw.map((part, index) => (index % 2 === 0 ? part : html`<span class="example-raw">${part}</span>`))}
        </p>
      </div>
      <div>
        <p class="example-caption">${icon('shield')}${messages.inTheBase}</p>
        <dl class="example-card is-kept ticket-texts">
          <dt>${problem}</dt>
          <dd class="ticket-problem">${maskedText(example.cleaned)}</dd>
          <dt class="ticket-solution">${solution}</dt>
          <dd class="ticket-solution">${example.resolved}</dd>
        </dl>
      </div>
      <div>
        <p class="example-caption">${icon('filter')}${messages.notStored}</p>
        <p class="example-card is-dropped">
          <span>${example.phrase}</span><span class="ticket-chip">${example.reason}</span>
        </p>
      </div>
    </div>
  </div>`;
};

/** The registration page. */
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

  #onPlanChange(event: Event): void {
    const { value } = event.target as WaRadioGroup;
    this.plan = plans.find((each) => each === value) ?? this.plan;
  }

  #showErrors(errors: CredentialErrors): void {
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
      this.#showErrors(this.errors);
      return;
    }
    this.busy = true;
    try {
      this.app.session.begin(await this.app.api.register({ email, password, plan: this.plan }), email);
    } catch (error) {
      this.#showRefusal(asApiError(error));
    } finally {
      this.busy = false;
    }
  }

  /** Shows refusals of the e-mail and the password at their fields, others above the button. The length of a password has been checked here. */
  #showRefusal(error: ApiError): void {
    const messages = translated(signInMessages);
    if (error.code === 'email-taken') this.#showErrors({ email: messages.taken });
    else if (error.status === 400 && error.detail.startsWith('email '))
      this.#showErrors({ email: messages.emailMistyped });
    else if (error.status === 400 && error.detail.startsWith('password '))
      this.#showErrors({ password: messages.passwordCommon });
    else this.failure = error;
    onlineAfter(this.failure, () => (this.failure = undefined));
  }

  protected override render() {
    const messages = translated(signInMessages);
    const form = html`<form class="sign-in-form" novalidate @submit=${(event: Event) => void this.#submit(event)}>
      <h1>${messages.register}</h1>
      ${credentialFields(this.errors, 'register')}
      <wa-radio-group
        class="sign-in-plans"
        label=${messages.plan}
        name="plan"
        .value=${this.plan}
        @change=${this.#onPlanChange}
      >
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
      <p class="sign-in-other">${messages.haveAccount} <a href="/login">${messages.toSignIn}</a></p>
    </form>`;
    return signInFrame(form, cleaningExample());
  }
}
customElements.define('kb-register-page', KbRegisterPage);

declare global {
  interface HTMLElementTagNameMap {
    'kb-register-page': KbRegisterPage;
  }
}

import { html, nothing, type TemplateResult } from 'lit';
import { type ApiError, asApiError } from '../../api/api-error.ts';
import { icon } from '../../components/icon.ts';
import { onlineAfter } from '../../browser/online-or-after.ts';
import { LightElement } from '../../components/light-element.ts';
import { maskedText } from '../../components/masked-text.ts';
import { similarity } from '../../components/similarity.ts';
import { accountErasurePath, deletedAccount } from '../../deleted-account.ts';
import { draftMessages } from '../../messages/drafts.ts';
import { commonMessages } from '../../messages/common.ts';
import { exampleMessages } from '../../messages/examples.ts';
import { translated } from '../../messages/language.ts';
import { requestErrorText } from '../../messages/request-errors.ts';
import { signInMessages } from '../../messages/sign-in.ts';
import { ticketOfDraft } from '../../ticket-drafts.ts';
import { type CredentialErrors, signInErrors } from './credential-errors.ts';
import { credentialFields, credentialsIn, focusFirstError } from './credential-fields.ts';
import { signInFrame } from './sign-in-frame.ts';

/** From which similarity on tickets are (very) similar: the levels of the model that the service comes with. */
const levels = { verySimilar: 0.55, similar: 0.47, first: { verySimilar: 0.55, similar: 0.46 } };

/** The illustration of the sign-in page: a search with its results. */
const searchExample = (): TemplateResult => {
  const messages = translated(exampleMessages);
  const { problem, solution, number } = translated(commonMessages);
  return html`<div class="example">
    <p class="example-tagline">${translated(signInMessages).solvedBefore}</p>
    <div class="example-query">${icon('search')}${messages.query}</div>
    <div class="example-list">
      <div class="example-hit">
        <div class="ticket-head">
          <span class="ticket-number">${number('6230')}</span
          ><span class="ticket-chip">${messages.category}</span>${similarity(0.71, { levels, rank: 1 })}
        </div>
        <dl class="ticket-texts">
          <dt>${problem}</dt>
          <dd class="ticket-problem">${maskedText(messages.problem)}</dd>
          <dt class="ticket-solution">${solution}</dt>
          <dd class="ticket-solution">${messages.solution}</dd>
        </dl>
      </div>
      ${messages.others.map(
        ([id, about, share], index) =>
          html`<div class="example-row">
            <span>${number(id)}</span><span>${about}</span>${similarity(share, { levels, rank: index + 2 })}
          </div>`,
      )}
    </div>
  </div>`;
};

/** The sign-in page. */
export class KbSignInPage extends LightElement {
  static override properties = { errors: { state: true }, failure: { state: true }, busy: { state: true } };
  declare errors: CredentialErrors;
  declare failure: ApiError | undefined;
  declare busy: boolean;

  protected override watched() {
    return [this.app.drafts];
  }

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
      this.app.session.begin(await this.app.api.logIn({ email, password }), email);
    } catch (error) {
      this.failure = asApiError(error);
      onlineAfter(this.failure, () => (this.failure = undefined));
    } finally {
      this.busy = false;
    }
  }

  /** The way to the receipt, for whoever comes back to it. */
  #deleted(): TemplateResult | typeof nothing {
    if (!deletedAccount()) return nothing;
    const { deleted, receipt } = translated(signInMessages);
    return html`<div class="notice">
      ${icon('circle-check')}
      <div><b>${deleted}</b> <a href=${accountErasurePath}>${receipt}</a></div>
    </div>`;
  }

  /** What waits in this tab after a sign-out in another one. */
  #held(): TemplateResult | typeof nothing {
    const { drafts, session } = this.app;
    const all = drafts.get();
    if (!session.endedElsewhere() || all.length === 0) return nothing;
    const messages = translated(draftMessages);
    return html`<div class="notice" role="status">
      ${icon('pencil')}
      <div>
        ${all.map((draft) => html`<b>${messages.unsaved(ticketOfDraft(draft))}</b>`)}
        <p>${messages.held}</p>
        <button class="link" type="button" @click=${() => drafts.set([])}>${messages.remove}</button>
      </div>
    </div>`;
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
    const form = html`<form class="sign-in-form" novalidate @submit=${(event: Event) => void this.#submit(event)}>
      <h1>${messages.signIn}</h1>
      ${this.#deleted()} ${this.#held()} ${this.#callout()} ${credentialFields(this.errors, 'sign in')}
      <wa-button type="submit" variant="brand" ?loading=${this.busy}>${messages.submitSignIn}</wa-button>
      <details class="sign-in-forgotten">
        <summary>${messages.forgotten}</summary>
        <p>${messages.forgottenText}</p>
      </details>
      <p class="sign-in-other">${messages.noAccount} <a href="/register">${messages.toRegister}</a></p>
    </form>`;
    return signInFrame(form, searchExample());
  }
}
customElements.define('kb-sign-in-page', KbSignInPage);

declare global {
  interface HTMLElementTagNameMap {
    'kb-sign-in-page': KbSignInPage;
  }
}

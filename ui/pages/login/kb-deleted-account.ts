import { html, nothing, type TemplateResult } from 'lit';
import { type AccountErasure, accountErasureClient, type ErasureTicket } from '../../api/account-erasures.ts';
import { type ApiError, asApiError } from '../../api/api-error.ts';
import { lookingAgain } from '../../browser/online-or-after.ts';
import { saveFile } from '../../browser/save-file.ts';
import { icon } from '../../components/icon.ts';
import '../../components/kb-failure.ts';
import { LightElement } from '../../components/light-element.ts';
import { deletedAccount, forgetDeleted } from '../../deleted-account.ts';
import { accountDeletionMessages } from '../../messages/account-deletion.ts';
import { translated } from '../../messages/language.ts';
import { requestErrorText } from '../../messages/request-errors.ts';

const symbols = {
  verified: 'circle-check',
  failed: 'triangle-alert',
  waiting: 'clock',
  running: 'clock',
  outside: 'circle-dashed',
} as const;

/** What becomes of the account that was deleted in this browser, until it is put away: each step, and the receipt once all is verified. */
export class KbDeletedAccount extends LightElement {
  static override properties = {
    erasure: { state: true },
    failure: { state: true },
    isPutAway: { state: true },
  };
  declare erasure: AccountErasure | undefined;
  declare failure: ApiError | undefined;
  declare isPutAway: boolean;
  readonly #ticket = deletedAccount();
  readonly #again = lookingAgain(() => void this.#look());

  constructor() {
    super();
    this.isPutAway = false;
  }

  override connectedCallback(): void {
    super.connectedCallback();
    void this.#look();
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#again.pause();
  }

  /** Looks again while the erasure runs; what fails is looked at again when it is asked for. */
  async #look(): Promise<void> {
    const ticket = this.#ticket;
    if (!ticket) return;
    this.#again.pause();
    this.failure = undefined;
    try {
      this.erasure = await accountErasureClient(this.app.api.send).show(ticket);
    } catch (error) {
      this.failure = asApiError(error);
      return;
    }
    if (this.erasure.state === 'proven' || !this.isConnected) return;
    this.#again.later();
  }

  async #download(ticket: ErasureTicket): Promise<void> {
    try {
      const text = await accountErasureClient(this.app.api.send).receipt(ticket);
      saveFile(new Blob([text], { type: 'application/json' }), `receipt-${ticket.id}.json`);
    } catch (error) {
      this.app.announce(requestErrorText(asApiError(error)));
    }
  }

  readonly #putAway = (): void => {
    this.#again.pause();
    forgetDeleted();
    this.isPutAway = true;
  };

  #steps({ steps }: AccountErasure): TemplateResult {
    const messages = translated(accountDeletionMessages);
    return html`<ul class="deleted-account-steps" role="list" aria-label=${messages.stepList}>
      ${steps.map(
        ({ step, state }) =>
          html`<li class="is-${state}">
            ${icon(symbols[state])}${messages.steps[step]}: ${messages.stepState[state]}
          </li>`,
      )}
    </ul>`;
  }

  #found(): TemplateResult | typeof nothing {
    const messages = translated(accountDeletionMessages);
    const { erasure, failure } = this;
    if (failure?.status === 404) return html`<p>${messages.gone}</p>`;
    if (failure)
      return html`<kb-failure
        heading=${messages.failed}
        .error=${failure}
        retriable
        @retry=${() => void this.#look()}
      ></kb-failure>`;
    if (!erasure) return nothing;
    return html`<p role="status">${messages.states[erasure.state]}</p>
      ${this.#steps(erasure)}
      <p>${messages[erasure.state === 'proven' ? 'until' : 'notFinal'](erasure.shown_until)}</p>`;
  }

  protected override render() {
    const messages = translated(accountDeletionMessages);
    const ticket = this.#ticket;
    if (!ticket || this.isPutAway) return nothing;
    return html`<div class="notice">
      ${icon('circle-check')}
      <div>
        <b>${messages.deleted}</b>
        ${this.#found()}
        <div class="deleted-account-tools">
          ${
            this.erasure?.state === 'proven'
              ? html`<button class="link" type="button" @click=${() => void this.#download(ticket)}>
                  ${messages.download}
                </button>`
              : nothing
          }
          <button class="link" type="button" @click=${this.#putAway}>${messages.dismiss}</button>
        </div>
      </div>
    </div>`;
  }
}
customElements.define('kb-deleted-account', KbDeletedAccount);

declare global {
  interface HTMLElementTagNameMap {
    'kb-deleted-account': KbDeletedAccount;
  }
}

import { html, nothing, type TemplateResult } from 'lit';
import { type AccountErasure, accountErasureClient, type ErasureTicket } from '../../api/account-erasures.ts';
import { copyText } from '../../browser/copy-text.ts';
import { Effect } from '../../components/effect.ts';
import { icon } from '../../components/icon.ts';
import { languageSwitch } from '../../components/language-switch.ts';
import { LightElement } from '../../components/light-element.ts';
import { logo } from '../../components/logo.ts';
import {
  accountErasurePath,
  deletedAccount,
  forgetDeleted,
  keepInTab,
  receiptLink,
  shownErasure,
  ticketOfLink,
} from '../../deleted-account.ts';
import { accountErasureMessages } from '../../messages/account-erasure.ts';
import { commonMessages } from '../../messages/common.ts';
import { translated } from '../../messages/language.ts';
import { searchMessages } from '../../messages/search.ts';
import { accountSheet } from './account-sheet.ts';
import './kb-receipt.ts';
import type { Receipt } from './kb-receipt.ts';

/** The receipt of the erasure of an account, for whoever has its token: nobody can sign in to it any more. */
export class KbAccountErasurePage extends LightElement {
  static override properties = { ticket: { state: true } };
  declare ticket: ErasureTicket | undefined;

  constructor() {
    super();
    this.ticket = shownErasure();
    new Effect(
      this,
      () => [this.app.router.location.get().fragment],
      ([fragment]) => this.#take(ticketOfLink(fragment)),
    );
  }

  protected override watched() {
    return [this.app.router.location, this.app.session.token];
  }

  /** Takes what shows the erasure out of the address, where others may read it. */
  #take(ticket: ErasureTicket | undefined): void {
    if (!ticket) return;
    keepInTab(ticket);
    this.ticket = ticket;
    this.app.router.navigate(accountErasurePath, { replace: true });
  }

  readonly #forget = (): void => {
    forgetDeleted();
    this.app.announce(translated(accountErasureMessages).forgotten);
    this.requestUpdate();
  };

  async #copyLink(ticket: ErasureTicket): Promise<void> {
    const isCopied = await copyText(receiptLink(ticket));
    this.app.announce(isCopied ? translated(accountErasureMessages).linkCopied : translated(searchMessages).notCopied);
  }

  #note({ state, shown_until: until }: AccountErasure, ticket: ErasureTicket): TemplateResult {
    const messages = translated(accountErasureMessages);
    const forget = html`<button class="link" type="button" @click=${this.#forget}>${messages.forget}</button>`;
    return html`<div class="erasure-note">
      <p>${messages[state === 'proven' ? 'until' : 'notFinal'](until)}</p>
      <p class="link-row">
        <button class="link" type="button" @click=${() => void this.#copyLink(ticket)}>${messages.copyLink}</button>
        ${deletedAccount()?.id === ticket.id ? forget : nothing}
      </p>
    </div>`;
  }

  #receipt(ticket: ErasureTicket): Receipt<AccountErasure> {
    const { show, receipt } = accountErasureClient(this.app.api.send);
    return {
      id: ticket.id,
      show: () => show(ticket),
      text: () => receipt(ticket),
      sheet: accountSheet,
      note: (erasure) => this.#note(erasure, ticket),
      isFinalOnly: true,
      onMissing: () => {
        keepInTab(undefined);
        if (deletedAccount()?.id === ticket.id) forgetDeleted();
        this.ticket = undefined;
      },
    };
  }

  /** The way on: there is no account to go back to. */
  get #back(): readonly [address: string, name: string] {
    const { toCollections, toSignIn } = translated(accountErasureMessages);
    return this.app.session.token.get() === undefined ? ['/login', toSignIn] : ['/', toCollections];
  }

  #missing(): TemplateResult {
    const messages = translated(accountErasureMessages);
    const [address, name] = this.#back;
    return html`<div class="frame">
      <div class="erasure">
        <h1 tabindex="-1">${messages.missing}</h1>
        <p>${messages.missingText}</p>
        <p class="erasure-tools">
          <a href=${address}>${icon('chevron-left')}<span>${name}</span></a>
        </p>
      </div>
    </div>`;
  }

  protected override render() {
    const { ticket } = this;
    const receipt = (of: ErasureTicket) =>
      html`<kb-receipt
        .receipt=${this.#receipt(of)}
        .back=${this.#back}
        .missing=${translated(accountErasureMessages).missing}
      ></kb-receipt>`;
    return html`<header class="erasure-guest frame">
        <a class="logo is-named" href="/">${logo()}<span>${translated(commonMessages).product}</span></a>
        ${languageSwitch()}
      </header>
      ${ticket ? receipt(ticket) : this.#missing()}`;
  }
}
customElements.define('kb-account-erasure-page', KbAccountErasurePage);

declare global {
  interface HTMLElementTagNameMap {
    'kb-account-erasure-page': KbAccountErasurePage;
  }
}

import { html, nothing, type TemplateResult } from 'lit';
import { draftMessages } from '../messages/drafts.ts';
import { translated } from '../messages/language.ts';
import { draftAddress, type Drafts, ticketOfDraft } from '../ticket-drafts.ts';
import './kb-dialog.ts';
import { LightElement } from './light-element.ts';

/** Asks before a sign-out that would delete drafts of this tab, and shows the way to each. Open while `signingOut` is set. */
export class KbSignOutQuestion extends LightElement {
  protected override watched() {
    return [this.app.signingOut, this.app.drafts];
  }

  readonly #stay = (): void => this.app.signingOut.set(false);

  readonly #leave = (): void => {
    this.#stay();
    this.app.session.end('signed out');
  };

  #question(drafts: Drafts): TemplateResult {
    const messages = translated(draftMessages);
    const [first, ...more] = drafts;
    const heading = more.length > 0 || !first ? messages.askMany : messages.askOne(ticketOfDraft(first));
    const way = (draft: Drafts[number]) =>
      html`<li>
        <a class="link" href=${draftAddress(draft)} @click=${this.#stay}>${messages.open(ticketOfDraft(draft))}</a>
      </li>`;
    return html`<kb-dialog open heading=${heading} @close=${this.#stay}>
      <ul class="account-drafts" role="list">
        ${drafts.map(way)}
      </ul>
      <wa-button slot="actions" appearance="outlined" autofocus @click=${this.#stay}>${messages.stay}</wa-button>
      <wa-button slot="actions" variant="danger" @click=${this.#leave}>${messages.leave}</wa-button>
    </kb-dialog>`;
  }

  protected override render() {
    const drafts = this.app.drafts.get();
    return this.app.signingOut.get() && drafts.length > 0 ? this.#question(drafts) : nothing;
  }
}
customElements.define('kb-sign-out-question', KbSignOutQuestion);

declare global {
  interface HTMLElementTagNameMap {
    'kb-sign-out-question': KbSignOutQuestion;
  }
}

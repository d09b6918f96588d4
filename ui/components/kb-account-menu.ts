import { html, nothing } from 'lit';
import { signOut } from '../app-context.ts';
import { translated } from '../messages/language.ts';
import { shellMessages } from '../messages/shell.ts';
import { icon } from './icon.ts';
import { LightElement } from './light-element.ts';
import { planName } from './plan-name.ts';

/** The signed-in account, with links to the settings and sign-out. */
export class KbAccountMenu extends LightElement {
  protected override watched() {
    return [this.app.account.state];
  }

  #select({ detail }: CustomEvent<{ readonly item: { readonly value: string } }>): void {
    if (detail.item.value === 'settings') this.app.router.navigate('/settings');
    if (detail.item.value === 'sign-out') signOut(this.app);
  }

  protected override render() {
    const messages = translated(shellMessages);
    const user = this.app.account.value();
    const known = user?.email ?? this.app.session.email();
    const email = known ?? '';
    if (known === undefined) this.app.needAccount();
    return html`<wa-dropdown placement="bottom-end" @wa-select=${this.#select} @wa-show=${this.app.needAccount}>
      <button class="account" slot="trigger" type="button">
        <span class="account-avatar" aria-hidden="true">${email.slice(0, 2)}</span
        ><span class="visually-hidden">${messages.account}</span
        ><span class="account-address">${email}</span>${icon('chevron-down')}
      </button>
      ${email === '' ? nothing : html`<span class="account-owner"><b>${email}</b>${user ? messages.plan(planName(user.plan)) : '\u00a0'}</span>`}
      <wa-dropdown-item value="settings">${icon('settings', 'icon')}${messages.settings}</wa-dropdown-item>
      <wa-dropdown-item value="sign-out">${icon('log-out', 'icon')}${messages.signOut}</wa-dropdown-item>
    </wa-dropdown>`;
  }
}
customElements.define('kb-account-menu', KbAccountMenu);

declare global {
  interface HTMLElementTagNameMap {
    'kb-account-menu': KbAccountMenu;
  }
}

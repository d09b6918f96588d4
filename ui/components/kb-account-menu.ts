import '@awesome.me/webawesome/dist/components/dropdown/dropdown.js';
import { html, nothing } from 'lit';
import { icon } from '../icons.ts';
import { translated } from '../messages/language.ts';
import { shellMessages } from '../messages/shell.ts';
import { LightElement } from './light-element.ts';
import { planName } from './plan-name.ts';

/** Who is signed in, the way to the settings and out. */
export class KbAccountMenu extends LightElement {
  protected override watched() {
    return [this.app.account.now];
  }

  #select({ detail }: CustomEvent<{ readonly item: { readonly value: string } }>): void {
    if (detail.item.value === 'settings') this.app.router.navigate('/settings');
    if (detail.item.value === 'sign-out') this.app.session.end('signed out');
  }

  protected override render() {
    const say = translated(shellMessages);
    const user = this.app.account.value();
    const email = user?.email ?? '';
    return html`<wa-dropdown placement="bottom-end" @wa-select=${this.#select}>
      <button class="me" slot="trigger" type="button">
        <span class="av" aria-hidden="true">${email.slice(0, 2)}</span><span class="vh">${say.account}</span
        ><span class="address">${email}</span>${icon('chevron-down')}
      </button>
      ${user ? html`<span class="who"><b>${email}</b>${say.plan(planName(user.plan))}</span>` : nothing}
      <wa-dropdown-item value="settings">${icon('settings', 'icon')}${say.settings}</wa-dropdown-item>
      <wa-dropdown-item value="sign-out">${icon('log-out', 'icon')}${say.signOut}</wa-dropdown-item>
    </wa-dropdown>`;
  }
}
customElements.define('kb-account-menu', KbAccountMenu);

declare global {
  interface HTMLElementTagNameMap {
    'kb-account-menu': KbAccountMenu;
  }
}

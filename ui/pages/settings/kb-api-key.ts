import { html, nothing, type TemplateResult } from 'lit';
import { type ApiError, asApiError } from '../../api/api-error.ts';
import type { User } from '../../api/records.ts';
import { copyText } from '../../browser/copy-text.ts';
import { icon } from '../../components/icon.ts';
import '../../components/kb-dialog.ts';
import '../../components/kb-failure.ts';
import { LightElement } from '../../components/light-element.ts';
import { commonMessages } from '../../messages/common.ts';
import { translated } from '../../messages/language.ts';
import { settingsMessages } from '../../messages/settings.ts';

const visibleMs = 30_000;

/** A key reduced to its last four characters, by which it can be recognised. */
export const hiddenKey = (key: string): string => '•'.repeat(12) + key.slice(-4);

/** The API key: hidden, shown for 30 s or until the tab is hidden; can be copied and rotated. */
export class KbApiKey extends LightElement {
  static override properties = {
    user: { attribute: false },
    shown: { state: true },
    confirming: { state: true },
    rotatedElsewhere: { state: true },
    busy: { state: true },
    failure: { state: true },
  };
  declare user: User;
  declare shown: boolean;
  declare confirming: boolean;
  /** The rotation was refused because the key had been replaced elsewhere. */
  declare rotatedElsewhere: boolean;
  declare busy: boolean;
  declare failure: ApiError | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor() {
    super();
    this.shown = false;
    this.confirming = false;
    this.rotatedElsewhere = false;
    this.busy = false;
  }

  readonly #onVisibilityChange = (): void => {
    if (document.hidden) this.#show(false);
  };

  override connectedCallback(): void {
    super.connectedCallback();
    document.addEventListener('visibilitychange', this.#onVisibilityChange);
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    document.removeEventListener('visibilitychange', this.#onVisibilityChange);
    this.#show(false);
  }

  #show(shown: boolean): void {
    clearTimeout(this.#timer);
    this.shown = shown;
    if (shown) this.#timer = setTimeout(() => this.#show(false), visibleMs);
  }

  async #copy(): Promise<void> {
    const messages = translated(settingsMessages);
    const copied = await copyText(this.user.api_key);
    if (!copied) this.#show(true);
    this.app.announce(copied ? messages.copied : messages.copyFailed);
  }

  #confirm(confirming: boolean): void {
    this.confirming = confirming;
    this.rotatedElsewhere = false;
    this.failure = undefined;
  }

  async #rotate(): Promise<void> {
    this.busy = true;
    this.failure = undefined;
    const { account, api } = this.app;
    try {
      const key = await api.rotateKey(this.user.api_key);
      account.set({ ...this.user, api_key: key });
      this.#confirm(false);
      this.app.announce(translated(settingsMessages).rotated);
    } catch (error) {
      await this.#onRefusal(asApiError(error));
    } finally {
      this.busy = false;
    }
  }

  /** Status 401: the key was rotated elsewhere; loads the new key and leaves the dialog open. */
  async #onRefusal(error: ApiError): Promise<void> {
    if (error.status !== 401) {
      this.failure = error;
      return;
    }
    try {
      this.app.account.set(await this.app.api.me());
      this.rotatedElsewhere = true;
    } catch (reloadError) {
      this.failure = asApiError(reloadError);
    }
  }

  #dialog(): TemplateResult {
    const messages = translated(settingsMessages);
    return html`<kb-dialog heading=${messages.askRotate} ?open=${this.confirming} @close=${() => this.#confirm(false)}>
      <p role="status">${this.rotatedElsewhere ? messages.rotatedElsewhere : messages.rotateText}</p>
      ${this.failure ? html`<kb-failure .error=${this.failure}></kb-failure>` : nothing}
      <wa-button slot="actions" appearance="outlined" autofocus @click=${() => this.#confirm(false)}>
        ${translated(commonMessages).cancel}
      </wa-button>
      <wa-button slot="actions" variant="danger" ?loading=${this.busy} @click=${() => void this.#rotate()}>
        ${messages.rotate}
      </wa-button>
    </kb-dialog>`;
  }

  protected override render() {
    const messages = translated(settingsMessages);
    const key = this.user.api_key;
    return html`
      <div class="settings-key">
        <code>
          ${
            this.shown
              ? html`<span>${key}</span>`
              : html`<span aria-hidden="true">${hiddenKey(key)}</span
                  ><span class="visually-hidden">${messages.hiddenKey(key.slice(-4))}</span>`
          }
        </code>
        <wa-button size="s" appearance="plain" @click=${() => this.#show(!this.shown)}>
          ${icon(this.shown ? 'eye-off' : 'eye', 'start')}${this.shown ? messages.hide : messages.show}
        </wa-button>
        <wa-button size="s" appearance="plain" @click=${() => void this.#copy()}>
          ${icon('copy', 'start')}${messages.copy}
        </wa-button>
      </div>
      <div class="settings-key-foot">
        <span role="status">${this.shown ? messages.keyShown : ''}</span>
        <wa-button size="s" appearance="outlined" @click=${() => this.#confirm(true)}>
          ${icon('refresh', 'start')}${messages.rotate}
        </wa-button>
      </div>
      ${this.#dialog()}
    `;
  }
}
customElements.define('kb-api-key', KbApiKey);

declare global {
  interface HTMLElementTagNameMap {
    'kb-api-key': KbApiKey;
  }
}

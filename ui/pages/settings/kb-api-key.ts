import { html, nothing, type TemplateResult } from 'lit';
import { type ApiError, asApiError } from '../../api/api-error.ts';
import type { User } from '../../api/records.ts';
import '../../components/kb-dialog.ts';
import '../../components/kb-failure.ts';
import { LightElement } from '../../components/light-element.ts';
import { copyText } from '../../browser/copy-text.ts';
import { icon } from '../../components/icon.ts';
import { translated } from '../../messages/language.ts';
import { settingsMessages } from '../../messages/settings.ts';
import { commonMessages } from '../../messages/common.ts';

const shownFor = 30_000;

/** A key as it stands on the page: its last four characters, so that one can tell which it is. */
export const hiddenKey = (key: string): string => '•'.repeat(12) + key.slice(-4);

/** The API key: hidden until shown, and again after 30 s or when the tab is left; to copy and to rotate. */
export class KbApiKey extends LightElement {
  static override properties = {
    user: { attribute: false },
    shown: { state: true },
    asking: { state: true },
    elsewhere: { state: true },
    busy: { state: true },
    failure: { state: true },
  };
  declare user: User;
  declare shown: boolean;
  declare asking: boolean;
  /** The key that stood here had been replaced elsewhere when it was to be rotated. */
  declare elsewhere: boolean;
  declare busy: boolean;
  declare failure: ApiError | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor() {
    super();
    this.shown = false;
    this.asking = false;
    this.elsewhere = false;
    this.busy = false;
  }

  readonly #leave = (): void => {
    if (document.hidden) this.#show(false);
  };

  override connectedCallback(): void {
    super.connectedCallback();
    document.addEventListener('visibilitychange', this.#leave);
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    document.removeEventListener('visibilitychange', this.#leave);
    this.#show(false);
  }

  #show(shown: boolean): void {
    clearTimeout(this.#timer);
    this.shown = shown;
    if (shown) this.#timer = setTimeout(() => this.#show(false), shownFor);
  }

  async #copy(): Promise<void> {
    const messages = translated(settingsMessages);
    const copied = await copyText(this.user.api_key);
    if (!copied) this.#show(true);
    this.app.announce(copied ? messages.copied : messages.copyFailed);
  }

  #ask(asking: boolean): void {
    this.asking = asking;
    this.elsewhere = false;
    this.failure = undefined;
  }

  async #rotate(): Promise<void> {
    this.busy = true;
    this.failure = undefined;
    const { account, api } = this.app;
    try {
      const key = await api.rotateKey(this.user.api_key);
      account.set({ ...this.user, api_key: key });
      this.#ask(false);
      this.app.announce(translated(settingsMessages).rotated);
    } catch (error) {
      await this.#refused(asApiError(error));
    } finally {
      this.busy = false;
    }
  }

  /** 401: the key was rotated elsewhere, and the session goes on; the new one is fetched, and the question asked again. */
  async #refused(error: ApiError): Promise<void> {
    if (error.status !== 401) {
      this.failure = error;
      return;
    }
    try {
      this.app.account.set(await this.app.api.me());
      this.elsewhere = true;
    } catch (second) {
      this.failure = asApiError(second);
    }
  }

  #dialog(): TemplateResult {
    const messages = translated(settingsMessages);
    return html`<kb-dialog heading=${messages.askRotate} ?open=${this.asking} @close=${() => this.#ask(false)}>
      <p role="status">${this.elsewhere ? messages.rotatedElsewhere : messages.rotateText}</p>
      ${this.failure ? html`<kb-failure .error=${this.failure}></kb-failure>` : nothing}
      <wa-button slot="actions" appearance="outlined" autofocus @click=${() => this.#ask(false)}>
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
      <div class="key">
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
      <div class="key-footer">
        <span role="status">${this.shown ? messages.keyShown : ''}</span>
        <wa-button size="s" appearance="outlined" @click=${() => this.#ask(true)}>
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

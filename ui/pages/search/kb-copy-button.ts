import { html } from 'lit';
import { copyText } from '../../browser/copy-text.ts';
import { icon, type IconName } from '../../components/icon.ts';
import { LightElement } from '../../components/light-element.ts';
import { translated } from '../../messages/language.ts';
import { searchMessages } from '../../messages/search.ts';

const confirmationMs = 2_000;

/** A button that copies `text`; `label` is its accessible name, `symbol` its icon. */
export class KbCopyButton extends LightElement {
  static override properties = {
    label: {},
    symbol: {},
    text: { attribute: false },
    html: { attribute: false },
    done: { state: true },
  };
  declare label: string;
  declare symbol: IconName;
  declare text: string;
  /** The same text, for programs that take HTML. */
  declare html: string | undefined;
  declare done: boolean;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor() {
    super();
    this.symbol = 'copy';
    this.done = false;
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    clearTimeout(this.#timer);
  }

  async copy(): Promise<void> {
    const messages = translated(searchMessages);
    this.done = await copyText(this.text, this.html);
    this.app.announce(this.done ? messages.copied : messages.notCopied);
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => (this.done = false), confirmationMs);
  }

  protected override render() {
    return html`<button
      class="icon-button"
      type="button"
      aria-label=${this.label}
      title=${this.label}
      @click=${() => void this.copy()}
    >
      ${icon(this.done ? 'check' : this.symbol)}
    </button>`;
  }
}
customElements.define('kb-copy-button', KbCopyButton);

declare global {
  interface HTMLElementTagNameMap {
    'kb-copy-button': KbCopyButton;
  }
}

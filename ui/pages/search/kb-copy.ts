import { html } from 'lit';
import { LightElement } from '../../components/light-element.ts';
import { copyText } from '../../copy-text.ts';
import { icon } from '../../icons.ts';
import { translated } from '../../messages/language.ts';
import { searchMessages } from '../../messages/search.ts';

const confirmedFor = 2_000;

/** Copies `text` and says so; `label` names what. */
export class KbCopy extends LightElement {
  static override properties = { label: {}, text: { attribute: false }, done: { state: true } };
  declare label: string;
  declare text: string;
  declare done: boolean;
  #timer: ReturnType<typeof setTimeout> | undefined;

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    clearTimeout(this.#timer);
  }

  async copy(): Promise<void> {
    const say = translated(searchMessages);
    this.done = await copyText(this.text);
    this.app.announce(this.done ? say.copied : say.notCopied);
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => (this.done = false), confirmedFor);
  }

  protected override render() {
    return html`<button
      class="icon-btn"
      type="button"
      aria-label=${this.label}
      title=${this.label}
      @click=${() => void this.copy()}
    >
      ${icon(this.done ? 'check' : 'copy')}
    </button>`;
  }
}
customElements.define('kb-copy', KbCopy);

declare global {
  interface HTMLElementTagNameMap {
    'kb-copy': KbCopy;
  }
}

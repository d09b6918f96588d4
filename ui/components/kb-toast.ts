import { html, nothing } from 'lit';
import { LightElement } from './light-element.ts';

const shownFor = 6_000;

/** Says a sentence for six seconds; a live region that is always there, so that screen readers hear it. */
export class KbToast extends LightElement {
  static override properties = { sentence: { state: true } };
  declare sentence: string;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor() {
    super();
    this.sentence = '';
  }

  say(sentence: string): void {
    clearTimeout(this.#timer);
    this.sentence = sentence;
    this.#timer = setTimeout(() => (this.sentence = ''), shownFor);
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    clearTimeout(this.#timer);
  }

  protected override render() {
    return html`<div class="toast" role="status" aria-live="polite">
      ${this.sentence === '' ? nothing : html`<p>${this.sentence}</p>`}
    </div>`;
  }
}
customElements.define('kb-toast', KbToast);

declare global {
  interface HTMLElementTagNameMap {
    'kb-toast': KbToast;
  }
}

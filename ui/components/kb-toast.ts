import { html, nothing } from 'lit';
import { LightElement } from './light-element.ts';

const visibleMs = 6_000;

/** Shows a sentence for six seconds, in a live region that is always present, as screen readers require. */
export class KbToast extends LightElement {
  static override properties = { sentence: { state: true } };
  declare sentence: string;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor() {
    super();
    this.sentence = '';
  }

  show(sentence: string): void {
    clearTimeout(this.#timer);
    this.sentence = sentence;
    this.#timer = setTimeout(() => (this.sentence = ''), visibleMs);
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

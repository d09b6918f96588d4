import { html, nothing } from 'lit';
import type { Link } from '../app-context.ts';
import { onLanguageChange } from '../messages/language.ts';
import { LightElement } from './light-element.ts';

/** Who is to follow a link has longer to reach it. */
const visibleMs = { plain: 6_000, linked: 20_000 };

/** Shows a sentence for some seconds, longer with a link, in a live region that is always present, as screen readers require. */
export class KbToast extends LightElement {
  static override properties = { sentence: { state: true }, link: { state: true } };
  declare sentence: string;
  declare link: Link | undefined;
  /** A sentence stays in the language in which it was said: a change of the language ends it. */
  #unsubscribe: () => void = () => undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor() {
    super();
    this.sentence = '';
  }

  show(sentence: string, link?: Link): void {
    clearTimeout(this.#timer);
    Object.assign(this, { sentence, link });
    this.#leaveDock();
    this.#timer = setTimeout(() => this.#hide(), link ? visibleMs.linked : visibleMs.plain);
  }

  /** Stays above the bar at the bottom of the window, which is as high as what it says. */
  #leaveDock(): void {
    const bar = document.querySelector('[data-dock]')?.getBoundingClientRect();
    const covered = bar?.height ? innerHeight - bar.top : 0;
    this.style.setProperty('--kb-dock', covered > 0 ? `${covered + 8}px` : '');
  }

  #hide(): void {
    clearTimeout(this.#timer);
    this.sentence = '';
  }

  override connectedCallback(): void {
    super.connectedCallback();
    this.#unsubscribe = onLanguageChange(() => this.#hide());
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#unsubscribe();
    clearTimeout(this.#timer);
  }

  protected override render() {
    const { sentence, link } = this;
    const way = link && html` <a href=${link.address} @click=${() => this.#hide()}>${link.name}</a>`;
    return html`<div class="toast" role="status" aria-live="polite">
      ${sentence === '' ? nothing : html`<p>${sentence}${way ?? nothing}</p>`}
    </div>`;
  }
}
customElements.define('kb-toast', KbToast);

declare global {
  interface HTMLElementTagNameMap {
    'kb-toast': KbToast;
  }
}

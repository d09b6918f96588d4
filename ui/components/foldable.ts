import { html, type LitElement, nothing, type ReactiveController, type TemplateResult } from 'lit';
import { translated } from '../messages/language.ts';
import { searchMessages } from '../messages/search.ts';

type Options = {
  /** The texts of the host that are measured. */
  readonly selector: string;
  /** Texts of up to so many lines are not folded; more than are shown of a folded one, so that unfolding shows more than a line. */
  readonly minLines: number;
};

const waiting = new Set<Foldable>();

/** Measures the texts of a page together, before the next paint: what one of them changes would lay the page out again for the next. */
const measureSoon = (foldable: Foldable): void => {
  waiting.add(foldable);
  if (waiting.size > 1) return;
  requestAnimationFrame(() => {
    const all = [...waiting];
    waiting.clear();
    for (const each of all) each.measure();
  });
};

/** Folds the long texts of its host, whose styles say how many lines of `.is-folded` are shown. */
export class Foldable implements ReactiveController {
  readonly #host: LitElement;
  readonly #options: Options;
  readonly #observer = new ResizeObserver(() => measureSoon(this));
  #isLong = false;
  #isOpen = false;

  constructor(host: LitElement, options: Options) {
    this.#host = host;
    this.#options = options;
    host.addController(this);
  }

  hostConnected(): void {
    this.#observer.observe(this.#host);
  }

  hostDisconnected(): void {
    this.#observer.disconnect();
  }

  hostUpdated(): void {
    measureSoon(this);
  }

  /** For the host's class attribute. */
  get className(): 'is-folded' | '' {
    return this.#isLong && !this.#isOpen ? 'is-folded' : '';
  }

  unfold(isOpen = true): void {
    if (isOpen === this.#isOpen) return;
    this.#isOpen = isOpen;
    this.#host.requestUpdate();
  }

  measure(): void {
    const lines = (text: Element) => text.scrollHeight / parseFloat(getComputedStyle(text).lineHeight);
    const texts = [...this.#host.querySelectorAll(this.#options.selector)];
    const isLong = texts.some((text) => lines(text) > this.#options.minLines);
    if (isLong === this.#isLong) return;
    this.#isLong = isLong;
    this.#host.requestUpdate();
  }

  /** The button that shows the whole or folds it again; nothing for short texts. `subject` is read by screen readers. */
  button(subject: string): TemplateResult | typeof nothing {
    if (!this.#isLong) return nothing;
    const messages = translated(searchMessages);
    return html`<button
      class="fold-button"
      type="button"
      aria-expanded=${this.#isOpen ? 'true' : 'false'}
      @click=${() => this.unfold(!this.#isOpen)}
    >
      ${this.#isOpen ? messages.fold : messages.unfold}<span class="visually-hidden"> ${subject}</span>
    </button>`;
  }
}

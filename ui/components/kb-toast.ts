import { html, nothing } from 'lit';
import type { Link } from '../app-context.ts';
import { commonMessages } from '../messages/common.ts';
import { onLanguageChange, translated } from '../messages/language.ts';
import { icon } from './icon.ts';
import { LightElement } from './light-element.ts';

/** Who is to follow a link has longer to reach it. */
const visibleMs = { plain: 6_000, linked: 20_000 };
/** For how long it stays once the pointer or the focus has left it. */
const afterUseMs = 2_000;

/**
 * Shows a sentence for some seconds, longer with a link or while it is used, in a live region that is always present, as screen readers require. It can be
 * closed, also with Esc, which gives the focus back to where it came from.
 */
export class KbToast extends LightElement {
  static override properties = { sentence: { state: true }, link: { state: true } };
  declare sentence: string;
  declare link: Link | undefined;
  #stopFollowing: () => void = () => undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #focusedBefore: EventTarget | null = null;

  constructor() {
    super();
    this.sentence = '';
  }

  show(sentence: string, link?: Link): void {
    Object.assign(this, { sentence, link });
    this.#leaveDock();
    this.#hideAfter(link ? visibleMs.linked : visibleMs.plain);
  }

  /** Ends it before its time, as it is about something that is no longer shown. */
  hide(): void {
    clearTimeout(this.#timer);
    const hadFocus = this.contains(document.activeElement);
    this.sentence = '';
    if (hadFocus && this.#focusedBefore instanceof HTMLElement) this.#focusedBefore.focus();
    this.#focusedBefore = null;
  }

  #hideAfter(ms: number): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => {
      if (this.querySelector('.toast-card:is(:hover, :focus-within)')) this.#hideAfter(afterUseMs);
      else this.hide();
    }, ms);
  }

  /** Stays above the bar at the bottom of the window, which is as high as what it says. */
  #leaveDock(): void {
    if (this.sentence === '') return;
    const bar = document.querySelector('[data-dock]')?.getBoundingClientRect();
    const covered = bar?.height ? innerHeight - bar.top : 0;
    this.style.setProperty('--kb-dock', covered > 0 ? `${covered + 8}px` : '');
  }

  /** A bar may appear under it, grow, and move when the page is scrolled. */
  #followDock(): () => void {
    const leave = () => this.#leaveDock();
    const resized = new ResizeObserver(leave);
    resized.observe(document.body);
    addEventListener('scroll', leave, { passive: true });
    addEventListener('resize', leave);
    return () => {
      resized.disconnect();
      removeEventListener('scroll', leave);
      removeEventListener('resize', leave);
    };
  }

  override connectedCallback(): void {
    super.connectedCallback();
    // A sentence stays in the language in which it was said: a change of the language ends it.
    const ends = [onLanguageChange(() => this.hide()), this.#followDock()];
    this.#stopFollowing = () => ends.forEach((end) => end());
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#stopFollowing();
    clearTimeout(this.#timer);
  }

  readonly #onKeydown = (event: KeyboardEvent): void => {
    if (event.key !== 'Escape') return;
    event.preventDefault();
    this.hide();
  };

  readonly #onFocusin = ({ relatedTarget: from }: FocusEvent): void => {
    if (!(from instanceof Node && this.contains(from))) this.#focusedBefore = from;
  };

  protected override render() {
    const { sentence, link } = this;
    const isShown = sentence !== '';
    const way = link && html` <a href=${link.address} @click=${() => this.hide()}>${link.name}</a>`;
    const label = translated(commonMessages).closeNotice;
    const close = html`<button class="icon-button" type="button" aria-label=${label} @click=${() => this.hide()}>
      ${icon('x')}
    </button>`;
    return html`<div class="toast">
      <div class=${isShown ? 'toast-card' : nothing} @keydown=${this.#onKeydown} @focusin=${this.#onFocusin}>
        <div role="status" aria-live="polite">${isShown ? html`<p>${sentence}${way ?? nothing}</p>` : nothing}</div>
        ${isShown ? close : nothing}
      </div>
    </div>`;
  }
}
customElements.define('kb-toast', KbToast);

declare global {
  interface HTMLElementTagNameMap {
    'kb-toast': KbToast;
  }
}

import { css, html, LitElement } from 'lit';
import { commonMessages } from '../messages/common.ts';
import { onLanguageChange, translated } from '../messages/language.ts';
import { icon } from './icon.ts';

/**
 * A modal dialog: `heading`, content in the default slot, buttons in slot `actions`. It is open while `open` is set; Esc and the close button fire `close`.
 * Focus moves to the content's `[autofocus]` and returns when the dialog closes.
 */
export class KbDialog extends LitElement {
  static override properties = { open: { type: Boolean, reflect: true }, heading: {} };
  declare open: boolean;
  declare heading: string;
  #unsubscribe: (() => void) | undefined;
  #previousFocus: Element | null = null;

  static override styles = css`
    dialog {
      width: min(var(--kb-dialog-width, 27rem), calc(100vw - 2rem));
      max-height: calc(100dvh - 2rem);
      padding: 1.25rem 1.5rem 1.25rem;
      border: 1px solid var(--kb-line);
      border-radius: var(--kb-r-panel);
      background: var(--kb-raised);
      color: var(--kb-text);
      box-shadow: var(--kb-shadow-3);
      box-sizing: border-box;
    }
    dialog::backdrop {
      background: rgb(10 16 18 / 0.44);
    }
    .head {
      display: flex;
      align-items: flex-start;
      gap: 0.75rem;
      margin-bottom: 1rem;
    }
    h2 {
      flex: 1;
      min-width: 0;
      margin: 0.25rem 0 0;
      font-size: var(--kb-fs-16);
      line-height: 1.375rem;
      font-weight: 600;
      overflow-wrap: anywhere;
    }
    button {
      display: grid;
      place-items: center;
      width: 2rem;
      height: 2rem;
      flex: none;
      margin-inline-end: -0.5rem;
      padding: 0;
      border: 0;
      border-radius: var(--kb-r-control);
      background: none;
      color: var(--kb-quiet);
      cursor: pointer;
    }
    button:hover {
      background: var(--kb-sunken);
      color: var(--kb-text);
    }
    button:focus-visible {
      outline: 2px solid var(--kb-focus);
      outline-offset: 2px;
    }
    svg {
      width: 1rem;
      height: 1rem;
    }
    .actions {
      display: flex;
      flex-wrap: wrap;
      justify-content: flex-end;
      gap: 0.5rem;
    }
    /* Not without actions. */
    .actions ::slotted(*) {
      margin-top: 1.25rem;
    }
    @media (pointer: coarse) {
      button {
        width: 2.75rem;
        height: 2.75rem;
        /* In the middle of the heading's first line, as a small one is. */
        margin-block: -0.375rem;
      }
    }
  `;

  constructor() {
    super();
    this.open = false;
    this.heading = '';
  }

  override connectedCallback(): void {
    super.connectedCallback();
    this.#unsubscribe = onLanguageChange(() => this.requestUpdate());
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#unsubscribe?.();
    // The browser restores focus only when an open dialog is closed, not when it is removed.
    if (this.open && this.#previousFocus instanceof HTMLElement) this.#previousFocus.focus();
  }

  #requestClose(event?: Event): void {
    event?.preventDefault();
    this.dispatchEvent(new CustomEvent('close'));
  }

  protected override updated(changed: Map<PropertyKey, unknown>): void {
    if (!changed.has('open')) return;
    const dialog = this.renderRoot.querySelector('dialog');
    if (!dialog || dialog.open === this.open) return;
    if (!this.open) {
      dialog.close();
      return;
    }
    this.#previousFocus = document.activeElement;
    dialog.showModal();
    const first = this.querySelector<HTMLElement>('[autofocus]');
    // A Web Awesome element cannot take focus before its first render.
    if (first instanceof LitElement) void first.updateComplete.then(() => first.focus());
    else first?.focus();
  }

  protected override render() {
    return html`<dialog aria-labelledby="heading" @cancel=${(event: Event) => this.#requestClose(event)}>
      <div class="head">
        <h2 id="heading">${this.heading}</h2>
        <button type="button" aria-label=${translated(commonMessages).close} @click=${() => this.#requestClose()}>
          ${icon('x')}
        </button>
      </div>
      <slot></slot>
      <div class="actions"><slot name="actions"></slot></div>
    </dialog>`;
  }
}
customElements.define('kb-dialog', KbDialog);

declare global {
  interface HTMLElementTagNameMap {
    'kb-dialog': KbDialog;
  }
}

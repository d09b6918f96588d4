import { html } from 'lit';
import { Foldable } from './foldable.ts';
import { LightElement } from './light-element.ts';
import { maskedText } from './masked-text.ts';

/**
 * Ticket text in a narrow column, one paragraph for each text; after two lines it is folded. `subject` names it for
 * screen readers.
 */
export class KbFoldedText extends LightElement {
  static override properties = { texts: { attribute: false }, subject: {} };
  declare texts: readonly string[];
  declare subject: string;
  readonly #foldable = new Foldable(this, { selector: '.fold-text', minLines: 2.5 });

  constructor() {
    super();
    this.texts = [];
    this.subject = '';
  }

  protected override render() {
    const paragraphs = this.texts.flatMap((text) => text.split('\n\n'));
    return html`<div class="fold-text ${this.#foldable.className}">
        ${paragraphs.map((text) => html`<p>${maskedText(text)}</p>`)}
      </div>
      ${this.#foldable.button(this.subject)}`;
  }
}
customElements.define('kb-folded-text', KbFoldedText);

declare global {
  interface HTMLElementTagNameMap {
    'kb-folded-text': KbFoldedText;
  }
}

import { html } from 'lit';
import type { QuotedTicket } from '../../api/answers.ts';
import { LightElement } from '../../components/light-element.ts';
import { maskedText } from '../../components/masked-text.ts';
import { parseAnswer } from '../search/parse-answer.ts';

/** An answer without Markdown, until its parser is loaded and if it does not load. */
const plainText = (text: string): unknown => html`<p>${maskedText(text)}</p>`;

/** The text of an answer that was given, without its reference, which is beside it. */
export class KbAnswerText extends LightElement {
  static override properties = { text: {}, sources: { attribute: false }, format: { state: true } };
  declare text: string;
  declare sources: readonly Pick<QuotedTicket, 'ticket_id'>[];
  declare format: (text: string) => unknown;

  constructor() {
    super();
    this.format = plainText;
  }

  override connectedCallback(): void {
    super.connectedCallback();
    void import('../search/answer-markdown.ts')
      .then(({ answerMarkdown }) => (this.format = answerMarkdown))
      .catch(() => undefined);
  }

  protected override render() {
    const answer = parseAnswer(this.text, this.sources);
    return html`<div class="answer">
      <div class="answer-text">${this.format(answer.kind === 'written' ? answer.text : this.text)}</div>
    </div>`;
  }
}
customElements.define('kb-answer-text', KbAnswerText);

declare global {
  interface HTMLElementTagNameMap {
    'kb-answer-text': KbAnswerText;
  }
}

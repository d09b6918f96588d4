import { html, nothing, type TemplateResult } from 'lit';
import { translated } from '../../messages/language.ts';
import { searchMessages } from '../../messages/search.ts';
import type { AnswerCopy } from './answer-copy.ts';
import './kb-copy-button.ts';

type Copied = {
  readonly copy: AnswerCopy;
  readonly cited: string | undefined;
  /** Whether it is the solution of a ticket, word for word. */
  readonly isExtractive: boolean;
};

/** Two buttons: what a customer can be sent, and the same with the ticket that it is based on. */
export const answerCopyButtons = ({ copy, cited, isExtractive }: Copied): TemplateResult => {
  const { copyAnswer, copyFound, copyWithSource, basedOn, number } = translated(searchMessages);
  const reference = `${basedOn} ${number(cited ?? '')}`;
  const markup = copy.html && `${copy.html}<p>${reference}</p>`;
  const withSource = html`<kb-copy-button
    symbol="quote"
    label=${copyWithSource}
    .text=${`${copy.text}\n\n${reference}`}
    .html=${markup}
  ></kb-copy-button>`;
  const label = isExtractive ? copyFound : copyAnswer;
  return html`<kb-copy-button label=${label} .text=${copy.text} .html=${copy.html}></kb-copy-button>
    ${cited === undefined ? nothing : withSource}`;
};

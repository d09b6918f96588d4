import { html, type TemplateResult } from 'lit';
import type { GapState } from '../../api/gaps.ts';
import { gapsMessages } from '../../messages/gaps.ts';
import { translated } from '../../messages/language.ts';
import { questionsMessages } from '../../messages/questions.ts';

/** Why no gaps in a state are listed; `isOff`: no questions are recorded. */
export const noGaps = (state: GapState, isOff: boolean): TemplateResult => {
  const { none, noneText } = translated(gapsMessages);
  const { off, offText } = translated(questionsMessages);
  return html`<div class="panel tickets-none">
    <h3 tabindex="-1">${isOff ? off : none[state]}</h3>
    <p>${isOff ? offText : noneText[state]}</p>
  </div>`;
};

import { html, nothing, type TemplateResult } from 'lit';
import type { GapState } from '../../api/gaps.ts';
import { gapsMessages } from '../../messages/gaps.ts';
import { translated } from '../../messages/language.ts';
import { questionsMessages } from '../../messages/questions.ts';

/** Questions that are in no gap yet, and what looks again. */
type Waiting = { readonly ungrouped: number; readonly look: () => void };

/** How many questions are not grouped yet; nothing if all are. */
export const waitingQuestions = ({ ungrouped, look }: Waiting): TemplateResult | typeof nothing => {
  const messages = translated(gapsMessages);
  if (ungrouped === 0) return nothing;
  return html`<span>${messages.ungrouped(ungrouped)}</span>
    <button class="link" type="button" @click=${look}>${messages.again}</button>`;
};

/** Why no gaps in a state are listed; `isOff`: no questions are recorded. Of open ones nothing is said while questions wait. */
export const noGaps = (state: GapState, isOff: boolean, waiting: Waiting): TemplateResult => {
  const { none, noneText } = translated(gapsMessages);
  const { off, offText } = translated(questionsMessages);
  const text = state === 'open' && waiting.ungrouped > 0 ? waitingQuestions(waiting) : noneText[state];
  return html`<div class="panel tickets-none">
    <h3 tabindex="-1">${isOff ? off : none[state]}</h3>
    <p>${isOff ? offText : text}</p>
  </div>`;
};

import { html, type TemplateResult } from 'lit';
import { maskedText } from '../../components/masked-text.ts';
import { scoreBar } from '../../components/score-bar.ts';
import { icon } from '../../icons.ts';
import { figure } from '../../messages/format.ts';
import { translated } from '../../messages/language.ts';
import { signInMessages } from '../../messages/sign-in.ts';
import { specimenMessages } from '../../messages/specimen.ts';
import { words } from '../../messages/words.ts';

const score = (value: number): TemplateResult =>
  html`<span class="score">${scoreBar(value)}<span class="v">${figure(value)}</span></span>`;

/** A search as it looks inside: what the sign-in page shows beside its form. */
export const searchSpecimen = (): TemplateResult => {
  const say = translated(specimenMessages);
  const { problem, solution } = translated(words);
  return html`<div class="spec">
    <p class="say">${translated(signInMessages).solvedBefore}</p>
    <div class="spec-q">${icon('search')}${say.query}</div>
    <div class="spec-list">
      <div class="spec-hit">
        <div class="src-top">
          <span class="src-no">№6230</span><span class="chip">${say.category}</span>${score(0.94)}
        </div>
        <dl class="ps">
          <dt>${problem}</dt>
          <dd class="p">${maskedText(say.problem)}</dd>
          <dt class="s">${solution}</dt>
          <dd class="s">${say.solution}</dd>
        </dl>
      </div>
      ${say.others.map(
        ([id, about, share]) =>
          html`<div class="spec-row"><span>№${id}</span><span>${about}</span>${score(share)}</div>`,
      )}
    </div>
  </div>`;
};

import { html, type TemplateResult } from 'lit';
import { maskedText } from '../../components/masked-text.ts';
import { scoreBar } from '../../components/score-bar.ts';
import { icon } from '../../components/icon.ts';
import { figure } from '../../messages/format.ts';
import { translated } from '../../messages/language.ts';
import { signInMessages } from '../../messages/sign-in.ts';
import { exampleMessages } from '../../messages/examples.ts';
import { commonMessages } from '../../messages/common.ts';

const score = (value: number): TemplateResult =>
  html`<span class="score">${scoreBar(value)}<span class="v">${figure(value)}</span></span>`;

/** A search as it looks inside: what the sign-in page shows beside its form. */
export const searchSpecimen = (): TemplateResult => {
  const messages = translated(exampleMessages);
  const { problem, solution } = translated(commonMessages);
  return html`<div class="example">
    <p class="tagline">${translated(signInMessages).solvedBefore}</p>
    <div class="example-query">${icon('search')}${messages.query}</div>
    <div class="example-list">
      <div class="example-hit">
        <div class="source-head">
          <span class="source-number">№6230</span><span class="chip">${messages.category}</span>${score(0.94)}
        </div>
        <dl class="ps">
          <dt>${problem}</dt>
          <dd class="p">${maskedText(messages.problem)}</dd>
          <dt class="s">${solution}</dt>
          <dd class="s">${messages.solution}</dd>
        </dl>
      </div>
      ${messages.others.map(
        ([id, about, share]) =>
          html`<div class="example-row"><span>№${id}</span><span>${about}</span>${score(share)}</div>`,
      )}
    </div>
  </div>`;
};

import { html, nothing, type TemplateResult } from 'lit';
import type { Gap } from '../../api/gaps.ts';
import { maskedText } from '../../components/masked-text.ts';
import { gapsMessages } from '../../messages/gaps.ts';
import { translated } from '../../messages/language.ts';
import { addingTo, headingOf } from './gap-card.ts';

/** As many as somebody writes in a week. */
const mostNamed = 3;

/** The tickets to write first: what is asked most and has no ticket, each a link to the form that begins with it. */
export const gapLead = (collectionId: string, gaps: readonly Gap[]): TemplateResult | typeof nothing => {
  const messages = translated(gapsMessages);
  const first = gaps.filter(({ kind }) => kind === 'nothing-there').slice(0, mostNamed);
  if (first.length === 0) return nothing;
  const item = (gap: Gap) =>
    html`<li>
      <a href=${addingTo(collectionId, gap)}>${maskedText(headingOf(gap))}</a>
      <span>${messages.countOf(gap.count)}</span>
    </li>`;
  return html`<section class="panel gap-lead" aria-labelledby="gap-lead">
    <h3 id="gap-lead">${messages.start}</h3>
    <p>${messages.startText}</p>
    <ol>
      ${first.map(item)}
    </ol>
  </section>`;
};

import { html, nothing, type TemplateResult } from 'lit';
import type { ApiError } from '../../api/api-error.ts';
import type { Gap } from '../../api/gaps.ts';
import { icon } from '../../components/icon.ts';
import '../../components/kb-failure.ts';
import { maskedText } from '../../components/masked-text.ts';
import { scoreFigure } from '../../components/similarity.ts';
import { commonMessages } from '../../messages/common.ts';
import { figure, shortDay } from '../../messages/format.ts';
import { gapsMessages } from '../../messages/gaps.ts';
import { translated } from '../../messages/language.ts';
import { questionsAddress } from '../questions/question-address.ts';
import { sparkline } from '../questions/sparkline.ts';
import { addingAddress, noFilter, ticketsAddress } from '../tickets/ticket-address.ts';

/** What became of hiding a gap: it runs, is done, or has failed. */
export type Hiding = 'running' | 'done' | ApiError;

type Card = {
  readonly gap: Gap;
  readonly collectionId: string;
  readonly hiding: Hiding | undefined;
  /** Undefined where gaps cannot be hidden. */
  readonly hide: (() => void) | undefined;
};

const ticketLink = (collectionId: string, ticketId: string): TemplateResult =>
  html`<a href=${ticketsAddress(collectionId, { filter: noFilter, ticketId })}
    >${translated(commonMessages).number(ticketId)}</a
  >`;

/** The question that a gap is told by. */
export const headingOf = ({ wordings }: Gap): string => wordings[0]?.question ?? '';

/** Where what a gap asks for is done: the form for a ticket that begins with its question, or the ticket whose answers did not help. */
export const remedyAddress = (collectionId: string, gap: Gap): string =>
  gap.kind === 'there-but-wrong' && gap.nearest
    ? ticketsAddress(collectionId, { filter: noFilter, ticketId: gap.nearest.ticket_id })
    : addingAddress(collectionId, headingOf(gap), gap.id);

const counts = ({ count, growth, weeks }: Gap): TemplateResult => {
  const messages = translated(gapsMessages);
  return html`<div class="gap-counts">
    <p><b>${figure(count)}</b> <span>${messages.questions(count)}</span></p>
    <p class="gap-growth"><span class="visually-hidden">${messages.growthIs}</span> ${messages.growth(growth)}</p>
    ${sparkline(weeks, messages.perWeek(weeks.length, weeks.at(-1) ?? 0))}
  </div>`;
};

const wordingsOf = ({ gap, collectionId }: Card): TemplateResult => {
  const link = ({ answer_id: answerId, question }: Gap['wordings'][number]) =>
    html`<a href=${questionsAddress(collectionId, { answerId })}>${maskedText(question)}</a>`;
  const [first, ...others] = gap.wordings;
  const also = html`<ul aria-label=${translated(gapsMessages).alsoAsked}>
    ${others.map((wording) => html`<li>${link(wording)}</li>`)}
  </ul>`;
  return html`<div class="gap-wordings">
    <h4>${first ? link(first) : nothing}</h4>
    ${others.length > 0 ? also : nothing}
  </div>`;
};

const nearest = ({ gap, collectionId }: Card): TemplateResult | typeof nothing => {
  if (!gap.nearest) return nothing;
  const { similarityIs } = translated(commonMessages);
  const { ticket_id: id, score } = gap.nearest;
  return html`<p class="gap-nearest">
    <span>${translated(gapsMessages).nearest}</span> ${ticketLink(collectionId, id)}
    <span class="question-score" title=${similarityIs(scoreFigure(score))}
      ><span class="visually-hidden">${similarityIs('')}</span>${scoreFigure(score)}</span
    >
  </p>`;
};

const actions = ({ gap, collectionId, hiding, hide }: Card): TemplateResult => {
  const messages = translated(gapsMessages);
  if (gap.closed)
    return html`<p class="gap-closed">
      ${icon('circle-check')}<span
        >${messages.closed(shortDay(gap.closed.at))}
        ${gap.closed.ticket_ids.map((id) => html`${ticketLink(collectionId, id)} `)}</span
      >
    </p>`;
  const isWrong = gap.kind === 'there-but-wrong' && gap.nearest !== null;
  const hideButton = html`<wa-button
    appearance="plain"
    aria-label=${messages.hideOf(headingOf(gap))}
    ?loading=${hiding === 'running'}
    @click=${hide}
    >${messages.hide}</wa-button
  >`;
  return html`<div class="action-row">
    <wa-button appearance="outlined" href=${remedyAddress(collectionId, gap)}
      >${icon(isWrong ? 'pencil' : 'plus', 'start')}${isWrong ? messages.correct : messages.write}</wa-button
    >
    ${hide ? hideButton : nothing}
  </div>`;
};

/** A gap: how often it was asked, in which words, the nearest ticket, and what can be done. One that was hidden leaves a line. */
export const gapCard = (card: Card): TemplateResult => {
  const { gap, hiding } = card;
  const messages = translated(gapsMessages);
  if (hiding === 'done')
    return html`<li class="gap-card is-hidden" data-id=${gap.id}>
      ${icon('eye-off')}<span>${messages.hidden}</span>
    </li>`;
  const failed = typeof hiding === 'object';
  return html`<li class="gap-card" data-id=${gap.id}>
    ${counts(gap)}
    <div class="gap-body">
      ${wordingsOf(card)} ${nearest(card)} ${actions(card)}
      ${failed ? html`<kb-failure heading=${messages.notHidden} .error=${hiding}></kb-failure>` : nothing}
    </div>
  </li>`;
};

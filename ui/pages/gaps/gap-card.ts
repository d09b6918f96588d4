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

/** What became of hiding a gap, or of showing it again: it runs, is done, or has failed. */
export type Moving = 'running' | 'done' | ApiError;

type Card = {
  readonly gap: Gap;
  readonly collectionId: string;
  readonly moving: Moving | undefined;
  /** Hides the gap, or shows a hidden one again; after that, back to where it was. */
  readonly move: () => void;
};

const ticketLink = (collectionId: string, ticketId: string): TemplateResult =>
  html`<a href=${ticketsAddress(collectionId, { filter: noFilter, ticketId })}
    >${translated(commonMessages).number(ticketId)}</a
  >`;

/** The question that a gap is told by. */
export const headingOf = ({ wordings }: Gap): string => wordings[0]?.question ?? '';

/** The form for a ticket that begins with the question of a gap. */
export const addingTo = (collectionId: string, gap: Gap): string => addingAddress(collectionId, headingOf(gap), gap.id);

/** The one ticket that most answers of a gap were based on; undefined if none stands out. */
const mainSource = ({ based_on: { answers, tickets } }: Gap) => {
  const [first] = tickets;
  return first && 2 * first.answers > answers ? first : undefined;
};

const editing = (collectionId: string, ticketId: string): string =>
  ticketsAddress(collectionId, { filter: noFilter, ticketId, editing: true });

/** The ticket that a gap asks to correct, in its edit mode; undefined if there is none. It may be right: then the gap asks for another one. */
export const correctingAddress = (collectionId: string, gap: Gap): string | undefined => {
  const source = mainSource(gap);
  return source && editing(collectionId, source.ticket_id);
};

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
  const messages = translated(gapsMessages);
  const [first, ...others] = gap.wordings;
  const also = html`<ul aria-label=${messages.alsoAsked}>
    ${others.map((wording) => html`<li>${link(wording)}</li>`)}
  </ul>`;
  return html`<div class="gap-wordings">
    <h4>${first ? link(first) : nothing}</h4>
    ${others.length > 0 ? also : nothing}
    <p>
      <a
        href=${questionsAddress(collectionId, { gapId: gap.id })}
        aria-label=${messages.allOf(gap.count, headingOf(gap))}
        >${messages.all(gap.count)}</a
      >
    </p>
  </div>`;
};

/** The tickets from which its answers were written, where none of them stands out: any may be wrong. */
const otherSources = ({ gap, collectionId }: Card): TemplateResult | typeof nothing => {
  const { answers, tickets } = gap.based_on;
  if (tickets.length === 0 || mainSource(gap)) return nothing;
  const messages = translated(gapsMessages);
  return html`<p class="gap-nearest">
    <span>${messages.basedOn}</span>
    ${tickets.map(
      ({ ticket_id: id, answers: count }) =>
        html` <span
          ><a href=${editing(collectionId, id)}>${messages.correct(id)}</a> (${messages.sourceOf(count, answers)})</span
        >`,
    )}
  </p>`;
};

const nearest = ({ gap, collectionId }: Card): TemplateResult | typeof nothing => {
  if (!gap.nearest) return nothing;
  const { similarityIs } = translated(commonMessages);
  const { ticket_id: id, score } = gap.nearest;
  return html`<p class="gap-nearest">
    <span>${translated(gapsMessages).nearest}</span>
    <span title=${similarityIs(scoreFigure(score))}>${ticketLink(collectionId, id)}</span>
  </p>`;
};

const actions = ({ gap, collectionId, moving, move }: Card): TemplateResult => {
  const messages = translated(gapsMessages);
  if (gap.closed)
    return html`<p class="gap-closed">
      ${icon('circle-check')}<span
        >${messages.closed(shortDay(gap.closed.at))}
        ${gap.closed.ticket_ids.map((id) => html`${ticketLink(collectionId, id)} `)}</span
      >
    </p>`;
  const source = mainSource(gap);
  const correct =
    source &&
    html`<wa-button appearance="outlined" href=${editing(collectionId, source.ticket_id)}
        >${icon('pencil', 'start')}${messages.correct(source.ticket_id)}</wa-button
      >
      <span class="gap-source">${messages.sourceOf(source.answers, gap.based_on.answers)}</span>`;
  const isHidden = gap.state === 'dismissed';
  return html`<div class="action-row">
    ${correct ?? nothing}
    <wa-button appearance="outlined" href=${addingTo(collectionId, gap)}
      >${icon('plus', 'start')}${gap.based_on.tickets.length === 0 ? messages.write : messages.addSolution}</wa-button
    >
    <wa-button
      appearance="plain"
      aria-label=${(isHidden ? messages.restoreOf : messages.hideOf)(headingOf(gap))}
      ?loading=${moving === 'running'}
      @click=${move}
      >${isHidden ? messages.restore : messages.hide}</wa-button
    >
  </div>`;
};

/** The line that a gap leaves which was hidden or shown again, with the way back. */
const movedLine = ({ gap, move }: Card): TemplateResult => {
  const messages = translated(gapsMessages);
  const isHidden = gap.state === 'dismissed';
  return html`<li class="gap-card is-hidden" data-id=${gap.id}>
    ${icon(isHidden ? 'check' : 'eye-off')}<span>${isHidden ? messages.restored : messages.hidden}</span>
    <button
      class="link"
      type="button"
      aria-label=${(isHidden ? messages.hideOf : messages.restoreOf)(headingOf(gap))}
      @click=${move}
    >
      ${isHidden ? messages.hide : messages.restore}
    </button>
  </li>`;
};

/** A gap: how often it was asked, in which words, the nearest ticket, and what can be done. One that was hidden, or shown again, leaves a line. */
export const gapCard = (card: Card): TemplateResult => {
  const { gap, moving } = card;
  const messages = translated(gapsMessages);
  if (moving === 'done') return movedLine(card);
  const failed = typeof moving === 'object';
  const heading = gap.state === 'dismissed' ? messages.notRestored : messages.notHidden;
  return html`<li class="gap-card" data-id=${gap.id}>
    ${counts(gap)}
    <div class="gap-body">
      ${wordingsOf(card)} ${gap.based_on.tickets.length === 0 ? nearest(card) : otherSources(card)} ${actions(card)}
      ${failed ? html`<kb-failure heading=${heading} .error=${moving}></kb-failure>` : nothing}
    </div>
  </li>`;
};

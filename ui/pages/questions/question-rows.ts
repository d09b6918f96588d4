import '@awesome.me/webawesome/dist/components/skeleton/skeleton.js';
import { html, nothing, type TemplateResult } from 'lit';
import { repeat } from 'lit/directives/repeat.js';
import type { QuestionRow, Verdict } from '../../api/answers.ts';
import { plainClick } from '../../browser/plain-click.ts';
import { icon, type IconName } from '../../components/icon.ts';
import { maskedText } from '../../components/masked-text.ts';
import { verdictText } from '../../components/verdict-text.ts';
import { shortDay, timeOfDay } from '../../messages/format.ts';
import { translated } from '../../messages/language.ts';
import { questionsMessages } from '../../messages/questions.ts';

const dayMs = 86_400_000;

const isOnDay = (iso: string, time: number): boolean => new Date(iso).toDateString() === new Date(time).toDateString();

/** 09:42, yesterday, or the day. */
export const shortTime = (iso: string): string => {
  if (isOnDay(iso, Date.now())) return timeOfDay(iso);
  return isOnDay(iso, Date.now() - dayMs) ? translated(questionsMessages).yesterday : shortDay(iso);
};

type Basis = Pick<QuestionRow, 'outcome' | 'cited' | 'nearest' | 'is_tentative'>;

/** What the answer was based on, or why there was none. */
export const basisOf = ({ outcome, cited, nearest, is_tentative: isTentative }: Basis): TemplateResult => {
  const messages = translated(questionsMessages);
  const line = (symbol: IconName, text: string, state = '') =>
    html`<span class="questions-basis ${state}">${icon(symbol)}<span>${text}</span></span>`;
  const [basis] = cited;
  if (outcome === 'answered') {
    const ofTicket = isTentative ? messages.possiblySolvedBy : messages.basedOn;
    return line('quote', basis === undefined ? messages.outcomes.answered : ofTicket(basis));
  }
  if (outcome === 'model-failed') return line('cloud-off', messages.outcomes[outcome]);
  if (outcome === 'sources-only') return line('list', messages.outcomes[outcome]);
  const text = nearest ? messages.nearest(nearest.ticket_id) : messages.outcomes[outcome];
  return line('circle-dashed', text, 'is-unanswered');
};

/** A verdict on an answer with its sign, or that there is none. */
export const verdictOf = (verdict: Verdict | null, { outcome }: Pick<QuestionRow, 'outcome'>): TemplateResult => {
  const { notJudged } = translated(questionsMessages);
  if (!verdict) return html`<span class="questions-verdict">${notJudged}</span>`;
  const { helped } = verdict;
  return html`<span class="questions-verdict ${helped ? 'is-good' : 'is-bad'}"
    >${icon(helped ? 'thumbs-up' : 'thumbs-down')}<span>${verdictText(verdict, outcome === 'too-little')}</span></span
  >`;
};

type Rows = {
  readonly questions: readonly QuestionRow[];
  readonly openId: string | undefined;
  readonly addressOf: (answerId: string) => string;
  readonly open: (answerId: string) => void;
  /** As it is now: it may have been given since the list was loaded. */
  readonly verdictOn: (question: QuestionRow) => Verdict | null;
};

const row = (question: QuestionRow, { openId, addressOf, open, verdictOn }: Rows): TemplateResult => {
  const { id, answered_at: at } = question;
  const isOpen = id === openId;
  const onClick = (event: MouseEvent) => {
    if (!plainClick(event)) return;
    event.preventDefault();
    open(id);
  };
  const verdict = verdictOn(question);
  return html`<li class="questions-row ${isOpen ? 'is-selected' : ''}" data-id=${id}>
    <a href=${addressOf(id)} aria-current=${isOpen ? 'true' : nothing} @click=${onClick}
      >${maskedText(question.question)}</a
    >
    <time datetime=${at}>${shortTime(at)}</time>
    ${basisOf(question)} ${verdictOf(verdict && { helped: verdict.helped }, question)}
  </li>`;
};

/** The questions of a page; a click anywhere on a row opens it. */
export const questionRows = (rows: Rows): TemplateResult =>
  html`<ul class="questions-rows" aria-label=${translated(questionsMessages).list}>
    ${repeat(
      rows.questions,
      ({ id }) => id,
      (question) => row(question, rows),
    )}
  </ul>`;

/** Rows while a list loads; visible after 150 ms. */
export const questionSkeleton = (): TemplateResult =>
  html`<div class="questions-skeleton" aria-hidden="true">
    ${Array.from({ length: 8 }, () => html`<div><wa-skeleton effect="sheen"></wa-skeleton><wa-skeleton effect="sheen"></wa-skeleton></div>`)}
  </div>`;

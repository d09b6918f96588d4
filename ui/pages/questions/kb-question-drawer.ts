import { html, nothing, type TemplateResult } from 'lit';
import type { AnswerClient, AnswerRecord, QuestionRow, Verdict } from '../../api/answers.ts';
import { DrawerDetails } from '../../components/drawer-details.ts';
import { icon } from '../../components/icon.ts';
import '../../components/kb-failure.ts';
import '../../components/kb-spinner.ts';
import { LightElement } from '../../components/light-element.ts';
import { maskedText } from '../../components/masked-text.ts';
import { figure, shortMoment, timeOfDay } from '../../messages/format.ts';
import { translated } from '../../messages/language.ts';
import { questionsMessages } from '../../messages/questions.ts';
import { ticketsMessages } from '../../messages/tickets.ts';
import { searchAddress } from '../search/search-address.ts';
import { headButton } from '../tickets/drawer-parts.ts';
import { addingAddress } from '../tickets/ticket-address.ts';
import './kb-answer-text.ts';
import { answerSources, headingOf } from './question-parts.ts';
import { basisOf, verdictOf } from './question-rows.ts';

/** Milliseconds: a shorter time is told as 0 s. */
const shortestTold = 50;

/** A question beside the list: what the list has of it at once, its answer when that has come. Fires `close` and `step` (to the next question, 1, or the one before, -1). */
export class KbQuestionDrawer extends LightElement {
  static override properties = {
    client: { attribute: false },
    collectionId: { attribute: false },
    answerId: { attribute: false },
    row: { attribute: false },
    neighbours: { attribute: false },
    verdictOn: { attribute: false },
  };
  declare client: Pick<AnswerClient, 'show'>;
  declare collectionId: string;
  declare answerId: string;
  /** What the list has of the question. */
  declare row: QuestionRow | undefined;
  declare neighbours: { readonly previous: boolean; readonly next: boolean };
  /** The verdict as it is now: it may have been given since the question was loaded. */
  declare verdictOn: (question: QuestionRow) => Verdict | null;
  readonly #details = new DrawerDetails<AnswerRecord>(this, {
    id: () => this.answerId,
    load: (id) => this.client.show(id),
    isKnown: () => this.row !== undefined,
  });

  focusHeading(): void {
    this.querySelector<HTMLElement>('h2')?.focus();
  }

  #fire(type: string, detail?: unknown): void {
    this.dispatchEvent(new CustomEvent(type, { detail }));
  }

  #head(question: QuestionRow | undefined): TemplateResult {
    const messages = translated(questionsMessages);
    const { previous, next } = this.neighbours;
    const at = question?.answered_at;
    const isToday = at !== undefined && new Date(at).toDateString() === new Date().toDateString();
    const time = at === undefined ? '' : isToday ? messages.today(timeOfDay(at)) : shortMoment(at);
    return html`<div class="drawer-head">
      <span class="drawer-back"
        >${headButton('arrow-left', translated(ticketsMessages).toList, () => this.#fire('close'))}</span
      >
      <h2 id="drawer-heading" tabindex="-1">${messages.question}</h2>
      <time class="question-time" datetime=${at ?? nothing}>${time}</time>
      <span class="drawer-steps">
        ${headButton('chevron-up', messages.previous, previous ? () => this.#fire('step', -1) : undefined)}
        ${headButton('chevron-down', messages.next, next ? () => this.#fire('step', 1) : undefined)}
      </span>
      <span class="drawer-close">${headButton('x', translated(ticketsMessages).close, () => this.#fire('close'))}</span>
    </div>`;
  }

  #answer(record: AnswerRecord): TemplateResult {
    const messages = translated(questionsMessages);
    const { answer, outcome, milliseconds } = record;
    const isText = answer !== null && outcome !== 'model-failed';
    const seconds = figure(milliseconds.total / 1_000, { maximumFractionDigits: 1 });
    const took = html`<span class="question-more">${messages.took(seconds)}</span>`;
    const text = isText
      ? html`<kb-answer-text .text=${answer} .sources=${record.sources}></kb-answer-text>`
      : html`<p class="quiet">
          ${answer === null && outcome === 'answered' ? messages.answerErased : messages.noAnswer}
        </p>`;
    return html`<section class="question-part">
      <h3>${headingOf(record)} ${isText && milliseconds.total >= shortestTold ? took : nothing}</h3>
      ${text}
    </section>`;
  }

  #origin({ surface, models: { chat, embedding } }: AnswerRecord): TemplateResult {
    const messages = translated(questionsMessages);
    return html`<p class="question-origin">
      <span>${messages.surface[surface]}</span>
      ${chat === null ? nothing : html`<span>${messages.model(chat)}</span>`}
      ${embedding === null ? nothing : html`<span>${messages.index(embedding)}</span>`}
    </p>`;
  }

  #verdict(question: QuestionRow): TemplateResult {
    const messages = translated(questionsMessages);
    const at = question.verdict?.at;
    return html`<section class="question-part">
      <h3>
        ${messages.verdict} ${at === undefined ? nothing : html`<span class="question-more">${shortMoment(at)}</span>`}
      </h3>
      ${verdictOf(this.verdictOn(question), question)}
    </section>`;
  }

  #more(): TemplateResult {
    const loaded = this.#details.state;
    if (loaded.state === 'failed') {
      const { answerFailed } = translated(questionsMessages);
      return html`<kb-failure
        heading=${answerFailed}
        .error=${loaded.error}
        retriable
        @retry=${this.#details.load}
      ></kb-failure>`;
    }
    if (loaded.state === 'loading') return html`<kb-spinner></kb-spinner>`;
    const record = loaded.value;
    const verdict = this.verdictOn(record);
    return html`${this.#answer(record)} ${answerSources({ record, verdict, collectionId: this.collectionId })}
    ${this.#verdict(record)} ${this.#origin(record)}`;
  }

  #reading(question: QuestionRow): TemplateResult {
    const messages = translated(questionsMessages);
    const { collectionId } = this;
    return html`<div class="drawer-body">
        <div>
          <p class="question-text">${maskedText(question.question)}</p>
          ${basisOf(question)}
        </div>
        ${this.#more()}
      </div>
      <div class="drawer-foot question-foot">
        <wa-button appearance="outlined" href=${searchAddress(collectionId, question.question)}
          >${icon('refresh', 'start')}${messages.askAgain}</wa-button
        >
        <wa-button appearance="outlined" href=${addingAddress(collectionId, question.question)}
          >${icon('plus', 'start')}${messages.addSolution}</wa-button
        >
      </div>`;
  }

  /** There is nothing to show yet, or the question is not there. */
  #absent(): TemplateResult {
    const messages = translated(questionsMessages);
    const loaded = this.#details.state;
    if (loaded.state !== 'failed') return html`<kb-spinner></kb-spinner>`;
    const gone = html`<h3>${messages.gone}</h3>
      <p>${messages.goneText}</p>`;
    return html`<div class="drawer-none">${loaded.error.status === 404 ? gone : this.#more()}</div>`;
  }

  protected override render() {
    const loaded = this.#details.state;
    const isGone = loaded.state === 'failed' && loaded.error.status === 404;
    const question = isGone ? undefined : loaded.state === 'ready' ? loaded.value : this.row;
    return html`<aside class="drawer" aria-labelledby="drawer-heading">
      ${this.#head(question)} ${question ? this.#reading(question) : this.#absent()}
    </aside>`;
  }
}
customElements.define('kb-question-drawer', KbQuestionDrawer);

declare global {
  interface HTMLElementTagNameMap {
    'kb-question-drawer': KbQuestionDrawer;
  }
}

import '@awesome.me/webawesome/dist/components/skeleton/skeleton.js';
import { html, nothing, type TemplateResult } from 'lit';
import type { SimilarityLevels, Source } from '../../api/records.ts';
import { closedGaps } from '../../components/closed-gaps.ts';
import { Effect } from '../../components/effect.ts';
import { Foldable } from '../../components/foldable.ts';
import { icon } from '../../components/icon.ts';
import { LightElement } from '../../components/light-element.ts';
import { maskedText } from '../../components/masked-text.ts';
import { translated } from '../../messages/language.ts';
import { searchMessages } from '../../messages/search.ts';
import { answerCopyButtons } from './answer-copy-buttons.ts';
import type { AnswerCopy } from './answer-copy.ts';
import { refusalNotice } from './kb-rate-limit-notice.ts';
import './kb-verdict.ts';
import type { Answer } from './parse-answer.ts';
import type { AnswerState } from './search-runner.ts';
import { answerDoubts, sentencesFor } from './search-sentences.ts';
import { tooLittle } from './too-little.ts';

type Written = Extract<Answer, { readonly kind: 'written' }>;

/** Elapsed seconds are shown from here on, so that quick answers do not flicker. */
const minShownSeconds = 2;
/** A shorter time is told as 0 s. */
const shortestTold = 0.05;
const maxCodeCharacters = 300;

/** An answer without its Markdown, if the parser did not load. */
const plainText = (text: string): TemplateResult => html`<p>${maskedText(text)}</p>`;

const copyAsItIs = (text: string): AnswerCopy => ({ text: closedGaps(text) });

type Format = {
  readonly answerMarkdown: (text: string) => unknown;
  readonly answerCopy: (text: string) => AnswerCopy;
};

/** The answer in all its states. Fires `stop` to end its writing, `retry` to request it again, and `cited` to focus the ticket it is based on. */
export class KbAnswer extends LightElement {
  static override properties = {
    answer: { attribute: false },
    sources: { attribute: false },
    levels: { attribute: false },
    isExtractive: { attribute: false },
    collectionId: { attribute: false },
    query: { attribute: false },
    answerId: { attribute: false },
  };
  declare answer: AnswerState;
  declare sources: readonly Source[];
  /** What their scores mean; undefined if that is not known. */
  declare levels: SimilarityLevels | undefined;
  /** Whether it is the solution of a ticket, word for word. */
  declare isExtractive: boolean;
  declare collectionId: string;
  /** What was asked. */
  declare query: string;
  /** By which it is judged; undefined if it is not kept. */
  declare answerId: string | undefined;
  readonly #foldable = new Foldable(this, { selector: '.answer-text', minLines: 22 });
  #clock: ReturnType<typeof setInterval> | undefined;
  /** Whether the answer was read while it grew: its end moves nothing. */
  #hasGrown = false;
  #wasWriting = false;

  /** How the text of an answer is shown and copied; undefined until the parser of Markdown is loaded, which is more code than the rest of the page. */
  #format: Format | undefined;

  constructor() {
    super();
    this.isExtractive = false;
    new Effect(
      this,
      // One that grows is one answer.
      () => [this.answer.state === 'writing' ? this.answer.since : this.answer],
      (_, before) => this.#follow(typeof before?.[0] === 'number'),
    );
  }

  override connectedCallback(): void {
    super.connectedCallback();
    void import('./answer-markdown.ts')
      .catch(() => ({ answerMarkdown: plainText, answerCopy: copyAsItIs }))
      .then((format) => {
        this.#format = format;
        this.requestUpdate();
      });
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    clearInterval(this.#clock);
  }

  /** Folds a new answer, but for one that was read while it grew, and renders each second of its writing. */
  #follow(wasWriting: boolean): void {
    this.#wasWriting = wasWriting;
    this.#hasGrown = wasWriting && this.querySelector('.answer-text') !== null;
    this.#foldable.unfold(this.#hasGrown);
    if (wasWriting) this.#keepFocus('.answer-stop');
    clearInterval(this.#clock);
    if (this.answer.state === 'writing') this.#clock = setInterval(() => this.requestUpdate(), 1_000);
  }

  /** Keeps the focus here when the button that has it disappears. */
  #keepFocus(button: string): void {
    if (document.activeElement?.closest(button)) this.querySelector('section')?.focus();
  }

  #fire(event: 'retry' | 'stop'): void {
    this.#keepFocus('kb-answer');
    this.dispatchEvent(new CustomEvent(event));
  }

  readonly #retry = (): void => this.#fire('retry');

  #showCited(event: Event): void {
    event.preventDefault();
    this.dispatchEvent(new CustomEvent('cited'));
  }

  #writing(since: number, text: string): TemplateResult {
    const messages = translated(searchMessages);
    const elapsed = Math.round((performance.now() - since) / 1000);
    const seconds = elapsed >= minShownSeconds ? elapsed : undefined;
    const skeleton = html`<div class="answer-skeleton" aria-hidden="true">
      ${[1, 2, 3, 4, 5].map(() => html`<wa-skeleton effect="sheen"></wa-skeleton>`)}
    </div>`;
    return html`<header>
        <h2>${messages.answer}</h2>
        <span class="answer-busy"><span class="spinner"></span>${messages.writing(seconds)}</span>
        <wa-button class="answer-stop" size="s" appearance="plain" @click=${() => this.#fire('stop')}>
          ${icon('square', 'start')}${messages.stop}
        </wa-button>
      </header>
      ${this.#format && text.trim() !== '' ? this.#begun(text, 'is-growing') : skeleton}`;
  }

  /** What there is of an answer without its end. */
  #begun(text: string, state = ''): TemplateResult | typeof nothing {
    if (text.trim() === '') return nothing;
    return html`<div class="answer-text ${state}">${this.#format?.answerMarkdown(text)}</div>`;
  }

  #stopped(text: string): TemplateResult {
    const messages = translated(searchMessages);
    return html`<header>
        <h2>${messages.answer}</h2>
        <span class="answer-time">${messages.stopped}</span>
      </header>
      ${this.#begun(text)}
      <div class="search-failure">${this.#askAgain()}</div>`;
  }

  #askAgain(): TemplateResult {
    return html`<wa-button size="s" appearance="outlined" @click=${this.#retry}>
      ${icon('refresh', 'start')}${translated(searchMessages).askAgain}
    </wa-button>`;
  }

  #written(written: Written, seconds: number): TemplateResult {
    const { text, cited } = written;
    const messages = translated(searchMessages);
    const foot = html`<a class="answer-source" href=${location.href} @click=${(event: Event) => this.#showCited(event)}>
      ${icon('quote')}<span>${messages.basedOn} <b>${messages.number(cited ?? '')}</b></span
      ><span class="answer-source-arrow">${icon('arrow-right')}</span>
    </a>`;
    const said = sentencesFor(this, this.answer);
    const heading = messages[said.answer ?? 'answer'];
    const copy = (this.#format?.answerCopy ?? copyAsItIs)(text);
    return html`<header>
        <h2>${heading}</h2>
        ${seconds < shortestTold ? nothing : html`<span class="answer-time">${messages.took(seconds)}</span>`}
        ${answerCopyButtons({ copy, cited, isExtractive: this.isExtractive })}
      </header>
      ${answerDoubts(cited, this, said).map((doubt) => html`<p class="answer-doubt">${doubt}</p>`)}
      <div class="answer-text ${this.#foldable.className}" @focusin=${() => this.#foldable.unfold()}>
        ${this.#format?.answerMarkdown(text)}
      </div>
      ${this.#foldable.button(heading)} ${cited === undefined ? nothing : foot} ${this.#verdict(written)}`;
  }

  #verdict(answer: Answer): TemplateResult | typeof nothing {
    const { answerId, sources } = this;
    if (answerId === undefined) return nothing;
    return html`<kb-verdict .answerId=${answerId} .sources=${sources} .answer=${answer} .asked=${this}></kb-verdict>`;
  }

  #failed(code: string, text: string): TemplateResult {
    const messages = translated(searchMessages);
    const short = code.length > maxCodeCharacters ? `${code.slice(0, maxCodeCharacters)}…` : code;
    return html`<header><h2>${messages.answer}</h2></header>
      ${this.#begun(text)}
      <div class="search-failure">
        <div class="notice">
          ${icon('cloud-off')}
          <div>
            <b>${text === '' ? messages.modelFailed : messages.answerCut}</b>
            <p>${messages.useSolutions}</p>
            ${short === '' ? nothing : html`<code>${short}</code>`}
          </div>
        </div>
        ${this.#askAgain()}
      </div>`;
  }

  #read(answer: Answer, { seconds, text }: { readonly seconds: number; readonly text: string }): TemplateResult {
    if (answer.kind === 'written')
      return this.#format ? this.#written(answer, seconds) : this.#writing(performance.now(), '');
    if (answer.kind === 'failed') return this.#failed(answer.code, text);
    return html`${tooLittle(answer.sentence, sentencesFor(this, this.answer), this)} ${this.#verdict(answer)}`;
  }

  #content(): TemplateResult | typeof nothing {
    const messages = translated(searchMessages);
    const { answer } = this;
    if (answer.state === 'writing') return this.#writing(answer.since, answer.text);
    if (answer.state === 'stopped') return this.#stopped(answer.text);
    if (answer.state === 'read') return this.#read(answer.answer, answer);
    if (answer.state === 'off') return nothing;
    const heading = answer.text === '' ? messages.answerFailed : messages.answerCut;
    return html`<header><h2>${messages.answer}</h2></header>
      ${this.#begun(answer.text)}
      <div class="search-failure">${refusalNotice(answer, heading, this.#retry)}</div>`;
  }

  protected override render() {
    const { answer, answerId } = this;
    const states = [
      `is-${answer.state}`,
      ...(this.#wasWriting ? ['was-writing'] : []),
      ...(this.#hasGrown ? ['is-grown'] : []),
      ...(answerId === undefined ? [] : ['is-kept']),
    ];
    return html`<section
      class="panel answer ${states.join(' ')}"
      tabindex="-1"
      aria-label=${translated(searchMessages).answer}
    >
      ${this.#content()}
    </section>`;
  }
}
customElements.define('kb-answer', KbAnswer);

declare global {
  interface HTMLElementTagNameMap {
    'kb-answer': KbAnswer;
  }
}

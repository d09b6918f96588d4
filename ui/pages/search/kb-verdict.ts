import { html, nothing, type TemplateResult } from 'lit';
import type { Verdict } from '../../api/answers.ts';
import type { Source } from '../../api/records.ts';
import { cutNumber } from '../../components/cut-number.ts';
import { Effect } from '../../components/effect.ts';
import { icon } from '../../components/icon.ts';
import { LightElement } from '../../components/light-element.ts';
import { judgedText } from '../../components/verdict-text.ts';
import { commonMessages } from '../../messages/common.ts';
import { translated } from '../../messages/language.ts';
import { verdictMessages } from '../../messages/verdict.ts';
import { addingAddress } from '../tickets/ticket-address.ts';
import type { Answer } from './parse-answer.ts';
import { parseFullText } from './parse-full-text.ts';

type Choice = { readonly source: Source; readonly place: number };

/** Asks whether an answer helped, and which of its sources did if it has not. What was said is one line, which can be changed. */
export class KbVerdict extends LightElement {
  static override properties = {
    answerId: { attribute: false },
    sources: { attribute: false },
    answer: { attribute: false },
    asked: { attribute: false },
    isOpen: { state: true },
  };
  declare answerId: string;
  declare sources: readonly Source[];
  declare answer: Answer;
  /** What was asked, and of which collection. */
  declare asked: { readonly collectionId: string; readonly query: string };
  /** The buttons are shown although there is a verdict. */
  declare isOpen: boolean;

  constructor() {
    super();
    new Effect(
      this,
      () => [this.answerId],
      () => (this.isOpen = false),
    );
  }

  protected override watched() {
    return [this.app.verdicts.state];
  }

  /** The answer is that nothing was found: asked is whether that is right. */
  get #isRefusal(): boolean {
    return this.answer.kind === 'too little';
  }

  get #verdict(): Verdict | null {
    return this.app.verdicts.of(this.answerId)?.verdict ?? null;
  }

  #give(verdict: Verdict | null, isOpen = false): void {
    this.isOpen = isOpen;
    this.app.verdicts.give(this.answerId, verdict);
    this.#keepFocus();
  }

  /** The button that has the focus may disappear. */
  #keepFocus(): void {
    if (!this.contains(document.activeElement)) return;
    void this.updateComplete.then(() => {
      if (this.contains(document.activeElement)) return;
      const places = ['.verdict-change', '[aria-pressed=true]', 'button'];
      const [first] = places.flatMap((each) => this.querySelector<HTMLElement>(each) ?? []);
      first?.focus();
    });
  }

  helped(): void {
    this.#give({ helped: true });
  }

  didNotHelp(): void {
    const before = this.#verdict;
    this.#give(before?.helped === false ? before : { helped: false }, this.sources.length > 0);
  }

  /** Says which source fitted, counted from 1, or with 0 that none did; only while that is asked. */
  choose(number: number): void {
    if (!this.isOpen || this.#verdict?.helped !== false) return;
    const chosen = this.#choices[number - 1];
    if (chosen) this.#give({ helped: false, ticket_id: chosen.source.ticket_id });
    else if (number === 0) this.#give({ helped: false });
  }

  /** The sources as they are asked for, with their places on the page: last that from which the answer was written that has not helped. */
  get #choices(): readonly Choice[] {
    const choices = this.sources.map((source, index) => ({ source, place: index + 1 }));
    const cited = this.answer.kind === 'written' ? this.answer.cited : undefined;
    const isCited = ({ source }: Choice) => source.ticket_id === cited;
    return [...choices.filter((each) => !isCited(each)), ...choices.filter(isCited)];
  }

  #change(): void {
    this.isOpen = true;
    this.#keepFocus();
  }

  #undo(): void {
    this.isOpen = false;
    this.app.verdicts.withdraw(this.answerId);
    this.#keepFocus();
  }

  #toggle(helped: boolean): TemplateResult {
    const messages = translated(verdictMessages);
    const { right, wrong } = messages.refusal;
    const [yes, no] = this.#isRefusal ? [right, wrong] : [messages.helped, messages.notHelped];
    const isPressed = this.#verdict?.helped === helped;
    const press = () => {
      if (isPressed) this.#give(null);
      else if (helped) this.helped();
      else this.didNotHelp();
    };
    return html`<button
      class="verdict-button"
      type="button"
      aria-pressed=${isPressed ? 'true' : 'false'}
      @click=${press}
    >
      ${icon(helped ? 'thumbs-up' : 'thumbs-down')}${helped ? yes : no}
    </button>`;
  }

  #choice(): TemplateResult {
    const { which, noneFitted } = translated(verdictMessages);
    const { number } = translated(commonMessages);
    const chosen = this.#verdict?.ticket_id ?? undefined;
    const row = (key: number, isChosen: boolean, content: TemplateResult | string, place = 0) =>
      html`<li data-place=${place}>
        <button
          class="verdict-choice"
          type="button"
          aria-pressed=${isChosen ? 'true' : 'false'}
          @click=${() => this.choose(key)}
        >
          <i></i> ${content} <kbd aria-hidden="true">${key}</kbd>
        </button>
      </li>`;
    const sourceRow = ({ source, place }: Choice, index: number) => {
      const [problem = ''] = (parseFullText(source)?.problem ?? '').split('\n', 1);
      const content = html`<b>${cutNumber(number(source.ticket_id))}</b> <span>${problem}</span>`;
      return row(index + 1, source.ticket_id === chosen, content, place);
    };
    return html`<p class="verdict-which" id="verdict-which">${which}</p>
      <ul aria-labelledby="verdict-which">
        ${this.#choices.map(sourceRow)} ${row(0, false, html`<span>${noneFitted}</span>`)}
      </ul>`;
  }

  #said(): TemplateResult {
    const { change, undo, write } = translated(verdictMessages);
    const judged = this.app.verdicts.of(this.answerId);
    if (!judged) return html`${nothing}`;
    const waits = judged.waits !== undefined;
    // The panel of a refusal offers that by itself.
    const isUnanswered = !waits && !this.#isRefusal && judged.verdict?.helped === false && !judged.verdict.ticket_id;
    const symbol = waits ? 'cloud-off' : judged.verdict?.helped ? 'thumbs-up' : 'thumbs-down';
    return html`<div class="verdict-line ${judged.verdict?.helped && !waits ? 'is-good' : 'is-bad'}">
      ${icon(symbol)}<span>${judgedText(judged, this.#isRefusal)}</span>
      ${isUnanswered ? html`<a class="verdict-write" href=${addingAddress(this.asked.collectionId, this.asked.query)}>${write}</a>` : nothing}
      <button class="link verdict-change" type="button" @click=${waits ? () => this.#undo() : () => this.#change()}>
        ${waits ? undo : change}
      </button>
    </div>`;
  }

  protected override render() {
    const { ask, refusal } = translated(verdictMessages);
    const verdict = this.#verdict;
    const waits = this.app.verdicts.of(this.answerId)?.waits;
    const line = html`<div class="verdict-line">
      <span id="verdict-ask">${this.#isRefusal ? refusal.ask : ask}</span>
      <div class="verdict-buttons" role="group" aria-labelledby="verdict-ask">
        ${this.#toggle(true)}${this.#toggle(false)}
      </div>
    </div>`;
    const isSettled = !this.isOpen && (verdict !== null || waits !== undefined);
    return html`${isSettled ? this.#said() : line}
    ${this.isOpen && verdict?.helped === false ? this.#choice() : nothing}`;
  }
}
customElements.define('kb-verdict', KbVerdict);

declare global {
  interface HTMLElementTagNameMap {
    'kb-verdict': KbVerdict;
  }
}

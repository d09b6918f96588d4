import { html, nothing, type TemplateResult } from 'lit';
import { live } from 'lit/directives/live.js';
import { shownDetails, type TextName } from '../../../src/domain/ticket-fields.ts';
import type { ApiError } from '../../api/api-error.ts';
import type { SomeTexts, Ticket, TicketTexts } from '../../api/tickets.ts';
import { isCommandEnter } from '../../browser/command-enter.ts';
import { fieldError } from '../../components/field-error.ts';
import { diffText } from '../../components/diff-text.ts';
import { icon } from '../../components/icon.ts';
import '../../components/kb-dialog.ts';
import { columnHeading, shownText, valuesOf } from '../../messages/columns.ts';
import { timeOfDay } from '../../messages/format.ts';
import { translated } from '../../messages/language.ts';
import { type TicketUses, ticketAnswersMessages } from '../../messages/ticket-answers.ts';
import { editMessages, type TextRule } from '../../messages/ticket-edit.ts';
import { headButton } from './drawer-parts.ts';
import { differing } from './ticket-texts.ts';

/** The field that a rule is about. */
export const fieldOfRule: Readonly<Record<TextRule, TextName>> = {
  'no-solution': 'solution',
  'ends-with-question': 'solution',
  'stock-phrase': 'solution',
  'no-problem': 'problem',
};

/** The rule that a refusal with status 422 names. */
export const ruleOf = ({ status, detail }: ApiError): TextRule | undefined =>
  (Object.keys(fieldOfRule) as TextRule[]).find((rule) => status === 422 && detail.startsWith(rule));

/** A message of no more code points is no solution (docs/contract.md, "Tickets", rule 3). */
const maxNonSolution = 100;

/** Whether a text is long enough to be a solution: one of its messages, which empty lines part, has more than the characters that none may have. */
const hasSolution = (solution: string): boolean =>
  solution.split(/\n\s*\n/).some((message) => Array.from(message.trim()).length > maxNonSolution);

/** Whether a rule may still refuse the texts; what it says of others only the service knows. */
const mayRefuse = (rule: TextRule, { problem, solution }: TicketTexts): boolean => {
  if (rule === 'no-solution') return !hasSolution(solution);
  return rule !== 'no-problem' || problem.trim() === '';
};

type Fields = {
  readonly texts: TicketTexts;
  readonly categories: readonly string[];
  readonly busy: boolean;
  /** Why the texts were refused; said until they are changed so that it no longer holds. */
  readonly refused: TextRule | undefined;
  readonly onInput: (texts: TicketTexts) => void;
  /** Where to begin. */
  readonly first?: TextName;
  /** What is below the texts. */
  readonly below: TemplateResult;
};

/** The fields of a ticket's texts; categories of the collection are suggested. */
export const editFields = (fields: Fields): TemplateResult =>
  html`${shownDetails.map((detail) => {
    const { name } = detail;
    return html`<div class="editor-field">
      <label for="edit-${name}">${columnHeading(name)}</label>
      ${valuesOf(name).length === 0 ? lineField(detail, fields) : choiceField(name, fields)}
    </div>`;
  })}
  ${textField('problem', fields)} ${textField('solution', fields)} ${fields.below}`;

/** What becomes of personal data. */
export const editorNote = (note: string): TemplateResult =>
  html`<p class="editor-note">${icon('shield')}<span>${note}</span></p>`;

/** What becomes of personal data in a correction, and of the answers that used the ticket. */
export const editNotes = (uses: TicketUses = { cited: 0, similar: 0 }): TemplateResult => {
  const used = html`<p class="editor-note">
    ${icon('quote')}<span>${translated(ticketAnswersMessages).usedNow(uses)}</span>
  </p>`;
  return html`${editorNote(translated(editMessages).note)} ${uses.cited === 0 ? nothing : used}`;
};

type Detail = (typeof shownDetails)[number];

/** What the keyboard of a telephone offers. */
const inputTypes = { time: 'date', address: 'url', text: 'text' } as const;

/** A time is edited by its day; one that nobody touches keeps its hours. */
const lineField = ({ name, schema: { maxLength }, kind }: Detail, { texts, categories, busy, onInput }: Fields) => {
  const isDay = kind === 'time';
  const suggested = html`<datalist id="edit-categories">
    ${categories.map((each) => html`<option value=${each}></option>`)}
  </datalist>`;
  return html`<input
      id="edit-${name}"
      type=${inputTypes[kind ?? 'text']}
      max=${isDay ? new Date().toISOString().slice(0, 10) : nothing}
      list=${name === 'category' ? 'edit-categories' : nothing}
      autocomplete="off"
      maxlength=${kind === undefined ? Math.min(maxLength, 200) : maxLength}
      ?readonly=${busy}
      .value=${live(isDay ? texts[name].slice(0, 10) : texts[name])}
      @input=${(event: Event) => onInput({ ...texts, [name]: (event.target as HTMLInputElement).value })}
    />
    ${name === 'category' ? suggested : nothing}`;
};

const choiceField = (name: TextName, { texts, busy, onInput }: Fields): TemplateResult => {
  const option = (value: string, label: string) =>
    html`<option value=${value} ?selected=${value === texts[name]}>${label}</option>`;
  return html`<select
    id="edit-${name}"
    ?disabled=${busy}
    @change=${(event: Event) => onInput({ ...texts, [name]: (event.target as HTMLSelectElement).value })}
  >
    ${option('', translated(editMessages).noValue)}
    ${valuesOf(name).map((value) => option(value, shownText(name, value)))}
  </select>`;
};

const textField = (name: 'problem' | 'solution', { texts, busy, refused, first, onInput }: Fields): TemplateResult => {
  const { characters, atLeast, rules } = translated(editMessages);
  const isRefused = refused && fieldOfRule[refused] === name && mayRefuse(refused, texts);
  const error = isRefused ? rules[refused] : undefined;
  const least = hasSolution(texts.solution) ? '' : atLeast(maxNonSolution);
  const length = html`<span class="editor-length">${characters(Array.from(texts[name]).length)}${least}</span>`;
  return html`<div class="editor-field">
    <label for="edit-${name}" class=${name === 'solution' ? 'is-solution' : ''}>${columnHeading(name)}</label>
    ${name === 'solution' ? length : nothing}
    <textarea
      id="edit-${name}"
      rows=${name === 'solution' ? 7 : 4}
      ?readonly=${busy}
      ?autofocus=${name === first}
      aria-invalid=${error === undefined ? nothing : 'true'}
      aria-describedby=${error === undefined ? nothing : `edit-${name}-error`}
      .value=${live(texts[name])}
      @input=${(event: Event) => onInput({ ...texts, [name]: (event.target as HTMLTextAreaElement).value })}
    ></textarea>
    ${error === undefined ? nothing : html`<div id="edit-${name}-error" role="alert">${fieldError(error)}</div>`}
  </div>`;
};

type FormKeys = { readonly save: () => void; readonly leave: () => void; readonly isAsking: () => boolean };

/** What keys do in a form: Ctrl or ⌘ with Enter saves, Esc leaves, unless that is being asked already. */
export const formKeys =
  ({ save, leave, isAsking }: FormKeys) =>
  (event: KeyboardEvent): void => {
    const isLeaving = event.key === 'Escape' && !event.defaultPrevented && !isAsking();
    const isSaving = isCommandEnter(event);
    if (!isLeaving && !isSaving) return;
    event.preventDefault();
    if (isLeaving) leave();
    else save();
  };

type Form = {
  readonly heading: string;
  readonly onKeydown: (event: KeyboardEvent) => void;
  readonly leave: () => void;
};

/** The frame of a form in the drawer: its head with the button that closes it, and its content. */
export const editorForm = ({ heading, onKeydown, leave }: Form, content: unknown): TemplateResult =>
  html`<form class="editor-form" novalidate @submit=${(event: Event) => event.preventDefault()} @keydown=${onKeydown}>
    <div class="drawer-head">
      <h2 id="drawer-heading" tabindex="-1">${heading}</h2>
      <span class="drawer-steps">${headButton('x', translated(editMessages).close, leave)}</span>
    </div>
    ${content}
  </form>`;

type Choice = { readonly stay: () => void; readonly leave: () => void };

/** Asks whether to close a form whose texts would be lost. */
export const leaveQuestion = (lost: string, { stay, leave }: Choice): TemplateResult => {
  const { ask, keepOpen, closeAnyway } = translated(editMessages);
  return html`<kb-dialog open heading=${ask} @close=${stay}>
    <p>${lost}</p>
    <wa-button slot="actions" appearance="outlined" autofocus @click=${stay}>${keepOpen}</wa-button>
    <wa-button slot="actions" variant="danger" @click=${leave}>${closeAnyway}</wa-button>
  </kb-dialog>`;
};

type Conflict = {
  /** The texts that were read, and what somebody else has saved since. */
  readonly base: SomeTexts;
  readonly saved: Ticket;
  readonly choose: (isMine: boolean) => void;
};

/** What somebody else has saved while the fields were being filled, and the choice between the two. */
export const conflictNotice = ({ base, saved, choose }: Conflict): TemplateResult => {
  const messages = translated(editMessages);
  const correction = saved.history.find(({ change }) => change === 'corrected');
  const at = timeOfDay(correction?.at ?? saved.changed_at);
  const isApi = correction?.surface === 'api';
  return html`<div class="notice" role="alert">
    ${icon('triangle-alert')}
    <div>
      <b class="editor-conflict" tabindex="-1">${messages.conflict}</b>
      <p>${messages.conflictText}</p>
      ${differing(base, saved).map(
        (name) =>
          html`<p class="facts-diff">
            <small>${messages.savedThen(name, at, isApi)}</small>
            <span>${diffText(shownText(name, base[name]), shownText(name, saved[name]))}</span>
          </p>`,
      )}
      <div class="action-row">
        <wa-button size="s" appearance="outlined" @click=${() => choose(true)}>${messages.saveMine}</wa-button>
        <wa-button size="s" appearance="plain" @click=${() => choose(false)}>${messages.takeSaved}</wa-button>
      </div>
    </div>
  </div>`;
};

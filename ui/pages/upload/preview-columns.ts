import { html, nothing, type TemplateResult } from 'lit';
import { type ColumnName, columnNames, mayBeParts } from '../../../src/domain/ticket-fields.ts';
import { icon } from '../../components/icon.ts';
import { maskedText } from '../../components/masked-text.ts';
import { choiceLabel, columnLabel } from '../../messages/columns.ts';
import { dateOrText } from '../../messages/date-text.ts';
import { translated } from '../../messages/language.ts';
import { uploadMessages } from '../../messages/upload.ts';
import type { RequiredPart } from '../../messages/upload-preview.ts';
import type { AssignedColumns, PreviewedColumn } from './upload-records.ts';

type Chosen = readonly [title: string, column: ColumnName | null];

/** The column that is no longer read when another one gets its meaning, which only parts of a text may share. */
export const replacedBy = <Column extends Pick<PreviewedColumn, 'title' | 'column'>>(
  columns: readonly Column[],
  [title, column]: Chosen,
): Column | undefined =>
  column === null || mayBeParts(column)
    ? undefined
    : columns.find((each) => each.column === column && each.title !== title);

/** The assignment with one column changed. Others that hold parts of the same text are assigned too, since what is assigned comes before what is recognised. */
export const reassignColumn = (
  columns: readonly Pick<PreviewedColumn, 'title' | 'column'>[],
  assigned: AssignedColumns,
  chosen: Chosen,
): AssignedColumns => {
  const [title, column] = chosen;
  const replaced = replacedBy(columns, chosen);
  const parts = columns.filter((each) => column !== null && mayBeParts(column) && each.column === column);
  return {
    ...assigned,
    ...Object.fromEntries(parts.map((each) => [each.title, column])),
    ...(replaced ? { [replaced.title]: null } : {}),
    [title]: column,
  };
};

/** The columns that can provide each required part of a ticket. */
const requiredColumns = {
  ticket_id: ['ticket_id'],
  problem: ['problem', 'description', 'messages', 'text'],
  solution: ['solution', 'messages', 'text'],
} as const satisfies Readonly<Record<RequiredPart, readonly ColumnName[]>>;

/** Whether the columns that are left are fewer than the parts that are missing: then no choice of columns helps. */
const areTooFew = (columns: readonly PreviewedColumn[], missing: readonly RequiredPart[]): boolean =>
  columns.filter(({ column }) => column === null).length < missing.length;

/** The required parts of a table without a column: nothing can be stored before they have one. */
export const missingIn = (columns: readonly PreviewedColumn[]): readonly RequiredPart[] => {
  if (columns.length === 0) return [];
  const read = new Set(columns.map(({ column }) => column));
  // A message without its author is on neither side.
  if (!read.has('role')) read.delete('text');
  return (['ticket_id', 'problem', 'solution'] as const).filter(
    (name) => !requiredColumns[name].some((each) => read.has(each)),
  );
};

/**
 * A choice is committed when it is clicked, and with the keyboard by Enter or by leaving the field: arrow keys change a closed select at each press, and
 * each choice has the file read again.
 */
export const commit = (choose: (value: string) => void) => {
  let isTyping = false;
  const chooseOf = ({ target }: Event) => {
    const select = target as HTMLSelectElement;
    isTyping = false;
    if (select.value === select.dataset['committed']) return;
    select.dataset['committed'] = select.value;
    choose(select.value);
  };
  return {
    keydown: (event: KeyboardEvent) => {
      if (event.key === 'Enter') chooseOf(event);
      else isTyping = event.key !== 'Tab';
    },
    pointerdown: () => (isTyping = false),
    change: (event: Event) => {
      if (!isTyping) chooseOf(event);
    },
    blur: chooseOf,
  };
};

const reason = (sentence: string): TemplateResult => html`<p class="preview-reason">${icon('alert')}${sentence}</p>`;

/** Why a column is not read that could be: another one means the same, or does not go together with it, or it is no category. */
const displacement = (
  { displaced, varied }: PreviewedColumn,
  columns: readonly PreviewedColumn[],
): string | undefined => {
  const messages = translated(uploadMessages);
  if (varied) return messages.varied(varied.values, varied.tickets);
  if (!displaced) return undefined;
  const { column, by } = displaced;
  const isSame = columns.some((each) => each.column === column);
  return isSame ? messages.displaced(columnLabel(column), by) : messages.notTogether(by);
};

/** A column with the choice of its meaning, which its samples describe, and why it is not read. */
const columnChoice = (one: PreviewedColumn, index: number, { columns, choose }: Choices): TemplateResult => {
  const { title, column, samples } = one;
  const messages = translated(uploadMessages);
  const on = commit((value) => choose(title, columnNames.find((each) => each === value) ?? null));
  const samplesId = `column-samples-${index}`;
  const reasonId = `column-reason-${index}`;
  const why = displacement(one, columns);
  const described = [...(samples.length === 0 ? [] : [samplesId]), ...(why === undefined ? [] : [reasonId])];
  const shown = html`<p class="preview-samples" id=${samplesId} title=${samples.map(dateOrText).join('\n')}>
    ${samples.map((text) => html`<span>${maskedText(dateOrText(text))}</span>`)}
  </p>`;
  return html`<li>
    <div class="preview-column ${column === null ? 'is-unread' : ''}">
      ${icon(column === null ? 'minus' : 'check')}<b title=${title}>${title}</b>${icon('arrow-right')}
      <span class="preview-choice">
        <select
          aria-label=${messages.columnHolds(title)}
          aria-describedby=${described.length === 0 ? nothing : described.join(' ')}
          data-committed=${column ?? ''}
          .value=${column ?? ''}
          @keydown=${on.keydown}
          @pointerdown=${on.pointerdown}
          @change=${on.change}
          @blur=${on.blur}
        >
          <option value="" ?selected=${column === null}>${messages.notNeeded}</option>
          ${columnNames.map(
            (name) => html`<option value=${name} ?selected=${name === column}>${choiceLabel(name)}</option>`,
          )}
        </select>
        ${icon('chevron-down')}
      </span>
    </div>
    ${samples.length === 0 ? nothing : shown}
    ${why === undefined ? nothing : html`<p class="preview-displaced" id=${reasonId}>${why}</p>`}
  </li>`;
};

type Choose = (...chosen: Chosen) => void;
type Choices = { readonly columns: readonly PreviewedColumn[]; readonly choose: Choose };

/** The columns of a table, each with a choice of its meaning; `taken`: a column that lost its meaning to another one. */
export const previewColumns = (
  columns: readonly PreviewedColumn[],
  choose: Choose,
  taken?: readonly [title: string, by: string],
): TemplateResult => {
  const messages = translated(uploadMessages);
  const titles = new Set<string>();
  const named = columns.filter(({ title }) => !titles.has(title) && titles.add(title));
  const missing = missingIn(columns);
  return html`<div class="preview-columns">
    <ul>
      ${named.map((each, index) => columnChoice(each, index, { columns, choose }))}
    </ul>
    ${missing.length === 0 ? nothing : reason(areTooFew(columns, missing) ? messages.tooFewColumns(columns.length, missing) : messages.missing(missing))}
    <div role="status">${taken ? reason(messages.taken(...taken)) : nothing}</div>
  </div>`;
};

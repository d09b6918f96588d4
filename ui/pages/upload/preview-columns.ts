import { html, nothing, type TemplateResult } from 'lit';
import { type ColumnName, columnNames } from '../../../src/domain/ticket-fields.ts';
import { icon } from '../../components/icon.ts';
import { translated } from '../../messages/language.ts';
import { uploadMessages } from '../../messages/upload.ts';
import { columnLabel } from '../../messages/upload-preview.ts';
import type { AssignedColumns, PreviewedColumn } from './upload-records.ts';

/** The assignment with one column changed; another column that had the same meaning is no longer read. */
export const reassignColumn = (
  columns: readonly PreviewedColumn[],
  assigned: AssignedColumns,
  [title, column]: readonly [string, ColumnName | null],
): AssignedColumns => {
  const replaced = columns.filter((each) => column !== null && each.column === column && each.title !== title);
  const freed = Object.fromEntries(replaced.map((each) => [each.title, null]));
  return { ...assigned, ...freed, [title]: column };
};

/** The columns that can provide each required part of a ticket. */
const requiredColumns = {
  ticket_id: ['ticket_id'],
  problem: ['problem', 'description', 'messages', 'text'],
  solution: ['solution', 'messages', 'text'],
} as const satisfies Readonly<Record<string, readonly ColumnName[]>>;

/** The first required part without a column; undefined if there is none. */
const missingIn = (columns: readonly PreviewedColumn[]): keyof typeof requiredColumns | undefined => {
  const assigned = new Set(columns.map(({ column }) => column));
  return (['ticket_id', 'problem', 'solution'] as const).find(
    (name) => !requiredColumns[name].some((each) => assigned.has(each)),
  );
};

/** The columns of a table, each with a choice of its meaning. */
export const previewColumns = (
  columns: readonly PreviewedColumn[],
  choose: (title: string, column: ColumnName | null) => void,
): TemplateResult => {
  const messages = translated(uploadMessages);
  const chosen = (title: string) => (event: Event) => {
    const { value } = event.target as HTMLSelectElement;
    choose(title, columnNames.find((each) => each === value) ?? null);
  };
  const chip = ({ title, column }: PreviewedColumn) => html`
    <li class="column ${column === null ? 'off' : ''}">
      ${icon(column === null ? 'minus' : 'check')}<b title=${title}>${title}</b>${icon('arrow-right')}
      <span class="pick">
        <select aria-label=${messages.columnHolds(title)} .value=${column ?? ''} @change=${chosen(title)}>
          <option value="" ?selected=${column === null}>${messages.notNeeded}</option>
          ${columnNames.map(
            (name) => html`<option value=${name} ?selected=${name === column}>${columnLabel(name)}</option>`,
          )}
        </select>
        ${icon('chevron-down')}
      </span>
    </li>
  `;
  const titles = new Set<string>();
  const named = columns.filter(({ title }) => !titles.has(title) && titles.add(title));
  const missing = missingIn(columns);
  return html`<div class="columns">
    <ul>
      ${named.map(chip)}
    </ul>
    ${missing === undefined ? nothing : html`<p class="why">${icon('alert')}${messages.missing[missing]}</p>`}
  </div>`;
};

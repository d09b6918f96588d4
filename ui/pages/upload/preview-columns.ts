import { html, nothing, type TemplateResult } from 'lit';
import { icon } from '../../components/icon.ts';
import { translated } from '../../messages/language.ts';
import { uploadMessages } from '../../messages/upload.ts';
import { type AssignedColumns, type ColumnName, columnNames, type PreviewedColumn } from './upload-records.ts';

/** Columns with one assigned anew: whichever held the same before is not read any more, as each thing has one column. */
export const reassigned = (
  columns: readonly PreviewedColumn[],
  assigned: AssignedColumns,
  [title, column]: readonly [string, ColumnName | null],
): AssignedColumns => {
  const held = columns.filter((each) => column !== null && each.column === column && each.title !== title);
  const freed = Object.fromEntries(held.map((each) => [each.title, null]));
  return { ...assigned, ...freed, [title]: column };
};

/** What can hold each thing that a ticket cannot be stored without. */
const needed = {
  ticket_id: ['ticket_id'],
  problem: ['problem', 'description', 'messages', 'text'],
  solution: ['solution', 'messages', 'text'],
} as const satisfies Readonly<Record<string, readonly ColumnName[]>>;

/** The first thing that no column holds, undefined where nothing is missing. */
const missingIn = (columns: readonly PreviewedColumn[]): keyof typeof needed | undefined => {
  const held = new Set(columns.map(({ column }) => column));
  return (['ticket_id', 'problem', 'solution'] as const).find((name) => !needed[name].some((each) => held.has(each)));
};

/** Each column of a table with what it is read as, to be chosen anew. */
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
            (name) => html`<option value=${name} ?selected=${name === column}>${messages.columns[name]}</option>`,
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

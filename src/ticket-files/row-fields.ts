import { type Sentence, sentence } from '../domain/sentence.ts';
import type { ColumnName } from '../domain/ticket-fields.ts';
import type { ColumnMap } from './column-map.ts';
import { type FieldColumn, fieldColumns } from './columns.ts';
import type { TableRow } from './table-row.ts';

/** The text of a cell, or of the cells that hold its parts, a line each; '' if the column or the cell is missing. */
export const cellOf = ({ columns }: ColumnMap, { cells }: TableRow, column: ColumnName): string => {
  const texts = columns.get(column)?.indices.map((index) => cells[index] ?? '') ?? [];
  return texts.length > 1 ? texts.filter((text) => text.trim() !== '').join('\n') : (texts[0] ?? '');
};

/** Names a cell in error messages: `row 12, column "Номер"`; only the row if the table has no such column. */
export const cellLocation = ({ columns }: ColumnMap, row: number, column: ColumnName): Sentence => {
  const title = columns.get(column)?.title;
  return title === undefined ? sentence`row ${row}` : sentence`row ${row}, column "${title}"`;
};

type RowFields = Readonly<Partial<Record<FieldColumn, string>> & { ticket_id: string }>;

/** The fields of a row that the table has a column for, in every shape of table; '' of an empty cell. The id is trimmed: blanks around it belong to the table. */
export const ticketFields = (map: ColumnMap, row: TableRow): RowFields => {
  const fields = fieldColumns
    .filter((column) => map.columns.has(column))
    .map((column) => [column, cellOf(map, row, column)] as const);
  return { ...Object.fromEntries(fields), ticket_id: cellOf(map, row, 'ticket_id').trim() };
};

/** The first name of a field's path: `messages` of `messages[1].text`. */
export const fieldOf = (path: string): string => /^\w*/.exec(path)?.[0] ?? '';

/** The index of the message in a field's path; -1 if there is none. */
export const messageIndexOf = (path: string): number => Number(/^messages\[(\d+)\]/.exec(path)?.[1] ?? -1);

import type { ColumnMap } from './column-map.ts';
import type { Column } from './columns.ts';
import type { TableRow } from './table-row.ts';

/** The text of a row's cell; '' where the column or the cell is missing. */
export const cellOf = ({ columns }: ColumnMap, { cells }: TableRow, column: Column): string =>
  cells[columns.get(column)?.index ?? -1] ?? '';

/** Names a cell for a refusal: `row 12, column "Номер"`; the row alone where the table has no such column. */
export const placeOf = ({ columns }: ColumnMap, row: number, column: Column): string => {
  const title = columns.get(column)?.title;
  return title === undefined ? `row ${row}` : `row ${row}, column "${title}"`;
};

/** The fields that a ticket has in every shape of table. An identifier is trimmed: blanks around it come from the table, not from the ticket. */
export const ticketFields = (map: ColumnMap, row: TableRow) => ({
  ticket_id: cellOf(map, row, 'ticket_id').trim(),
  category: cellOf(map, row, 'category'),
  description: cellOf(map, row, 'description'),
  client: cellOf(map, row, 'client'),
});

/** The first name of a path: `messages` of `messages[1].text`. */
export const fieldOf = (path: string): string => /^\w*/.exec(path)?.[0] ?? '';

/** The index of a message that a path names, -1 where it names none. */
export const messageIndexOf = (path: string): number => Number(/^messages\[(\d+)\]/.exec(path)?.[1] ?? -1);

import type { UnreadableFile } from './raw-ticket.ts';

/** A row of a table as text; `row` counts from 1 as a spreadsheet shows it, blank rows included. */
export type TableRow = { readonly row: number; readonly cells: readonly string[] };

/** What stands in a row's place: the row, or why it cannot be read. */
export type RowItem = TableRow | UnreadableFile;

/** A row takes part only where one of its cells holds more than blanks. */
export const isBlankRow = ({ cells }: TableRow): boolean => cells.every((cell) => cell.trim() === '');

/** Limits of a row in any table: 1 MiB of UTF-8 by the decisions ("Tickets"), and the columns that a spreadsheet can have. */
export const rowLimits = { bytes: 1024 * 1024, columns: 16_384 };

import type { UnreadableFile } from './ticket-item.ts';

/** A row of a table as text; `row` counts from 1 as a spreadsheet shows it, blank rows included. */
export type TableRow = { readonly row: number; readonly cells: readonly string[] };

/** A row, or the reason why it cannot be read. */
export type RowItem = TableRow | UnreadableFile;

export const isBlankRow = ({ cells }: TableRow): boolean => cells.every((cell) => cell.trim() === '');

/** Limits of a row in any table: UTF-8 bytes, the columns of a CSV file (docs/contract.md, "Limits"), and those that a spreadsheet can have. */
export const rowLimits = { bytes: 1024 * 1024, csvColumns: 1_000, columns: 16_384 };

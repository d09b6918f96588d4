import { UnreadableFile } from './ticket-item.ts';

/** A row of a table as text; `row` counts from 1 as a spreadsheet shows it, blank rows included. */
export type TableRow = { readonly row: number; readonly cells: readonly string[] };

/** A row, or the reason why it cannot be read. */
export type RowItem = TableRow | UnreadableFile;

/** Whether a row can be read. */
export const isRow = (item: RowItem): item is TableRow => !(item instanceof UnreadableFile);

export const isBlankRow = ({ cells }: TableRow): boolean => cells.every((cell) => cell.trim() === '');

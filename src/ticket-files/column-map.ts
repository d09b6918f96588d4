import { columnOf } from './columns.ts';
import type { Column } from './columns.ts';
import { UnreadableFile } from './raw-ticket.ts';
import type { TableRow } from './table-row.ts';

/** How a table holds its conversations: a JSON array in a cell, a side in each of two cells, or one row a message. */
export type TableShape = 'messages' | 'sides' | 'message-rows';

/** Where the columns stand (from 0) and what their header says. */
export type ColumnMap = {
  readonly shape: TableShape;
  readonly columns: ReadonlyMap<Column, { readonly index: number; readonly title: string }>;
};

/** Reads the header row. Unknown columns are ignored. Throws UnreadableFile that names what is missing, doubled or contradictory, and what was found. */
export const mapColumns = ({ row, cells }: TableRow): ColumnMap => {
  const columns = new Map<Column, { readonly index: number; readonly title: string }>();
  cells.forEach((cell, index) => {
    const column = columnOf(cell);
    if (!column) return;
    const earlier = columns.get(column);
    const title = titleOf(cell);
    if (earlier) throw new UnreadableFile(doubled(row, column, [earlier.title, title]));
    columns.set(column, { index, title });
  });
  if (columns.size === 0) {
    throw new UnreadableFile(`No header row: row ${row} names none of ${known}; found ${found(cells)}`);
  }
  if (!columns.has('ticket_id')) {
    throw new UnreadableFile(`row ${row}: no column ticket_id ("Номер"); found ${found(cells)}`);
  }
  return { shape: shapeOf(row, columns), columns };
};

const known = 'ticket_id, category, description, client, messages, problem, solution, role, text';

const doubled = (row: number, column: Column, [first, second]: readonly [string, string]): string =>
  `row ${row}: columns "${first}" and "${second}" both mean ${column}; keep one of them`;

const shapeOf = (row: number, columns: ColumnMap['columns']): TableShape => {
  const kinds = [
    ['messages'],
    ['problem', 'solution'].filter((name) => columns.has(name as Column)),
    ['role', 'text'],
  ].filter((names) => names.some((name) => columns.has(name as Column)));
  if (kinds.length > 1) {
    throw new UnreadableFile(
      `row ${row}: columns ${kinds.flat().join(', ')} do not go together; a table has either messages, or problem and solution, or role and text`,
    );
  }
  if (columns.has('messages')) return 'messages';
  if (!columns.has('role') && !columns.has('text')) return 'sides';
  const missing = (['role', 'text'] as const).find((name) => !columns.has(name));
  if (missing) {
    throw new UnreadableFile(`row ${row}: no column ${missing}; one row a message needs both role and text`);
  }
  return 'message-rows';
};

/** A header as a refusal shows it: a file without one may have a whole text here. */
const titleOf = (cell: string): string => {
  const title = cell.trim().replace(/\s+/gu, ' ');
  const characters = Array.from(title.slice(0, 100));
  return title.length > 40 ? `${characters.slice(0, 39).join('')}…` : title;
};

const found = (cells: readonly string[]): string => {
  const titles = cells
    .filter((cell) => cell.trim() !== '')
    .slice(0, 10)
    .map((cell) => `"${titleOf(cell)}"`);
  return titles.length === 0 ? 'nothing' : titles.join(', ');
};

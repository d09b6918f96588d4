import type { Column } from './columns.ts';
import {
  assignedColumns,
  headerColumn,
  knownColumns,
  refuseMissingTitles,
  shownTitle,
  shownTitles,
} from './header-columns.ts';
import { UnreadableFile } from './raw-ticket.ts';
import type { ReadOptions } from './read-options.ts';
import type { TableRow } from './table-row.ts';

/** How a table holds its conversations: a JSON array in a cell, a side in each of two cells, or one row a message. */
export type TableShape = 'messages' | 'sides' | 'message-rows';

/** Where the columns stand (from 0) and what their header says. */
export type ColumnMap = {
  readonly shape: TableShape;
  readonly columns: ReadonlyMap<Column, { readonly index: number; readonly title: string }>;
};

/**
 * Reads the header row and tells what it has found. Columns that are neither known nor assigned are ignored. Throws UnreadableFile that names what is
 * missing, doubled or contradictory, and what was found; UnfitColumns where what was assigned does not fit.
 */
export const mapColumns = (header: TableRow, { columns: wanted, found }: ReadOptions = {}): ColumnMap => {
  const { row, cells } = header;
  const assigned = assignedColumns(wanted);
  refuseMissingTitles(cells, assigned);
  const titled = cells.map((cell) => headerColumn(cell, assigned));
  found?.({ columns: titled.filter(({ title }) => title !== '') });
  const columns = new Map<Column, { readonly index: number; readonly title: string }>();
  for (const [index, { title: whole, column }] of titled.entries()) {
    if (column === null) continue;
    const earlier = columns.get(column);
    const title = shownTitle(whole);
    if (earlier) throw new UnreadableFile(doubled(row, column, [earlier.title, title]), { row });
    columns.set(column, { index, title });
  }
  if (columns.size === 0) {
    const message = `No header row: row ${row} names none of ${knownColumns}; found ${shownTitles(cells)}`;
    throw new UnreadableFile(message, { row });
  }
  if (!columns.has('ticket_id')) {
    throw new UnreadableFile(`row ${row}: no column ticket_id ("Номер"); found ${shownTitles(cells)}`, { row });
  }
  return { shape: shapeOf(row, columns), columns };
};

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
      { row },
    );
  }
  if (columns.has('messages')) return 'messages';
  if (!columns.has('role') && !columns.has('text')) return 'sides';
  const missing = (['role', 'text'] as const).find((name) => !columns.has(name));
  if (missing) {
    throw new UnreadableFile(`row ${row}: no column ${missing}; one row a message needs both role and text`, { row });
  }
  return 'message-rows';
};

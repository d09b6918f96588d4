import type { ColumnName } from '../domain/ticket-fields.ts';
import { cellHtmlText } from './cell-html.ts';
import type { ColumnMap } from './column-map.ts';
import type { Findings } from './read-options.ts';
import { cellOf } from './row-fields.ts';
import type { RowItem, TableRow } from './table-row.ts';
import { UnreadableFile } from './ticket-item.ts';

/** The columns with what people wrote or chose; numbers, addresses and JSON are taken as they are. */
const texts = [
  'category',
  'description',
  'client',
  'problem',
  'solution',
  'text',
] as const satisfies readonly ColumnName[];

/** Turns the cells of HTML in the columns of texts into the text that they show. `found` is called at the end with the number of tickets that had some. */
export async function* withHtmlAsText(
  rows: AsyncIterable<RowItem>,
  map: ColumnMap,
  found: (tickets: Pick<Findings, 'htmlTickets'>) => void = () => undefined,
): AsyncGenerator<RowItem, void> {
  const columns = texts.flatMap((name) => map.columns.get(name)?.indices ?? []);
  let htmlTickets = 0;
  let lastId: string | undefined;
  for await (const row of rows) {
    const shown = row instanceof UnreadableFile ? row : shownRow(row, columns);
    yield shown;
    if (shown === row || shown instanceof UnreadableFile) continue;
    // A ticket may have many rows, one after the other.
    const id = map.shape === 'message-rows' ? cellOf(map, shown, 'ticket_id').trim() : undefined;
    if (id === undefined || id !== lastId) htmlTickets += 1;
    lastId = id;
  }
  if (htmlTickets > 0) found({ htmlTickets });
}

const shownRow = (row: TableRow, columns: readonly number[]): TableRow => {
  let cells: string[] | undefined;
  for (const index of columns) {
    const text = cellHtmlText(row.cells[index] ?? '');
    if (text === undefined) continue;
    cells ??= [...row.cells];
    cells[index] = text;
  }
  return cells ? { ...row, cells } : row;
};

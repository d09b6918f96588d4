import { type ColumnMap, mapColumns } from './column-map.ts';
import { ticketsOfMessageRows } from './message-rows.ts';
import { type TicketItem, UnreadableFile } from './raw-ticket.ts';
import type { ReadOptions } from './read-options.ts';
import { ticketOfRow } from './row-ticket.ts';
import { isBlankRow, type RowItem } from './table-row.ts';

/** The tickets of a table whose first row that is not blank is its header; blank rows are skipped. Throws UnreadableFile where the header cannot be used. */
export async function* ticketsOfRows(
  rows: AsyncIterable<RowItem>,
  options: ReadOptions = {},
): AsyncGenerator<TicketItem, void> {
  const filled = filledRows(rows);
  try {
    const header = await filled.next();
    if (header.done) throw new UnreadableFile('No header row: the file is empty');
    if (header.value instanceof UnreadableFile) throw header.value;
    const map = mapColumns(header.value, options);
    if (map.shape === 'message-rows') yield* ticketsOfMessageRows(map, filled);
    else yield* ticketsOfEachRow(map, filled);
  } finally {
    await filled.return();
  }
}

/** A row that cannot be read is a ticket that cannot be read: it has an index of its own. */
async function* ticketsOfEachRow(map: ColumnMap, rows: AsyncIterable<RowItem>): AsyncGenerator<TicketItem, void> {
  let index = 0;
  for await (const row of rows) {
    if (row instanceof UnreadableFile) yield new UnreadableFile(row.message, { row: row.row, index });
    else yield ticketOfRow(map, row, index);
    index++;
  }
}

async function* filledRows(rows: AsyncIterable<RowItem>): AsyncGenerator<RowItem, void> {
  for await (const row of rows) if (row instanceof UnreadableFile || !isBlankRow(row)) yield row;
}

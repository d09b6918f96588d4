import { type ColumnMap, mapColumns } from './column-map.ts';
import { ticketsOfMessageRows } from './message-rows.ts';
import { type RawTicket, UnreadableFile } from './raw-ticket.ts';
import { ticketOfRow } from './row-ticket.ts';
import { isBlankRow, type TableRow } from './table-row.ts';

/** The tickets of a table whose first row that is not blank is its header; blank rows are skipped. Throws UnreadableFile that names row and column. */
export async function* ticketsOfRows(rows: AsyncIterable<TableRow>): AsyncGenerator<RawTicket, void> {
  const filled = filledRows(rows);
  try {
    const header = await filled.next();
    if (header.done) throw new UnreadableFile('No header row: the file is empty');
    const map = mapColumns(header.value);
    if (map.shape === 'message-rows') yield* ticketsOfMessageRows(map, filled);
    else yield* ticketsOfEachRow(map, filled);
  } finally {
    await filled.return();
  }
}

async function* ticketsOfEachRow(map: ColumnMap, rows: AsyncIterable<TableRow>): AsyncGenerator<RawTicket, void> {
  let index = 0;
  for await (const row of rows) yield ticketOfRow(map, row, index++);
}

async function* filledRows(rows: AsyncIterable<TableRow>): AsyncGenerator<TableRow, void> {
  for await (const row of rows) if (!isBlankRow(row)) yield row;
}

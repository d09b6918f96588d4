import type { ColumnName } from '../domain/ticket-fields.ts';
import { type ColumnMap, mapColumns } from './column-map.ts';
import { parseJsonCell } from './json-elements.ts';
import { ticketsOfMessageRows } from './message-rows.ts';
import type { ReadOptions } from './read-options.ts';
import { cellOf, fieldOf, messageIndexOf, cellLocation, ticketFields } from './row-fields.ts';
import { isBlankRow, type RowItem, type TableRow } from './table-row.ts';
import { type RawTicket, type TicketItem, UnreadableFile } from './ticket-item.ts';

/** The tickets of a table whose first row that is not blank is the header; blank rows are skipped. Throws UnreadableFile for an unusable header. */
export async function* ticketsOfRows(
  rows: AsyncIterable<RowItem>,
  options: ReadOptions = {},
): AsyncGenerator<TicketItem, void> {
  const filled = filledRows(rows, options);
  try {
    const header = await filled.next();
    if (header.done) throw new UnreadableFile('No header row: the file is empty');
    if (header.value instanceof UnreadableFile) throw header.value;
    const { first, all } = options.found ? await peek(filled) : { first: [] as TableRow[], all: filled };
    const map = mapColumns(header.value, options, first);
    if (map.shape === 'message-rows') yield* ticketsOfMessageRows(map, all);
    else yield* ticketsOfEachRow(map, all);
  } finally {
    await filled.return();
  }
}

/** Rows that are sampled; at most 1 MiB each. */
const peekedRows = 10;

/** Reads the first rows; `all` gives them again before the others, and what their reading has thrown after them. */
const peek = async (
  rows: AsyncGenerator<RowItem, void>,
): Promise<{ readonly first: readonly TableRow[]; readonly all: AsyncIterable<RowItem> }> => {
  const items: RowItem[] = [];
  let failure: { readonly error: unknown } | undefined;
  try {
    for (let next = await rows.next(); !next.done; next = await rows.next()) {
      if (items.push(next.value) === peekedRows) break;
    }
  } catch (error) {
    failure = { error };
  }
  const all = async function* (): AsyncGenerator<RowItem, void> {
    yield* items;
    if (failure) throw failure.error;
    yield* rows;
  };
  return { first: items.filter((item): item is TableRow => !(item instanceof UnreadableFile)), all: all() };
};

/** One ticket per row; an unreadable row counts as a ticket. */
async function* ticketsOfEachRow(map: ColumnMap, rows: AsyncIterable<RowItem>): AsyncGenerator<TicketItem, void> {
  let index = 0;
  for await (const row of rows) {
    if (row instanceof UnreadableFile) yield new UnreadableFile(row.message, { row: row.row, index });
    else yield ticketOfRow(map, row, index);
    index++;
  }
}

async function* filledRows(rows: AsyncIterable<RowItem>, { yieldIfDue }: ReadOptions): AsyncGenerator<RowItem, void> {
  for await (const row of rows) {
    if (row instanceof UnreadableFile || !isBlankRow(row)) yield row;
    await yieldIfDue?.();
  }
}

/** The ticket of a row: its conversation is JSON in `messages`, or one cell for each side. Returns an UnreadableFile if the JSON cannot be read. */
const ticketOfRow = (map: ColumnMap, row: TableRow, index: number): TicketItem => {
  if (map.shape !== 'messages') return ticketWithSides(map, row, index);
  try {
    return ticketWithJson(map, row, index);
  } catch (error) {
    if (!(error instanceof UnreadableFile)) throw error;
    return new UnreadableFile(error.message, { row: row.row, index });
  }
};

const ticketWithJson = (map: ColumnMap, row: TableRow, index: number): RawTicket => {
  const cell = cellLocation(map, row.row, 'messages');
  const messages = parseJsonCell(cellOf(map, row, 'messages'), cell);
  return {
    value: { ...ticketFields(map, row), messages },
    index,
    row: row.row,
    pathOf: (path) => {
      const field = fieldOf(path);
      if (field === '') return `row ${row.row}`;
      const inside = field === 'messages' ? path.slice(field.length) : '';
      return inside === '' ? cellLocation(map, row.row, field as ColumnName) : `${cell}, ${inside}`;
    },
  };
};

/** `problem` is the description, or the client's message if the table also has a description; `solution` is the message of the support. */
const ticketWithSides = (map: ColumnMap, row: TableRow, index: number): RawTicket => {
  const hasDescription = map.columns.has('description');
  const problem = cellOf(map, row, 'problem');
  const messages = [
    { column: 'problem' as const, role: 'client', text: hasDescription ? problem : '' },
    { column: 'solution' as const, role: 'support', text: cellOf(map, row, 'solution') },
  ].filter(({ text }) => text.trim() !== '');
  return {
    value: {
      ...ticketFields(map, row),
      ...(hasDescription ? {} : { description: problem }),
      messages: messages.map(({ role, text }) => ({ role, text })),
    },
    index,
    row: row.row,
    pathOf: (path) => {
      const field = fieldOf(path);
      if (field === '') return `row ${row.row}`;
      const message = messages[messageIndexOf(path)];
      if (message) return cellLocation(map, row.row, message.column);
      return cellLocation(map, row.row, field === 'description' && !hasDescription ? 'problem' : (field as ColumnName));
    },
  };
};

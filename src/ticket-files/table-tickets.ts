import type { ColumnName } from '../domain/ticket-fields.ts';
import { type ColumnMap, mapColumns } from './column-map.ts';
import { headerRows } from '../domain/limits.ts';
import { findHeader, hasWholeHeader } from './header-row.ts';
import { withHtmlAsText } from './html-cells.ts';
import { parseJsonCell } from './json-elements.ts';
import { withPlainDates } from './date-cells.ts';
import { deskOfHeader } from './desk-headings.ts';
import { deskTally } from './desks/desk-tally.ts';
import { refuseOsTicket } from './desks/osticket.ts';
import { ticketsOfMessageRows } from './message-rows.ts';
import type { ReadOptions } from './read-options.ts';
import { cellOf, fieldOf, messageIndexOf, cellLocation, ticketFields } from './row-fields.ts';
import { type CheckRow, withoutLeftOut } from './left-out-rows.ts';
import { isBlankRow, isRow, type RowItem, type TableRow } from './table-row.ts';
import { isTotal } from './total-rows.ts';
import { type RawTicket, type TicketItem, UnreadableFile } from './ticket-item.ts';
import { ownWords, sentence } from '../domain/sentence.ts';

/** The tickets of a table below its header (`findHeader`); what is above it, blank rows, and what a report closes with (left-out-rows.ts) are skipped. Throws UnreadableFile for an unusable header, and UnfitColumns. */
export async function* ticketsOfRows(
  rows: AsyncIterable<RowItem>,
  options: ReadOptions = {},
  checkRow: CheckRow = (row) => row,
): AsyncGenerator<TicketItem, void> {
  const filled = filledRows(rows, options);
  try {
    const { header, below } = await readHeader(filled, options);
    if (options.readAs !== 'own') refuseOsTicket(header);
    const name = deskOfHeader(header.cells);
    options.found?.({
      headerRow: header.row,
      ...(name && { desk: deskTally({ name, isChosen: false }).findings() }),
    });
    const check = (row: TableRow) => checkRow(row, header);
    const { first, all } = await peek(below);
    const firstRows = first.filter((row) => !isTotal(row) && isRow(check(row)));
    const map = mapColumns(header, options, firstRows);
    const written = withoutLeftOut(all, map, { check, found: options.found });
    const tickets = withPlainDates(withHtmlAsText(written, map, options.found), map, firstRows);
    if (map.shape === 'message-rows') yield* ticketsOfMessageRows(map, tickets);
    else yield* ticketsOfEachRow(map, tickets);
  } finally {
    await filled.return();
  }
}

type Rows = AsyncGenerator<RowItem, void>;

/** The header, and the rows below it. A row that cannot be read is an error of the table only below the header, or where no header is known. */
const readHeader = async (
  rows: Rows,
  options: ReadOptions,
): Promise<{ readonly header: TableRow; readonly below: Rows }> => {
  const { items, all } = await readAhead(rows, (read) => isHeadRead(read, options));
  const found = findHeader(items.filter(isRow), options);
  const [first] = items;
  if (first instanceof UnreadableFile && !found?.isKnown) throw first;
  if (!found) {
    // What the reading has thrown says more than that there is nothing.
    await all.next();
    throw new UnreadableFile(sentence`No header row: the file is empty`);
  }
  const { row: header, last } = found.header;
  const below = async function* (): Rows {
    for await (const item of all) if ((item.row ?? Infinity) > last) yield item;
  };
  return { header, below: below() };
};

/** Whether enough rows are read to find the header: most tables begin with it. */
const isHeadRead = (items: readonly RowItem[], { columns, headerRow }: ReadOptions): boolean => {
  const row = items.at(-1)?.row ?? 0;
  if (headerRow !== undefined) return row >= headerRow;
  return row >= headerRows || hasWholeHeader(items.filter(isRow), columns);
};

/** Reads rows until they are enough; `all` gives them again before the others, and what their reading has thrown after them. */
const readAhead = async (
  rows: Rows,
  isEnough: (items: readonly RowItem[]) => boolean,
): Promise<{ readonly items: readonly RowItem[]; readonly all: Rows }> => {
  const items: RowItem[] = [];
  let failure: { readonly error: unknown } | undefined;
  try {
    for (let next = await rows.next(); !next.done; next = await rows.next()) {
      items.push(next.value);
      if (isEnough(items)) break;
    }
  } catch (error) {
    failure = { error };
  }
  const all = async function* (): Rows {
    yield* items;
    if (failure) throw failure.error;
    yield* rows;
  };
  return { items, all: all() };
};

/** The first rows, from which samples are taken and which say whether a column has categories: so many, and about so many UTF-16 units, of at most 1 MiB a row. */
const peeked = { rows: 200, characters: 1024 * 1024 };

const peek = async (rows: Rows): Promise<{ readonly first: readonly TableRow[]; readonly all: Rows }> => {
  let characters = 0;
  const isEnough = (items: readonly RowItem[]): boolean => {
    const last = items.at(-1);
    if (last && isRow(last)) characters += last.cells.reduce((sum, cell) => sum + cell.length, 0);
    return items.length === peeked.rows || characters >= peeked.characters;
  };
  const { items, all } = await readAhead(rows, isEnough);
  return { first: items.filter(isRow), all };
};

/** One ticket per row; an unreadable row counts as a ticket. */
async function* ticketsOfEachRow(map: ColumnMap, rows: AsyncIterable<RowItem>): AsyncGenerator<TicketItem, void> {
  let index = 0;
  for await (const row of rows) {
    if (row instanceof UnreadableFile)
      yield new UnreadableFile(row.sentence, { row: row.row, index, refused: row.refused });
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
    return new UnreadableFile(error.sentence, { row: row.row, index });
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
      if (field === '') return sentence`row ${row.row}`;
      const inside = field === 'messages' ? path.slice(field.length) : '';
      return inside === '' ? cellLocation(map, row.row, field as ColumnName) : sentence`${cell}, ${ownWords(inside)}`;
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
      if (field === '') return sentence`row ${row.row}`;
      const message = messages[messageIndexOf(path)];
      if (message) return cellLocation(map, row.row, message.column);
      return cellLocation(map, row.row, field === 'description' && !hasDescription ? 'problem' : (field as ColumnName));
    },
  };
};

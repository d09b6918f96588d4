import type { ColumnMap } from './column-map.ts';
import type { Column } from './columns.ts';
import { type RawTicket, UnreadableFile } from './raw-ticket.ts';
import { roleOf } from './roles.ts';
import { cellOf, fieldOf, messageIndexOf, placeOf, ticketFields } from './row-fields.ts';
import type { TableRow } from './table-row.ts';

/** Limits of one ticket (decisions, "Tickets"), applied while its rows come in, so that a file of one ticket is never in memory whole. */
const limits = { messages: 2_000, characters: 256 * 1024 };

/** Rows of one ticket as they come in. */
type Group = {
  readonly first: TableRow;
  readonly fields: ReturnType<typeof ticketFields>;
  readonly messages: { readonly role: string; readonly text: string; readonly row: number }[];
  rows: number;
  characters: number;
};

/**
 * The tickets of a table with one row a message: rows that follow each other and have the same id are one ticket, whose other fields are those of
 * its first row. An id that comes again later is another ticket, to be judged as a duplicate: collecting it would need the whole file in memory.
 */
export async function* ticketsOfMessageRows(map: ColumnMap, rows: AsyncIterable<TableRow>): AsyncGenerator<RawTicket> {
  let group: Group | undefined;
  let index = 0;
  for await (const row of rows) {
    const fields = ticketFields(map, row);
    if (group?.fields.ticket_id !== fields.ticket_id) {
      if (group) yield ticketOf(map, group, index++);
      group = { first: row, fields, messages: [], rows: 0, characters: fields.description.length };
    }
    addMessage(map, group, row);
  }
  if (group) yield ticketOf(map, group, index);
}

const addMessage = (map: ColumnMap, group: Group, row: TableRow): void => {
  group.rows++;
  if (group.rows > limits.messages) {
    throw new UnreadableFile(`the ticket that begins in row ${group.first.row} has more than 2 000 messages`);
  }
  const message = { role: roleOf(cellOf(map, row, 'role')), text: cellOf(map, row, 'text'), row: row.row };
  if (message.role === '' && message.text.trim() === '') return;
  group.messages.push(message);
  group.characters += message.text.length;
  if (group.characters > limits.characters) {
    throw new UnreadableFile(
      `the ticket that begins in row ${group.first.row} is too large: description and messages may have 256 KiB together`,
    );
  }
};

const ticketOf = (map: ColumnMap, { first, fields, messages }: Group, index: number): RawTicket => ({
  value: { ...fields, messages: messages.map(({ role, text }) => ({ role, text })) },
  index,
  row: first.row,
  place: (path) => {
    const message = messages[messageIndexOf(path)];
    if (message) return placeOf(map, message.row, path.endsWith('.role') ? 'role' : 'text');
    const field = fieldOf(path);
    return field === '' || field === 'messages' ? `row ${first.row}` : placeOf(map, first.row, field as Column);
  },
});

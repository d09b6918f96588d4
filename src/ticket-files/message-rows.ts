import type { ColumnMap } from './column-map.ts';
import type { Column } from './columns.ts';
import { type RawTicket, type TicketItem, UnreadableFile } from './raw-ticket.ts';
import { roleOf } from './roles.ts';
import { cellOf, fieldOf, messageIndexOf, placeOf, ticketFields } from './row-fields.ts';
import type { RowItem, TableRow } from './table-row.ts';

/** Limits of one ticket (decisions, "Tickets"), applied while its rows come in, so that a file of one ticket is never in memory whole. */
const limits = { messages: 2_000, characters: 256 * 1024 };

/** Rows of one ticket as they come in. */
type Group = {
  readonly first: TableRow;
  readonly index: number;
  readonly fields: ReturnType<typeof ticketFields>;
  messages: { readonly role: string; readonly text: string; readonly row: number }[];
  rows: number;
  characters: number;
  isRefused: boolean;
};

/**
 * The tickets of a table with one row a message: rows that follow each other and have the same id are one ticket, whose other fields are those of
 * its first row. An id that comes again later is another ticket, to be judged as a duplicate: collecting it would need the whole file in memory.
 */
export async function* ticketsOfMessageRows(
  map: ColumnMap,
  rows: AsyncIterable<RowItem>,
): AsyncGenerator<TicketItem, void> {
  let group: Group | undefined;
  for await (const row of rows) {
    if (row instanceof UnreadableFile) {
      yield row;
      continue;
    }
    const fields = ticketFields(map, row);
    if (group?.fields.ticket_id !== fields.ticket_id) {
      if (group && !group.isRefused) yield ticketOf(map, group);
      group = groupOf(row, (group?.index ?? -1) + 1, fields);
    }
    const reason = group.isRefused ? undefined : addMessage(map, group, row);
    if (reason) yield reason;
  }
  if (group && !group.isRefused) yield ticketOf(map, group);
}

const groupOf = (first: TableRow, index: number, fields: Group['fields']): Group => ({
  ...{ first, index, fields, messages: [], rows: 0, characters: fields.description.length, isRefused: false },
});

/** Adds a row's message; the reason where the ticket is beyond its limits with it. */
const addMessage = (map: ColumnMap, group: Group, row: TableRow): UnreadableFile | undefined => {
  group.rows++;
  if (group.rows > limits.messages) return refused(group, 'has more than 2 000 messages');
  const message = { role: roleOf(cellOf(map, row, 'role')), text: cellOf(map, row, 'text'), row: row.row };
  if (message.role === '' && message.text.trim() === '') return undefined;
  group.messages.push(message);
  group.characters += message.text.length;
  if (group.characters <= limits.characters) return undefined;
  return refused(group, 'is too large: description and messages may have 256 KiB together');
};

const refused = (group: Group, why: string): UnreadableFile => {
  const { first, index } = group;
  Object.assign(group, { isRefused: true, messages: [] } satisfies Partial<Group>);
  return new UnreadableFile(`the ticket that begins in row ${first.row} ${why}`, { row: first.row, index });
};

const ticketOf = (map: ColumnMap, { first, index, fields, messages }: Group): RawTicket => ({
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

import type { ColumnMap } from './column-map.ts';
import type { Column } from './columns.ts';
import { parseJsonCell } from './json-cell.ts';
import { type RawTicket, type TicketItem, UnreadableFile } from './raw-ticket.ts';
import { cellOf, fieldOf, messageIndexOf, placeOf, ticketFields } from './row-fields.ts';
import type { TableRow } from './table-row.ts';

/** The ticket of a table with one row a ticket, its conversation either JSON in `messages` or a cell a side; the reason where the JSON cannot be read. */
export const ticketOfRow = (map: ColumnMap, row: TableRow, index: number): TicketItem => {
  if (map.shape !== 'messages') return withSides(map, row, index);
  try {
    return withMessages(map, row, index);
  } catch (error) {
    if (!(error instanceof UnreadableFile)) throw error;
    return new UnreadableFile(error.message, { row: row.row, index });
  }
};

const withMessages = (map: ColumnMap, row: TableRow, index: number): RawTicket => {
  const cell = placeOf(map, row.row, 'messages');
  const messages = parseJsonCell(cellOf(map, row, 'messages'), cell);
  return {
    value: { ...ticketFields(map, row), messages },
    index,
    row: row.row,
    place: (path) => {
      const field = fieldOf(path);
      if (field === '') return `row ${row.row}`;
      const inside = field === 'messages' ? path.slice(field.length) : '';
      return inside === '' ? placeOf(map, row.row, field as Column) : `${cell}, ${inside}`;
    },
  };
};

/** The problem is the description, or the client's message where the table has a description of its own; the solution is the support's message. */
const withSides = (map: ColumnMap, row: TableRow, index: number): RawTicket => {
  const hasDescription = map.columns.has('description');
  const problem = cellOf(map, row, 'problem');
  const fields = ticketFields(map, row);
  const messages = [
    { column: 'problem' as const, role: 'client', text: hasDescription ? problem : '' },
    { column: 'solution' as const, role: 'support', text: cellOf(map, row, 'solution') },
  ].filter(({ text }) => text.trim() !== '');
  return {
    value: {
      ...fields,
      description: hasDescription ? fields.description : problem,
      messages: messages.map(({ role, text }) => ({ role, text })),
    },
    index,
    row: row.row,
    place: (path) => {
      const field = fieldOf(path);
      if (field === '') return `row ${row.row}`;
      const message = messages[messageIndexOf(path)];
      if (message) return placeOf(map, row.row, message.column);
      return placeOf(map, row.row, field === 'description' && !hasDescription ? 'problem' : (field as Column));
    },
  };
};

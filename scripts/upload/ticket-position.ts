import type { TicketPosition } from './file-tickets.ts';
import type { Messages } from './messages.ts';

/** Repositions positions in a part by positions in the file: `tickets[3].text` becomes `row 12, text` in a table, `tickets[100003].text` in JSON. */
export const withFilePositions = (detail: string, positions: readonly TicketPosition[]): string =>
  detail.replace(/\btickets\[(\d+)\](\.?)/g, (whole: string, index: string, dot: string) => {
    const position = positions[Number(index)];
    if (!position) return whole;
    return position.row === null ? `tickets[${position.index}]${dot}` : `row ${position.row}${dot === '' ? '' : ', '}`;
  });

/** A ticket's position in the user's language. */
export const positionText = ({ index, row }: TicketPosition, messages: Messages): string =>
  row === null ? `${messages.ticketOfFile} ${index + 1}` : `${messages.row} ${row}`;

import { InvalidInput } from '../../src/domain/errors.ts';
import type { DeskSkip } from '../../src/domain/desks.ts';
import { parseTicket, ticketJson } from '../../src/domain/ticket-input.ts';
import type { ReadOptions } from '../../src/ticket-files/read-options.ts';
import { ticketItems } from '../../src/ticket-files/read-tickets.ts';
import { type TicketItem, UnreadableFile } from '../../src/ticket-files/ticket-item.ts';

/** A ticket's position in its file: `row` from 1 in a table, `index` from 0 in any file. */
export type TicketPosition = { readonly index: number; readonly row: number | null };

/** A ticket that is not sent, and why: its export says so. */
export type SkippedTicket = TicketPosition & { readonly ticketId: string; readonly skip: DeskSkip };

/** A ticket as it is sent, why its export says that it is not looked at, or why the service would refuse it. */
export type FileTicket =
  | (TicketPosition & { readonly json: Buffer })
  | SkippedTicket
  | { readonly index: number | null; readonly row: number | null; readonly detail: string };

/** The tickets of a file in order, validated as by the service; unknown fields are dropped. Throws UnreadableFile. */
export async function* fileTickets(path: string, options: ReadOptions): AsyncGenerator<FileTicket, void> {
  // The name is needed to recognise CSV.
  const source = { kind: 'file', path, name: path, type: '' } as const;
  for await (const item of ticketItems(source, { ...options, inflates: true })) yield checkedTicket(item);
}

/** A ticket of a file as it is sent, if the service would take it. */
export const checkedTicket = (item: TicketItem): FileTicket => {
  const { index, row = null } = item;
  if (item instanceof UnreadableFile) return { index, row, detail: item.message };
  try {
    const ticket = parseTicket(item.value, item.pathOf);
    const position = { index: item.index, row };
    if (item.skip) return { ...position, ticketId: ticket.ticketId, skip: item.skip };
    return { ...position, json: Buffer.from(JSON.stringify(ticketJson(ticket))) };
  } catch (error) {
    if (error instanceof InvalidInput) return { index, row, detail: error.message };
    throw error;
  }
};

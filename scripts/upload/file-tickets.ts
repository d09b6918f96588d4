import { InvalidInput } from '../../src/domain/errors.ts';
import { parseTicket, type TicketInput } from '../../src/domain/ticket-input.ts';
import { type TicketItem, UnreadableFile } from '../../src/ticket-files/ticket-item.ts';
import type { ReadOptions } from '../../src/ticket-files/read-options.ts';
import { ticketItems } from '../../src/ticket-files/read-tickets.ts';

/** Where a ticket stands in its file: its row (from 1) in a table, and in any file its index (from 0). */
export type TicketPlace = { readonly index: number; readonly row: number | null };

/** A ticket of the file as it is sent, or in its place why the service would not take it. */
export type FileTicket =
  | (TicketPlace & { readonly json: Buffer })
  | { readonly index: number | null; readonly row: number | null; readonly detail: string };

/** The tickets of a file in its order, one at a time, checked as the service checks them: what it does not know of is left out. Throws UnreadableFile. */
export async function* fileTickets(path: string, options: ReadOptions): AsyncGenerator<FileTicket, void> {
  // Without a name the format could not be told where it is CSV.
  for await (const item of ticketItems({ kind: 'file', path, name: path, type: '' }, options)) yield checked(item);
}

const checked = (item: TicketItem): FileTicket => {
  const { index, row = null } = item;
  if (item instanceof UnreadableFile) return { index, row, detail: item.message };
  try {
    return { index: item.index, row, json: Buffer.from(JSON.stringify(asSent(parseTicket(item.value, item.place)))) };
  } catch (error) {
    if (error instanceof InvalidInput) return { index, row, detail: error.message };
    throw error;
  }
};

const asSent = ({ ticketId, ...ticket }: TicketInput) => ({ ticket_id: ticketId, ...ticket });

import { type RawTicket, UnreadableFile } from './raw-ticket.ts';
import type { ReadOptions } from './read-options.ts';
import { ticketItems, type TicketSource } from './ticket-items.ts';

/** The tickets of an upload, one at a time, in its order. The same upload gives the same tickets each time. Throws UnreadableFile for the first that cannot be read. */
export async function* readTickets(source: TicketSource, options: ReadOptions = {}): AsyncGenerator<RawTicket, void> {
  for await (const item of ticketItems(source, options)) {
    if (item instanceof UnreadableFile) throw item;
    yield item;
  }
}

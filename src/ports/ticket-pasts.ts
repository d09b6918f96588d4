import { mapConcurrently } from '../concurrency/map-concurrently.ts';
import { ticketPast } from '../domain/erasure.ts';
import type { ErasedTicket } from '../domain/erasure-events.ts';
import type { RecordedEvent } from '../domain/events.ts';
import type { TicketFact } from '../domain/ticket-events.ts';
import type { Streams } from './event-store.ts';
import { eventsOfPage } from './stream-events.ts';
import { readTicket } from './ticket-streams.ts';

type Reads = Pick<Streams, 'readPage'>;

/** Streams that are read at a time, a page of each. */
const streamsAtOnce = 10;

/**
 * What a request to erase tickets says of each that has a stream: all of it if a page has its events, else its end alone. The rest is recorded while it is erased, so
 * that a request takes no longer, and has as much room as it needs, however often a ticket was changed.
 */
export const ticketsToErase = async (streams: Reads, names: readonly string[]): Promise<readonly ErasedTicket[]> => {
  const found = await Array.fromAsync(mapConcurrently(names, streamsAtOnce, (name) => ticketToErase(streams, name)));
  return found.flatMap((ticket) => ticket ?? []);
};

const ticketToErase = async (streams: Reads, stream: string): Promise<ErasedTicket | undefined> => {
  const page = await streams.readPage(stream, { direction: 'forwards', limit: eventsOfPage });
  const [first] = page as readonly RecordedEvent<TicketFact>[];
  const last = page.at(-1);
  if (!first || !last) return undefined;
  const [next] = await streams.readPage(stream, { direction: 'forwards', from: last.revision + 1, limit: 1 });
  if (next) return endOfTicket(streams, stream);
  const past = ticketPast(first.data);
  for (const event of page) past.add(event);
  return past.take();
};

const endOfTicket = async (streams: Reads, stream: string): Promise<ErasedTicket | undefined> => {
  const { state, last } = await readTicket(streams, stream);
  if (!('data' in state) || !last) return undefined;
  const { recordId, ticketId } = state.data;
  const positions = [String(last.position)];
  return { recordId, ticketId, revisions: state.revision, positions, events: last.revision + 1, uploads: [] };
};

import { mapConcurrently } from '../concurrency/map-concurrently.ts';
import { type TicketPast, ticketPast } from '../domain/erasure.ts';
import type { RecordedEvent } from '../domain/events.ts';
import type { Streams } from './event-store.ts';
import { eventsOf } from './stream-events.ts';

/** Streams that are read at a time, a page of each. */
const streamsAtOnce = 10;

export type ReadPast = TicketPast & { readonly stream: string };

/** Reads streams of tickets for an erasure, whose events pass by `watch` and are not kept: however often a ticket was changed, a page of it is in memory. */
export const readTicketPasts = async (
  streams: Pick<Streams, 'readPage'>,
  names: readonly string[],
  watch: (event: RecordedEvent) => void = () => undefined,
): Promise<readonly ReadPast[]> => {
  const readOne = async (stream: string): Promise<ReadPast> => {
    const past = ticketPast();
    for await (const event of eventsOf(streams, stream)) {
      past.add(event);
      watch(event);
    }
    return { stream, ...past.end() };
  };
  return Array.fromAsync(mapConcurrently(names, streamsAtOnce, readOne));
};

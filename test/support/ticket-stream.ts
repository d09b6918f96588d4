import { ticket, type TicketCommand } from '../../src/domain/ticket.ts';
import type { Metadata, RecordedEvent } from '../../src/domain/events.ts';
import type { EventHeader, StreamPage, Streams } from '../../src/ports/event-store.ts';
import { readTicket, ticketAppend } from '../../src/ports/ticket-streams.ts';
import { ticketStored } from './events.ts';

export const ticketOwner = { tenantId: 'u1', collectionId: 'c1', ticketId: '7' };
export const streamName = 'ticket-c1-7';

/** The parts of a stream in memory; as servers do, it refuses what is no revision. */
export const pagesOf = (
  events: readonly RecordedEvent[],
  pageSize = 100,
): Pick<Streams, 'readPage' | 'readHeaders'> => {
  const readPage: Streams['readPage'] = async (_stream, { direction, from, limit }) => {
    if (from !== undefined && !(Number.isSafeInteger(from) && from >= 0)) throw new RangeError(String(from));
    const chosen =
      direction === 'forwards'
        ? events.filter(({ revision }) => revision >= (from ?? 0))
        : events.toReversed().filter(({ revision }) => revision <= (from ?? Infinity));
    return Promise.resolve(chosen.slice(0, Math.min(limit, pageSize)));
  };
  return { readPage, readHeaders: async (stream, page) => headersIn(await readPage(stream, page)) };
};

/** Events without their data. */
export const headersIn = (events: readonly RecordedEvent[]): readonly EventHeader[] =>
  events.map((event) => {
    const { data: _, ...header } = event;
    return header;
  });

/** A stream in memory that is read a few events at a time, with the parts that were asked for. */
export const streamInMemory = (pageSize = 100, owner = ticketOwner) => {
  const events: RecordedEvent[] = [];
  const asked: StreamPage[] = [];
  let given = 0;
  const pages = pagesOf(events, pageSize);
  const readPage: Streams['readPage'] = async (stream, page) => {
    asked.push(page);
    const part = await pages.readPage(stream, page);
    given += part.length;
    return part;
  };
  const readHeaders: Streams['readHeaders'] = async (stream, page) => headersIn(await readPage(stream, page));
  const streams = { readPage, readHeaders };
  const add = async (command: TicketCommand, metadata: Partial<Metadata> = {}) => {
    const read = await readTicket(streams, streamName);
    const revision = events.length;
    const at = new Date(Date.UTC(2026, 0, 1) + revision * 1000).toISOString();
    const event = { id: `e${revision}`, metadata: { at, commandId: 'c', ...metadata } };
    for (const one of ticketAppend(streamName, read, command, event).events) {
      events.push({ ...one, stream: streamName, revision, position: BigInt(revision + 1) });
    }
  };
  const store = () => add({ type: 'StoreTicket', data: ticketStored(owner).data });
  const correct = async (problem: string, metadata?: Partial<Metadata>) => {
    const { state } = await readTicket(streams, streamName);
    if (!('data' in state)) throw new Error('The ticket is not stored');
    const { revision, data } = state;
    const texts = { category: data.category, problem: [problem], solution: data.solution };
    await add({ type: 'CorrectTicket', revision, texts, vector: data.vector }, metadata);
  };
  const forget = () => {
    asked.length = 0;
    given = 0;
  };
  return { events, streams, add, store, correct, asked, given: () => given, forget };
};

/** The same events as an earlier version wrote them. */
export const withoutOutlines = (events: RecordedEvent[]): void => {
  for (const [index, { metadata, ...event }] of events.entries()) {
    const { ticket: _, ...rest } = metadata;
    events[index] = { ...event, metadata: rest };
  }
};

export const stateOf = (events: readonly RecordedEvent[]) =>
  events.reduce((state, event) => ticket.evolve(state, event as never), ticket.initialState);

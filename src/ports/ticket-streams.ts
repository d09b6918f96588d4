import { setImmediate } from 'node:timers/promises';
import type { Metadata, RecordedEvent, TicketOutline } from '../domain/events.ts';
import { streamOf } from '../domain/streams.ts';
import {
  decideChange,
  type PresentTicket,
  ticket,
  type TicketChange,
  type TicketCommand,
  type TicketState,
} from '../domain/ticket.ts';
import type { TicketFact, TicketName, TicketStored } from '../domain/ticket-events.ts';
import { hides, shows } from '../domain/ticket-undo.ts';
import type { Append, EventHeader, Streams } from './event-store.ts';
import { eventsOfPage } from './stream-events.ts';

/** A ticket's stream as far as a decision needs it; `Data`: with the texts, or with the name alone. */
export type ReadTicket<Data extends TicketName = TicketStored['data']> = {
  readonly state: TicketState<Data>;
  /** The newest event; undefined if there is none. */
  readonly last: Pick<RecordedEvent, 'id' | 'revision' | 'position'> | undefined;
  /** The revision, in the stream, of the newest event with the texts. */
  readonly content: number | undefined;
  /** The same of the event that has stored the ticket again, and of the one that has flagged it, if any has. */
  readonly stored?: number | undefined;
  readonly flagged?: number | undefined;
  /** The same of the newest event that has changed the texts or the state; undefined if an event of an earlier version does not say it. */
  readonly changed?: number | undefined;
  /** The same of the event that has hidden the ticket, unless it is active. */
  readonly hidden?: number | undefined;
};

/**
 * What a ticket is, from the end of its stream back to what says it: mostly its newest event and the one with its texts, however often it was changed. The
 * texts that it had before are not kept. `until`: a position of the log, to read the ticket as it was then.
 */
export const readTicket = async (
  streams: Pick<Streams, 'readPage'>,
  stream: string,
  until?: bigint,
): Promise<ReadTicket> => {
  let found: Found = {};
  let from: number | undefined;
  for (let limit = 1; ;) {
    const page = await streams.readPage(stream, { direction: 'backwards', from, limit });
    for (const event of page) {
      if (until !== undefined && event.position > until) continue;
      found = withEarlier(found, event as RecordedEvent<TicketFact>);
      const read = readFrom(found);
      if (read) return read;
    }
    const oldest = page.at(-1)?.revision ?? 0;
    if (oldest === 0) return missing;
    if (found.data || found.content === undefined) {
      // Only what earlier versions have written takes so many reads.
      [from, limit] = [oldest - 1, eventsOfPage];
      await setImmediate();
    } else [from, limit] = [found.content, 1];
  }
};

/**
 * What a ticket is without its texts, which are not read: its newest event says it, however often it was changed. Only what earlier versions have written says too
 * little, and is read as a whole.
 */
export const readWithoutTexts = async (
  streams: Pick<Streams, 'readHeaders' | 'readPage'>,
  name: TicketName,
): Promise<ReadTicket<TicketName>> => {
  const stream = streamOf.ticket(name.collectionId, name.recordId);
  const [newest] = await streams.readHeaders(stream, { direction: 'backwards', limit: 1 });
  if (!newest) return missing;
  const { id, type, revision, position, metadata } = newest;
  const outline = metadata.ticket ?? (type === 'TicketStored' ? { ...storedFirst, content: revision } : undefined);
  if (!outline) return readTicket(streams, stream);
  const { stored, flagged, changed, hidden } = marksOf(newest) ?? {};
  const state = { status: outline.state, data: name, revision: outline.revision, isFlagged: flagged !== undefined };
  return { state, last: { id, revision, position }, content: outline.content, stored, flagged, changed, hidden };
};

const missing = { state: ticket.initialState, last: undefined, content: undefined };

type Past<Data extends TicketName = TicketStored['data']> = {
  readonly state: TicketState<Data>;
  readonly last?: Pick<RecordedEvent, 'revision'> | undefined;
  readonly content?: number | undefined;
  readonly stored?: number | undefined;
  readonly flagged?: number | undefined;
  readonly changed?: number | undefined;
  readonly hidden?: number | undefined;
};

/** The append of what a command causes to a ticket that was read; it has no events if there is nothing to do. Throws what the decider throws. */
export const ticketAppend = (stream: string, past: Past, command: TicketCommand, event: Causing): Append =>
  appendOf(stream, past, ticket.decide(command, past.state), event);

/** The same of a change for which the texts were not read. */
export const changeAppend = (stream: string, past: Past<TicketName>, command: TicketChange, event: Causing): Append =>
  appendOf(stream, past, decideChange(command, past.state), event);

type Causing = { readonly id: string; readonly metadata: Metadata };

const appendOf = (
  stream: string,
  { state, last, content, ...past }: Past<TicketName>,
  facts: ReturnType<typeof ticket.decide>,
  event: Causing,
): Append => {
  const revision = last ? last.revision + 1 : 0;
  const events = facts.map((fact) => {
    // Its data is not looked at.
    const after = ticket.evolve(state as TicketState, fact);
    const stored = fact.type === 'TicketStoredAgain' ? revision : past.stored;
    const flagged = fact.type === 'TicketFlagged' ? revision : past.flagged;
    const changed = isChange(fact) ? revision : past.changed;
    const hidden = hides(fact) ? revision : shows(fact) ? undefined : past.hidden;
    const outline = 'data' in after && {
      ticket: {
        ...{ state: after.status, revision: after.revision, content: hasTexts(fact) ? revision : (content ?? 0) },
        ...(stored !== undefined && { stored }),
        ...(after.isFlagged && flagged !== undefined && { flagged }),
        ...(changed !== undefined && { changed }),
        ...(hidden !== undefined && { hidden }),
      },
    };
    return { ...fact, id: event.id, metadata: { ...event.metadata, ...(revision > 0 && outline) } };
  });
  return { stream, expected: last ? last.revision : 'no stream', events };
};

/** What the events from the end of a stream on have said so far. */
type Found = {
  readonly last?: ReadTicket['last'];
  readonly status?: PresentTicket['status'];
  readonly revision?: number;
  readonly content?: number;
  /** Of events that say neither, only the newest one with an outline does. */
  readonly marks?: Pick<TicketOutline, 'stored' | 'flagged' | 'changed' | 'hidden'>;
  readonly data?: TicketStored['data'];
};

const hasTexts = (event: { readonly data: object }): boolean => 'vector' in event.data;

/** Of the first event of a stream. */
const storedFirst = { state: 'active', revision: 1 } as const;

/** With an event before; what later ones have said stays. */
const withEarlier = (found: Found, event: RecordedEvent<TicketFact>): Found => {
  const { id, revision, position } = event;
  const said = { ...found, last: found.last ?? { id, revision, position } };
  const outline = event.metadata.ticket ?? outlineOf(event);
  const status = said.status ?? outline.state;
  const texts = said.revision ?? outline.revision;
  const content = said.content ?? (hasTexts(event) ? revision : outline.content);
  const marks = said.marks ?? marksOf(event);
  const data = said.data ?? (content === revision ? dataOf(event) : undefined);
  return {
    last: said.last,
    ...(status !== undefined && { status }),
    ...(texts !== undefined && { revision: texts }),
    ...(content !== undefined && { content }),
    ...(marks && { marks }),
    ...(data && { data }),
  };
};

const marksOf = (event: Pick<EventHeader, 'type' | 'revision' | 'metadata'>): Found['marks'] => {
  const { type, revision, metadata } = event;
  const changed = isChange(event) && { changed: revision };
  if (type === 'TicketStoredAgain') return { stored: revision, ...changed };
  if (type === 'TicketStored') return { ...changed };
  if (type === 'TicketFlagged') return { ...metadata.ticket, flagged: revision };
  return metadata.ticket && { ...metadata.ticket, ...changed };
};

/** Whether an event changes the texts or the state of its ticket. */
export const isChange = ({ type }: Pick<RecordedEvent, 'type'>): boolean =>
  type !== 'TicketReembedded' && type !== 'TicketFlagged' && type !== 'TicketConfirmed';

/** What an event says by itself, as do all of earlier versions. */
const outlineOf = (event: RecordedEvent<TicketFact>): Partial<NonNullable<Metadata['ticket']>> => {
  switch (event.type) {
    case 'TicketStored':
      return storedFirst;
    case 'TicketStoredAgain':
      return { state: 'active', revision: event.data.revision };
    case 'TicketCorrected':
      return { revision: event.data.revision };
    case 'TicketUndone':
      return { state: 'undone' };
    case 'TicketFlagged':
    case 'TicketConfirmed':
      return {};
    case 'TicketWithdrawn':
      return { state: 'withdrawn' };
    case 'TicketRestored':
      return { state: 'active' };
    case 'TicketReembedded':
      return {};
  }
};

const dataOf = ({ data }: RecordedEvent<TicketFact>): TicketStored['data'] | undefined => {
  if (!('vector' in data)) return undefined;
  if (!('revision' in data)) return data;
  const { revision: _, ...stored } = data;
  return stored;
};

const readFrom = ({ last, status, revision, content, marks, data }: Found): ReadTicket | undefined => {
  if (!last || !status || revision === undefined || !data) return undefined;
  const { stored, flagged, changed, hidden } = marks ?? {};
  const state = { status, data, revision, isFlagged: flagged !== undefined };
  return { state, last, content, stored, flagged, changed, hidden };
};

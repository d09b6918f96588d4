import { setImmediate } from 'node:timers/promises';
import type { Metadata, RecordedEvent, TicketOutline } from '../domain/events.ts';
import { type PresentTicket, ticket, type TicketCommand, type TicketState } from '../domain/ticket.ts';
import type { TicketFact, TicketStored } from '../domain/ticket-events.ts';
import { hides, shows } from '../domain/ticket-undo.ts';
import type { Append, Streams } from './event-store.ts';

/** A ticket's stream as far as a decision needs it. */
export type ReadTicket = {
  readonly state: TicketState;
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

/** Events of one read: a ticket that nobody has changed has one, or two. */
const firstPage = 4;
const nextPage = 100;

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
  for (let limit = firstPage; ; limit = nextPage) {
    const page = await streams.readPage(stream, { direction: 'backwards', from, limit });
    for (const event of page) {
      if (until !== undefined && event.position > until) continue;
      found = withEarlier(found, event as RecordedEvent<TicketFact>);
      const read = readFrom(found);
      if (read) return read;
    }
    const oldest = page.at(-1)?.revision ?? 0;
    if (oldest === 0) return { state: ticket.initialState, last: undefined, content: undefined };
    from = found.data ? oldest - 1 : (found.content ?? oldest - 1);
    // Only what earlier versions have written takes so many reads.
    if (limit === nextPage) await setImmediate();
  }
};

type Past = {
  readonly state: TicketState;
  readonly last?: Pick<RecordedEvent, 'revision'> | undefined;
  readonly content?: number | undefined;
  readonly stored?: number | undefined;
  readonly flagged?: number | undefined;
  readonly changed?: number | undefined;
  readonly hidden?: number | undefined;
};

/** The append of what a command causes to a ticket that was read; it has no events if there is nothing to do. Throws what the decider throws. */
export const ticketAppend = (
  stream: string,
  { state, last, content, ...past }: Past,
  command: TicketCommand,
  event: { readonly id: string; readonly metadata: Metadata },
): Append => {
  const revision = last ? last.revision + 1 : 0;
  const events = ticket.decide(command, state).map((fact) => {
    const after = ticket.evolve(state, fact);
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

const marksOf = (event: RecordedEvent<TicketFact>): Found['marks'] => {
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
      return { state: 'active', revision: 1 };
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

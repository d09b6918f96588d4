import { presentTicket } from '../domain/ticket.ts';
import { eachShown } from '../domain/ticket-details.ts';
import { fullText } from '../domain/ticket-record.ts';
import type { EventHeader } from '../ports/event-store.ts';
import { headersOf } from '../ports/stream-events.ts';
import { isChange, readTicket } from '../ports/ticket-streams.ts';
import { readCorrector } from '../ports/ticket-texts.ts';
import type { TicketRow } from '../ports/tickets.ts';
import {
  type HistoryDependencies,
  readHistory,
  streamOfTicket,
  type TicketName,
  type ShownHistoryEntry,
  withUploads,
} from './ticket-history.ts';

/** A ticket with the last entries of its history, newest first. */
export type TicketDetails = TicketRow & {
  readonly fullText: string;
  readonly history: readonly ShownHistoryEntry[];
};

export type FindTicket = (
  where: TicketName,
  /** A position of the log: the ticket as it was then. */
  until?: bigint,
) => Promise<TicketDetails>;

/** Entries of its history that a ticket carries. */
const lastEntries = 2;

/**
 * From the end of the ticket's stream and its first event, so that the revision is the one that a change must expect. Throws TicketNotFound and
 * TicketErased.
 */
export const findTicket =
  (dependencies: HistoryDependencies): FindTicket =>
  async (where, until) => {
    const { streams, uploads } = dependencies;
    const stream = await streamOfTicket(dependencies, where);
    const { state, last, content = 0, stored = 0, flagged, changed } = await readTicket(streams, stream, until);
    const { status, data, revision } = presentTicket(state);
    const eventAt = async (from: number) =>
      (await streams.readHeaders(stream, { direction: 'forwards', from, limit: 1 }))[0];
    const [page, storing, flagging, change, correctedBy] = await Promise.all([
      readHistory(streams, stream, { before: (last?.revision ?? 0) + 1, limit: lastEntries }),
      eventAt(stored),
      flagged === undefined ? undefined : eventAt(flagged),
      lastChange(streams, stream, changed ?? last?.revision),
      revision === 1 ? null : readCorrector(streams, stream, content),
    ]);
    const history = await withUploads(uploads, where.collectionId, page.history);
    const { at: storedAt = '', uploadId = null } = storing?.metadata ?? {};
    const { problem, solution } = data;
    return {
      ...{ ticketId: data.ticketId, ...eachShown(({ property }) => data[property]), problem, solution },
      ...{ state: status === 'active' ? ('active' as const) : ('withdrawn' as const), revision },
      ...{ storedAt, changedAt: change?.metadata.at ?? storedAt, uploadId, correctedBy },
      flaggedAt: flagging?.metadata.at ?? null,
      fullText: fullText(data),
      history,
    };
  };

/** The newest event from one on back that has changed the texts or the state. */
const lastChange = async (
  streams: HistoryDependencies['streams'],
  stream: string,
  from: number | undefined,
): Promise<EventHeader | undefined> => {
  for await (const event of headersOf(streams, stream, { direction: 'backwards', from }))
    if (isChange(event)) return event;
  return undefined;
};

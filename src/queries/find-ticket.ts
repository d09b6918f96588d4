import { stateAfter } from '../domain/decider.ts';
import type { RecordedEvent } from '../domain/events.ts';
import { streamOf } from '../domain/streams.ts';
import { presentTicket, ticket } from '../domain/ticket.ts';
import { fullText, recordId } from '../domain/ticket-record.ts';
import { ticketHistory, type TicketHistoryEntry } from '../domain/ticket-history.ts';
import type { Streams } from '../ports/event-store.ts';
import type { TicketRow } from '../ports/tickets.ts';
import type { Uploads } from '../ports/uploads.ts';

/** A ticket with its history, oldest first. */
export type TicketDetails = TicketRow & {
  readonly fullText: string;
  readonly history: readonly TicketHistoryEntry[];
};

export type FindTicket = (where: {
  readonly tenantId: string;
  readonly collectionId: string;
  readonly ticketId: string;
}) => Promise<TicketDetails>;

type Dependencies = { readonly streams: Pick<Streams, 'read'>; readonly uploads: Pick<Uploads, 'byId'> };

/** From the ticket's stream, so that the revision is the one that a change must expect. Throws TicketNotFound. */
export const findTicket =
  ({ streams, uploads }: Dependencies): FindTicket =>
  async ({ tenantId, collectionId, ticketId }) => {
    const events = await streams.read(streamOf.ticket(collectionId, recordId(tenantId, ticketId)));
    const { status, data, revision } = presentTicket(stateAfter(ticket, events));
    const first = events[0] as RecordedEvent;
    const { at: storedAt, uploadId = null } = first.metadata;
    const upload = uploadId === null ? undefined : await uploads.byId({ collectionId, uploadId });
    const history = ticketHistory(events).map((entry) =>
      entry.change === 'stored' ? { ...entry, surface: upload?.surface ?? null } : entry,
    );
    const { category, problem, solution } = data;
    const changedAt = history.at(-1)?.at ?? storedAt;
    const dates = { storedAt, changedAt, uploadId };
    return {
      ...{ ticketId: data.ticketId, category, problem, solution, state: status, revision },
      ...dates,
      fullText: fullText(data),
      history,
    };
  };

import { stateAfter } from '../domain/decider.ts';
import { TicketErased } from '../domain/errors.ts';
import type { RecordedEvent, Surface } from '../domain/events.ts';
import { streamOf } from '../domain/streams.ts';
import { presentTicket, ticket } from '../domain/ticket.ts';
import { eachShown } from '../domain/ticket-details.ts';
import { fullText, recordId } from '../domain/ticket-record.ts';
import { ticketHistory, type TicketHistoryEntry } from '../domain/ticket-history.ts';
import type { Collections } from '../ports/collections.ts';
import type { Erasures } from '../ports/erasures.ts';
import type { Streams } from '../ports/event-store.ts';
import type { TicketRow } from '../ports/tickets.ts';
import type { Uploads } from '../ports/uploads.ts';

/** A ticket with its history, oldest first. */
export type TicketDetails = TicketRow & {
  readonly fullText: string;
  readonly history: readonly TicketHistoryEntry[];
};

export type FindTicket = (
  where: {
    readonly tenantId: string;
    readonly collectionId: string;
    readonly ticketId: string;
  },
  /** A position of the log: the ticket as it was then. */
  until?: bigint,
) => Promise<TicketDetails>;

type Dependencies = {
  readonly streams: Pick<Streams, 'read'>;
  readonly uploads: Pick<Uploads, 'byId'>;
  readonly collections: Pick<Collections, 'known'>;
  readonly erasures: Pick<Erasures, 'idAt'>;
};

/** From the ticket's stream, so that the revision is the one that a change must expect. Throws TicketNotFound and TicketErased. */
export const findTicket =
  ({ streams, uploads, collections, erasures }: Dependencies): FindTicket =>
  async ({ tenantId, collectionId, ticketId }, until) => {
    const record = recordId(tenantId, ticketId);
    const known = (await collections.known(collectionId, [record])).get(record);
    if (known?.state === 'erased') throw new TicketErased(await erasures.idAt(collectionId, known.position));
    const all = await streams.read(streamOf.ticket(collectionId, record));
    const events = until === undefined ? all : all.filter(({ position }) => position <= until);
    const { status, data, revision } = presentTicket(stateAfter(ticket, events));
    const first = events[0] as RecordedEvent;
    const { at: storedAt, uploadId = null } = first.metadata;
    const entries = ticketHistory(events);
    const surfaces = await surfacesOf(uploads, collectionId, entries);
    const history = entries.map((entry) => ({
      ...entry,
      surface: entry.surface ?? surfaces.get(entry.uploadId) ?? null,
    }));
    const { problem, solution } = data;
    const changedAt = history.at(-1)?.at ?? storedAt;
    const dates = { storedAt, changedAt, uploadId };
    return {
      ...{ ticketId: data.ticketId, ...eachShown(({ property }) => data[property]), problem, solution },
      ...{ state: status, revision },
      ...dates,
      fullText: fullText(data),
      history,
    };
  };

/** By which surface the uploads came that a history names. */
const surfacesOf = async (
  uploads: Dependencies['uploads'],
  collectionId: string,
  entries: readonly TicketHistoryEntry[],
): Promise<ReadonlyMap<string | null, Surface | undefined>> => {
  const ids = new Set(entries.map(({ uploadId }) => uploadId));
  const surfaceOf = async (uploadId: string | null) =>
    [uploadId, uploadId === null ? undefined : (await uploads.byId({ collectionId, uploadId }))?.surface] as const;
  return new Map(await Promise.all([...ids].map(surfaceOf)));
};

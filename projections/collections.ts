import type { RecordedEvent, SkippedTicket } from '../src/domain/events.ts';
import { dataEventBytes, ticketBytes, ticketChangeBytes, uploadEventBytes } from '../src/domain/stored-bytes.ts';
import type { TicketFact, TicketReembedded, TicketStored } from '../src/domain/ticket-events.ts';
import type { CollectionChange } from '../src/ports/collections.ts';
import type { Projection } from './projection.ts';

const ticket = ({ data, position }: RecordedEvent<TicketStored | TicketReembedded>) => {
  const { collectionId, recordId } = data;
  return [{ type: 'ticket', collectionId, recordId, bytes: bytesOf(data), position } as const];
};

const bytesOf = (data: TicketStored['data']) => ticketBytes(data, data.vector.values.length);

type Change = Extract<CollectionChange, { readonly type: 'change ticket' }>['change'];

const changed = ({ data: { collectionId, recordId }, position }: RecordedEvent<TicketFact>, change: Change) => [
  { type: 'change ticket', collectionId, recordId, change, position } as const,
];

type OfCollection = Pick<RecordedEvent, 'position'> & { readonly data: { readonly collectionId: string } };

const count = ({ data: { collectionId }, position }: OfCollection, bytes: number) =>
  ({ type: 'count event', collectionId, bytes, position }) as const;

/** The events of an erasure stay for ever, as its receipt does. */
const countErasure = (event: OfCollection & { readonly data: object }) =>
  ({ ...count(event, dataEventBytes(event.data)), outlives: true }) as const;

const upload = (event: OfCollection, skipped?: readonly SkippedTicket[], kept?: string | null) => [
  count(event, uploadEventBytes(skipped, kept)),
];

/** Collections with their settings, and the tickets stored in each: for its counts, and for the skip rule on duplicates. */
export const collectionsProjection: Projection<CollectionChange> = {
  name: 'collections',
  on: {
    CollectionCreated: ({ data, metadata, position }) => {
      const { collectionId: id, userId, name } = data;
      return [{ type: 'put', collection: { id, userId, name, createdAt: metadata.at }, position }];
    },
    CollectionConfigured: ({ data: { collectionId, name, ticketUrl, notNames }, position }) => {
      const settings = {
        ...(name !== undefined && { name }),
        ...(ticketUrl !== undefined && { ticketUrl }),
        ...(notNames !== undefined && { notNames }),
      };
      return [{ type: 'configure', collectionId, settings, position }];
    },
    SyncAdvanced: ({ data: { collectionId, source, cursor }, metadata: { at }, position }) => [
      { type: 'advance sync', collectionId, source, cursor, at, position },
    ],
    CollectionDeleted: ({ data, position }) => [{ type: 'delete', collectionId: data.collectionId, position }],
    TicketStored: ticket,
    // If the collection was deleted, the purge erases the ticket's stream again.
    TicketReembedded: (event) => [...ticket(event), ...changed(event, bytesOf(event.data))],
    TicketCorrected: (event) => changed(event, bytesOf(event.data)),
    TicketWithdrawn: (event) => changed(event, { state: 'withdrawn', logged: ticketChangeBytes }),
    TicketRestored: (event) => changed(event, { state: 'active', logged: ticketChangeBytes }),
    TicketUndone: (event) => changed(event, { state: 'undone', logged: ticketChangeBytes }),
    TicketFlagged: (event) => changed(event, { logged: ticketChangeBytes }),
    TicketConfirmed: (event) => changed(event, { logged: ticketChangeBytes }),
    TicketStoredAgain: (event) => changed(event, { state: 'active', ...bytesOf(event.data) }),
    UploadStarted: (event) => upload(event, [], event.data.fileName),
    UploadResumed: (event) => upload(event),
    UploadProgressed: (event) => upload(event, event.data.skipped),
    UploadFinished: (event) => upload(event),
    UploadFailed: (event) => upload(event, [], event.data.detail),
    UploadInterrupted: (event) => upload(event, [], event.data.detail),
    UploadStopped: (event) => upload(event, event.data.skipped),
    UploadUndoStarted: (event) => upload(event),
    UploadUndoProgressed: (event) => upload(event),
    UploadUndone: (event) => upload(event),
    UploadExpired: (event) => [count(event, uploadEventBytes() - event.data.bytes)],
    ErasureRequested: (event) => {
      const { metadata, position } = event;
      const { erasureId: id, userId: tenantId, collectionId, collectionName, tickets } = event.data;
      const recordIds = tickets.map(({ recordId }) => recordId);
      const shown = { tickets: tickets.length, firstTicketId: tickets[0]?.ticketId ?? null };
      const erasure = { id, tenantId, collectionName, requestedAt: metadata.at, ...shown };
      return [
        { type: 'erase tickets', collectionId, recordIds, position },
        { type: 'add erasure', collectionId, erasure, position },
        countErasure(event),
      ];
    },
    AccountErasureProven: ({ data: { userId, step } }) =>
      step === 'event_log' ? [{ type: 'forget tenant', tenantId: userId }] : [],
    ErasureAmended: (event) => [countErasure(event)],
    ErasureHeldBack: (event) => {
      const { collectionId, erasureId } = event.data;
      return [{ type: 'hold back erasure', collectionId, erasureId, position: event.position }, countErasure(event)];
    },
    ErasureProven: (event) => {
      const { collectionId, erasureId, step } = event.data;
      const { position } = event;
      return [{ type: 'prove step', collectionId, erasureId, step, position }, countErasure(event)];
    },
  },
};

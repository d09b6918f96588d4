import {
  noUndoCounts,
  type RecordedEvent,
  type SkippedTicket,
  type UploadFailed,
  type UploadFinished,
} from '../src/domain/events.ts';
import type { ErasureAmended, ErasureRequested } from '../src/domain/erasure-events.ts';
import type { TicketCorrected, TicketStored, TicketStoredAgain } from '../src/domain/ticket-events.ts';
import type { UploadChange, UploadKey, UploadRecord } from '../src/ports/uploads.ts';
import type { Projection } from './projection.ts';

/** Uploads, and the outcome of each of their tickets. */
export const uploadsProjection: Projection<UploadChange> = {
  name: 'uploads',
  on: {
    UploadStarted: ({ data, metadata, position }) => {
      const { uploadId, userId, collectionId, run: attemptId, surface, fileName, format } = data;
      const onDuplicate = data.onDuplicate ?? ('skip' as const);
      const progress = { attemptId, state: 'running', detail: null, startedAt: metadata.at, finishedAt: null } as const;
      const upload = { uploadId, userId, collectionId, surface, fileName, format, onDuplicate, ...progress };
      return [{ type: 'start', upload, position }];
    },
    UploadResumed: ({ data, metadata, revision }) => {
      const fields = {
        attemptId: data.run,
        state: 'running',
        detail: null,
        startedAt: metadata.at,
        finishedAt: null,
        unlisted: {},
      } as const;
      return [update(data, revision, fields)];
    },
    UploadProgressed: ({ data, revision, position }) => [
      ...skipped(data, position),
      update(data, revision, {
        attemptId: data.run,
        state: 'running',
        detail: null,
        finishedAt: null,
        counts: data.figures,
        ...(data.unlisted && { unlisted: data.unlisted }),
      }),
    ],
    UploadFinished: (event) => [ended(event, 'finished', null)],
    UploadFailed: (event) => [ended(event, 'failed', event.data.detail)],
    UploadInterrupted: ({ data, metadata, revision }) => [
      update(data, revision, { state: 'interrupted', detail: data.detail, finishedAt: metadata.at }),
    ],
    UploadStopped: ({ data, metadata, revision, position }) => {
      const { run: attemptId, figures: counts, skipped: some = [], unlisted } = data;
      const fields = { attemptId, state: 'stopped', detail: null, finishedAt: metadata.at } as const;
      return [
        ...skipped({ ...data, skipped: some }, position),
        update(data, revision, { ...fields, ...(counts && { counts }), ...(unlisted && { unlisted }) }),
      ];
    },
    UploadUndoStarted: ({ data, metadata, revision }) => [
      undo(data, revision, {
        ...{ state: 'running', surface: data.surface, startedAt: metadata.at, finishedAt: null },
        counts: noUndoCounts,
      }),
    ],
    UploadUndoProgressed: ({ data, revision }) => [undo(data, revision, { state: 'running', counts: data.figures })],
    UploadUndone: ({ data, metadata, revision }) => [
      undo(data, revision, { state: 'finished', finishedAt: metadata.at, counts: data.figures }),
    ],
    UploadExpired: ({ data: { collectionId, uploadId }, revision }) => [
      { type: 'expire', collectionId, uploadId, revision },
    ],
    TicketStored: (event) => processed(event, 'stored'),
    TicketStoredAgain: (event) => processed(event, 'stored'),
    TicketCorrected: (event) => processed(event, 'updated'),
    ErasureRequested: (event) => erased(event),
    ErasureAmended: (event) => erased(event),
    CollectionDeleted: ({ data, position }) => [{ type: 'delete', collectionId: data.collectionId, position }],
  },
};

type Fields = Extract<UploadChange, { type: 'update' }>['fields'];

const update = ({ collectionId, uploadId }: UploadKey, revision: number, fields: Fields): UploadChange => ({
  type: 'update',
  collectionId,
  uploadId,
  revision,
  fields,
});

type UndoFields = Extract<UploadChange, { type: 'undo' }>['fields'];

const undo = ({ collectionId, uploadId }: UploadKey, revision: number, fields: UndoFields): UploadChange => ({
  type: 'undo',
  collectionId,
  uploadId,
  revision,
  fields,
});

const ended = (
  { data, metadata, revision }: RecordedEvent<UploadFinished | UploadFailed>,
  state: UploadRecord['state'],
  detail: string | null,
): UploadChange =>
  update(data, revision, { attemptId: data.run, state, detail, finishedAt: metadata.at, counts: data.figures });

type Skipped = UploadKey & { readonly skipped: readonly SkippedTicket[] };

const skipped = ({ collectionId, uploadId, skipped: some }: Skipped, position: bigint): readonly UploadChange[] => {
  if (some.length === 0) return [];
  const tickets = some.map(({ ticketId, index, row, rule }) => ({ ticketId, index, row, outcome: rule }));
  return [{ type: 'tickets', collectionId, uploadId, tickets, position }];
};

/** A ticket that was not stored or corrected by an upload, such as one of the demonstration, changes nothing. */
const processed = (
  { data, metadata, position }: RecordedEvent<TicketStored | TicketStoredAgain | TicketCorrected>,
  outcome: 'stored' | 'updated',
): readonly UploadChange[] => {
  const { uploadId, place: index, row = null } = metadata;
  if (uploadId === undefined || index === undefined) return [];
  const ticket = { ticketId: data.ticketId, index, row, outcome };
  return [{ type: 'tickets', collectionId: data.collectionId, uploadId, tickets: [ticket], position }];
};

/** Outcomes stay, also where a replay does not find the events of the tickets any more. */
const erased = ({
  data: { collectionId, tickets },
  position,
}: RecordedEvent<ErasureRequested | ErasureAmended>): readonly UploadChange[] => {
  const outcomes = tickets.flatMap(({ ticketId, uploads }) => uploads.map((upload) => ({ ...upload, ticketId })));
  return [...Map.groupBy(outcomes, ({ uploadId }) => uploadId)].map(([uploadId, some]) => ({
    type: 'tickets',
    collectionId,
    uploadId,
    tickets: some.map(({ ticketId, index, row, outcome }) => ({ ticketId, index, row, outcome })),
    position,
  }));
};

import type { RecordedEvent, SkippedTicket, TicketStored, UploadFailed, UploadFinished } from '../src/domain/events.ts';
import type { UploadChange, UploadKey, UploadRecord } from '../src/ports/uploads.ts';
import type { Projection } from './projection.ts';

/** Uploads, and what became of each of their tickets. */
export const uploadsProjection: Projection<UploadChange> = {
  name: 'uploads',
  on: {
    UploadStarted: ({ data, metadata, position }) => {
      const { uploadId, userId, collectionId, run, surface, fileName, format } = data;
      const told = { run, state: 'running', detail: null, startedAt: metadata.at, finishedAt: null } as const;
      const upload = { uploadId, userId, collectionId, surface, fileName, format, ...told };
      return [{ type: 'start', upload, position }];
    },
    UploadResumed: ({ data, revision }) => [
      tell(data, revision, { run: data.run, state: 'running', detail: null, finishedAt: null }),
    ],
    UploadProgressed: ({ data, revision }) => [
      ...skipped(data),
      tell(data, revision, { run: data.run, state: 'running', detail: null, finishedAt: null, figures: data.figures }),
    ],
    UploadFinished: (event) => [ended(event, 'finished', null)],
    UploadFailed: (event) => [ended(event, 'failed', event.data.detail)],
    UploadInterrupted: ({ data, metadata, revision }) => [
      tell(data, revision, { state: 'interrupted', detail: data.detail, finishedAt: metadata.at }),
    ],
    TicketStored: stored,
    CollectionDeleted: ({ data, position }) => [{ type: 'delete', collectionId: data.collectionId, position }],
  },
};

type Told = Extract<UploadChange, { type: 'tell' }>['update'];

const tell = ({ collectionId, uploadId }: UploadKey, revision: number, told: Told): UploadChange => ({
  ...{ type: 'tell', collectionId, uploadId, revision, update: told },
});

const ended = (
  { data, metadata, revision }: RecordedEvent<UploadFinished | UploadFailed>,
  state: UploadRecord['state'],
  detail: string | null,
): UploadChange =>
  tell(data, revision, { run: data.run, state, detail, finishedAt: metadata.at, figures: data.figures });

const skipped = ({
  collectionId,
  uploadId,
  skipped: some,
}: UploadKey & { readonly skipped: readonly SkippedTicket[] }): readonly UploadChange[] =>
  some.length === 0
    ? []
    : [
        {
          ...{ type: 'tickets', collectionId, uploadId },
          tickets: some.map(({ ticketId, index, row, rule }) => ({ ticketId, index, row, outcome: rule })),
        },
      ];

/** A ticket that no upload has stored, such as one of a demonstration, is nobody's. */
function stored({ data, metadata }: RecordedEvent<TicketStored>): readonly UploadChange[] {
  const { uploadId, place, row = null } = metadata;
  if (uploadId === undefined || place === undefined) return [];
  const ticket = { ticketId: data.ticketId, index: place, row, outcome: 'stored' } as const;
  return [{ type: 'tickets', collectionId: data.collectionId, uploadId, tickets: [ticket] }];
}

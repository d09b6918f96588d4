import type { Metadata, RecordedEvent } from '../src/domain/events.ts';
import { modelOfChoice } from '../src/domain/model-identity.ts';
import { searchWords } from '../src/domain/search-words.ts';
import type {
  TicketConfirmed,
  TicketCorrected,
  TicketFlagged,
  TicketReembedded,
  TicketRestored,
  TicketStored,
  TicketUndone,
  TicketWithdrawn,
} from '../src/domain/ticket-events.ts';
import { updateOf } from '../src/domain/ticket-undo.ts';
import { decodeVector } from '../src/domain/vector.ts';
import type { PutReason, TicketIndexChange } from '../src/ports/ticket-index.ts';
import type { Projection } from './projection.ts';

type Whole = Pick<RecordedEvent<TicketStored | TicketReembedded>, 'data' | 'position'>;

const put = ({ data: { vector, ...ticket }, position }: Whole, reason: PutReason) => [
  {
    type: 'put',
    ticket,
    put: reason,
    model: vector.model,
    vector: decodeVector(vector.values),
    position,
  } as const,
];

const storedBy = ({ at, uploadId }: Metadata) => ({ reason: 'stored', at, uploadId: uploadId ?? null }) as const;

const changeState = (
  { data, metadata, position }: RecordedEvent<TicketWithdrawn | TicketRestored | TicketUndone>,
  state: 'active' | 'withdrawn',
) => [{ type: 'change state', ticket: data, state, at: metadata.at, position } as const];

const flag = (
  { data, position }: RecordedEvent<TicketFlagged | TicketConfirmed>,
  flaggedAt: string | null,
): readonly TicketIndexChange[] => [{ type: 'flag', ticket: data, flaggedAt, position }];

const corrected = ({ data: { revision, ...data }, metadata, position }: RecordedEvent<TicketCorrected>) =>
  put(
    { data, position },
    {
      ...{ reason: 'corrected', at: metadata.at, revision, updatedBy: updateOf(metadata)?.uploadId ?? null },
      ...(metadata.restored === null && { isAsStored: true }),
    },
  );

/** Finding the words takes longer than all else that is derived from an event. */
const withWords = (change: TicketIndexChange): TicketIndexChange => {
  if (change.type !== 'put') return change;
  const { problem, solution } = change.ticket;
  return { ...change, words: searchWords([...problem, ...solution].join('\n')).join(' ') };
};

/** The tickets that lists show, and those of them that a search finds. Vectors are taken from the events, so that a replay calls no embedding model. */
export const ticketIndexProjection: Projection<TicketIndexChange> = {
  name: 'ticket-index',
  prepare: withWords,
  on: {
    EmbeddingModelChosen: ({ data, position }) => [{ type: 'choose model', model: modelOfChoice(data), position }],
    CollectionDeleted: ({ data, position }) => [
      { type: 'delete collection', collectionId: data.collectionId, position },
    ],
    TicketStored: (event) => put(event, storedBy(event.metadata)),
    TicketStoredAgain: (event) => {
      const { revision, ...data } = event.data;
      return put({ ...event, data }, { ...storedBy(event.metadata), revision });
    },
    TicketReembedded: (event) => put(event, { reason: 'reembedded', at: event.metadata.at }),
    TicketCorrected: corrected,
    TicketWithdrawn: (event) => changeState(event, 'withdrawn'),
    TicketRestored: (event) => changeState(event, 'active'),
    TicketUndone: (event) => changeState(event, 'withdrawn'),
    TicketFlagged: (event) => flag(event, event.metadata.at),
    TicketConfirmed: (event) => flag(event, null),
    ErasureRequested: ({ data: { userId: tenantId, collectionId, tickets }, position }) => [
      { type: 'erase', tenantId, collectionId, recordIds: tickets.map(({ recordId }) => recordId), position },
    ],
  },
};

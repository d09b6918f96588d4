import type { RecordedEvent, TicketReembedded, TicketStored } from '../src/domain/events.ts';
import { decodeVector } from '../src/domain/vector.ts';
import type { TicketIndexChange } from '../src/ports/ticket-index.ts';
import type { Projection } from './projection.ts';

const put = ({ data: { vector, ...ticket }, position }: RecordedEvent<TicketStored | TicketReembedded>) => [
  { type: 'put', ticket, model: vector.model, vector: decodeVector(vector.values), position } as const,
];

/** The tickets that a search finds. Vectors are taken from the events, so that a replay calls no embedding model. */
export const ticketIndexProjection: Projection<TicketIndexChange> = {
  name: 'ticket-index',
  on: {
    EmbeddingModelChosen: ({ data, position }) => [{ type: 'choose model', model: data, position }],
    CollectionDeleted: ({ data, position }) => [
      { type: 'delete collection', collectionId: data.collectionId, position },
    ],
    TicketStored: put,
    TicketReembedded: put,
  },
};

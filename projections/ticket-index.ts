import type { RecordedEvent, TicketReembedded, TicketStored } from '../src/domain/events.ts';
import { decodeVector } from '../src/domain/vector.ts';
import type { TicketIndexChange } from '../src/ports/ticket-index.ts';
import type { Projection } from './projection.ts';

const put = ({ data: { vector, ...ticket }, position }: RecordedEvent<TicketStored | TicketReembedded>) => [
  { type: 'put', ticket, model: vector.model, vector: decodeVector(vector.values), position } as const,
];

/** The vector store: what a search finds and shows. The vector comes from the event, so that a replay asks no model. */
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

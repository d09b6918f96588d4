import type { RecordedEvent, TicketReembedded, TicketStored } from '../src/domain/events.ts';
import { textBytes } from '../src/domain/ticket-record.ts';
import type { CollectionChange } from '../src/ports/collections.ts';
import type { Projection } from './projection.ts';

const ticket = ({ data, position }: RecordedEvent<TicketStored | TicketReembedded>) => {
  const { collectionId, recordId } = data;
  return [{ type: 'ticket', collectionId, recordId, bytes: textBytes(data), position } as const];
};

/** Collections, and the tickets stored in each: for its count, and for the skip rule on duplicates. */
export const collectionsProjection: Projection<CollectionChange> = {
  name: 'collections',
  on: {
    CollectionCreated: ({ data, metadata, position }) => {
      const { collectionId: id, userId, name } = data;
      return [{ type: 'put', collection: { id, userId, name, createdAt: metadata.at }, position }];
    },
    CollectionDeleted: ({ data, position }) => [{ type: 'delete', collectionId: data.collectionId, position }],
    TicketStored: ticket,
    // If the collection was deleted, the purge erases the ticket's stream again.
    TicketReembedded: ticket,
  },
};

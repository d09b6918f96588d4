import type { CollectionChange } from '../ports/collections.ts';
import type { Projection } from './projection.ts';

/** Collections, and which tickets each has stored: its count, and the duplicates that rule 1 looks for. */
export const collectionsProjection: Projection<CollectionChange> = {
  name: 'collections',
  on: {
    CollectionCreated: ({ data, metadata, position }) => {
      const { collectionId: id, userId, name } = data;
      return [{ type: 'put', collection: { id, userId, name, createdAt: metadata.at }, position }];
    },
    CollectionDeleted: ({ data, position }) => [{ type: 'delete', collectionId: data.collectionId, position }],
    TicketStored: ({ data: { collectionId, recordId }, position }) => [
      { type: 'ticket', collectionId, recordId, position },
    ],
  },
};

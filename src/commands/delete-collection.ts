import { collection } from '../domain/collection.ts';
import { Unavailable } from '../domain/errors.ts';
import { streamOf } from '../domain/streams.ts';
import type { Collection } from '../ports/collections.ts';
import type { Streams } from '../ports/event-store.ts';
import type { Projected } from '../ports/read-your-writes.ts';
import { commandHandler, type Surroundings } from './command-handler.ts';

/** Takes the collection as it is; from the moment this settles it is found nowhere. */
export type DeleteCollection = (collection: Collection) => Promise<void>;

type Needs = Surroundings & { readonly streams: Streams; readonly projected: Projected };

/** Deletes a collection and waits for its tombstone only; what hangs below it is purged in the background. Throws CollectionNotFound. */
export const deleteCollection = (needs: Needs): DeleteCollection => {
  const { streams, projected } = needs;
  const handle = commandHandler(streams, needs);
  return async ({ id, userId }) => {
    const position = await handle({
      stream: streamOf.collection(id),
      decider: collection,
      command: { type: 'DeleteCollection', data: { collectionId: id, userId } },
      tenantId: userId,
    });
    const { status } = await projected.reached(['collections'], [position]);
    if (status === 'stalled') throw new Unavailable('Stored, not yet visible; see GET /api/collections shortly');
  };
};

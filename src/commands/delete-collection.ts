import { collection } from '../domain/collection.ts';
import { streamOf } from '../domain/streams.ts';
import type { Collection } from '../ports/collections.ts';
import type { Streams } from '../ports/event-store.ts';
import { type ReadYourWrites, throwIfStalled } from '../ports/read-your-writes.ts';
import { commandHandler, type CommandContext } from './command-handler.ts';

/** Resolves once the collection cannot be found any more. */
export type DeleteCollection = (collection: Collection) => Promise<void>;

type Dependencies = CommandContext & { readonly streams: Streams; readonly projected: ReadYourWrites };

/** Deletes a collection and waits for its tombstone; its tickets are purged in the background. Throws CollectionNotFound and Unavailable. */
export const deleteCollection = (dependencies: Dependencies): DeleteCollection => {
  const { streams, projected } = dependencies;
  const handle = commandHandler(streams, dependencies);
  return async ({ id, userId }) => {
    const position = await handle({
      stream: streamOf.collection(id),
      decider: collection,
      command: { type: 'DeleteCollection', data: { collectionId: id, userId } },
      tenantId: userId,
    });
    throwIfStalled(
      await projected.waitForPosition(['accounts', 'collections', 'questions'], [position]),
      'see GET /api/collections shortly',
    );
  };
};

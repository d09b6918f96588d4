import { collection } from '../domain/collection.ts';
import type { CollectionConfigured } from '../domain/events.ts';
import { streamOf } from '../domain/streams.ts';
import type { Streams } from '../ports/event-store.ts';
import { type ReadYourWrites, throwIfStalled } from '../ports/read-your-writes.ts';
import { commandHandler, type CommandContext } from './command-handler.ts';

/** Resolves once the settings can be read. */
export type ConfigureCollection = (settings: CollectionConfigured['data']) => Promise<void>;

type Dependencies = CommandContext & { readonly streams: Streams; readonly projected: ReadYourWrites };

/** Changes the settings that are given; equal ones append nothing. Throws CollectionNotFound and Unavailable. */
export const configureCollection = (dependencies: Dependencies): ConfigureCollection => {
  const { streams, projected } = dependencies;
  const handle = commandHandler(streams, dependencies);
  return async (data) => {
    const position = await handle({
      stream: streamOf.collection(data.collectionId),
      decider: collection,
      command: { type: 'ConfigureCollection', data },
      tenantId: data.userId,
    });
    throwIfStalled(await projected.waitForPosition(['collections'], [position]), 'see GET /api/collections shortly');
  };
};

import { collection } from '../domain/collection.ts';
import type { CollectionConfigured } from '../domain/events.ts';
import { streamOf } from '../domain/streams.ts';
import type { Streams } from '../ports/event-store.ts';
import { type ReadYourWrites, throwIfStalled } from '../ports/read-your-writes.ts';
import type { AdmitChanges } from './admit-changes.ts';
import { commandHandler, type CommandContext } from './command-handler.ts';

/** Resolves once the settings can be read. */
export type ConfigureCollection = (settings: CollectionConfigured['data']) => Promise<void>;

type Dependencies = CommandContext & {
  readonly streams: Streams;
  readonly projected: ReadYourWrites;
  readonly admit: AdmitChanges;
};

/** Changes the settings that are given; equal ones append nothing. Throws CollectionNotFound, QuotaExceeded, TooManyAttempts and Unavailable. */
export const configureCollection = (dependencies: Dependencies): ConfigureCollection => {
  const { streams, projected, admit } = dependencies;
  const handle = commandHandler(streams, dependencies);
  return async (data) => {
    const position = await handle({
      stream: streamOf.collection(data.collectionId),
      decider: collection,
      command: { type: 'ConfigureCollection', data },
      tenantId: data.userId,
      admit: (events) => admit(data.userId, events),
    });
    throwIfStalled(
      await projected.waitForPosition(['accounts', 'collections'], [position]),
      'see GET /api/collections shortly',
    );
  };
};

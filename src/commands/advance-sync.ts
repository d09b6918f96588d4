import { collection } from '../domain/collection.ts';
import type { SyncAdvanced } from '../domain/events.ts';
import { streamOf } from '../domain/streams.ts';
import type { Streams } from '../ports/event-store.ts';
import { type ReadYourWrites, throwIfStalled } from '../ports/read-your-writes.ts';
import type { AdmitChanges } from './admit-changes.ts';
import { commandHandler, type CommandContext } from './command-handler.ts';

/** Resolves once the cursor can be read. */
export type AdvanceSync = (cursor: SyncAdvanced['data']) => Promise<void>;

type Dependencies = CommandContext & {
  readonly streams: Streams;
  readonly projected: ReadYourWrites;
  readonly admit: AdmitChanges;
};

/** Keeps the cursor of a source, or forgets it; an equal one appends nothing. Throws CollectionNotFound, InvalidInput, QuotaExceeded, TooManyAttempts and Unavailable. */
export const advanceSync = (dependencies: Dependencies): AdvanceSync => {
  const { streams, projected, admit } = dependencies;
  const handle = commandHandler(streams, dependencies);
  return async (data) => {
    const position = await handle({
      stream: streamOf.collection(data.collectionId),
      decider: collection,
      command: { type: 'AdvanceSync', data },
      tenantId: data.userId,
      admit: (events) => admit(data.userId, events),
    });
    throwIfStalled(
      await projected.waitForPosition(['accounts', 'collections'], [position]),
      'see the sync cursor shortly',
    );
  };
};

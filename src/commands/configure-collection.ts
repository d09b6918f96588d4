import { collection, type CollectionCommand } from '../domain/collection.ts';
import type { CollectionConfigured, SyncAdvanced } from '../domain/events.ts';
import { streamOf } from '../domain/streams.ts';
import type { Streams } from '../ports/event-store.ts';
import { type ReadYourWrites, throwIfStalled } from '../ports/read-your-writes.ts';
import type { AdmitChanges } from './admit-changes.ts';
import { commandHandler, type CommandContext } from './command-handler.ts';

/** Resolves once the settings can be read. */
export type ConfigureCollection = (settings: CollectionConfigured['data']) => Promise<void>;

/** Resolves once the cursor can be read. */
export type AdvanceSync = (cursor: SyncAdvanced['data']) => Promise<void>;

type Dependencies = CommandContext & {
  readonly streams: Streams;
  readonly projected: ReadYourWrites;
  readonly admit: AdmitChanges;
};

/** Changes the settings that are given; equal ones append nothing. Throws CollectionNotFound, QuotaExceeded, TooManyAttempts and Unavailable. */
export const configureCollection = (dependencies: Dependencies): ConfigureCollection => {
  const change = changing(dependencies);
  return (data) => change({ type: 'ConfigureCollection', data });
};

/** Keeps the cursor of a source, or forgets it; an equal one appends nothing. Throws InvalidInput and what `configureCollection` throws. */
export const advanceSync = (dependencies: Dependencies): AdvanceSync => {
  const change = changing(dependencies);
  return (data) => change({ type: 'AdvanceSync', data });
};

type Change = Extract<CollectionCommand, { readonly type: 'ConfigureCollection' | 'AdvanceSync' }>;

const changing = (dependencies: Dependencies) => {
  const { streams, projected, admit } = dependencies;
  const handle = commandHandler(streams, dependencies);
  return async (command: Change): Promise<void> => {
    const { collectionId, userId } = command.data;
    const position = await handle({
      ...{ stream: streamOf.collection(collectionId), decider: collection, command, tenantId: userId },
      admit: (events) => admit(userId, events),
    });
    throwIfStalled(
      await projected.waitForPosition(['accounts', 'collections'], [position]),
      'see GET /api/collections shortly',
    );
  };
};

import type { Request } from 'express';
import type { AdvanceSync } from '../commands/configure-collection.ts';
import { CollectionNotFound, InvalidInput } from '../domain/errors.ts';
import { isSyncSource, syncLimits } from '../domain/sync-cursor.ts';
import type { Collections, WholeCollection } from '../ports/collections.ts';
import type { Handler } from './authentication.ts';
import { collectionOf } from './collections.ts';
import { checked } from './schemas/requests.ts';
import { newSyncCursor, syncCursor } from './schemas/sync-cursors.ts';

type Dependencies = { readonly collections: Collections; readonly advanceSync: AdvanceSync };

/** …/sync-cursors/{source}: where the pull of tickets from a desk goes on. */
export const syncCursorHandlers = ({ collections, advanceSync }: Dependencies) => ({
  showSyncCursor: ((request, response) => {
    response.json(cursorOf(collectionOf(response), sourceOf(request)));
  }) satisfies Handler,

  advanceSync: (async (request, response) => {
    const source = sourceOf(request);
    const { id: collectionId, userId } = collectionOf(response);
    await advanceSync({ collectionId, userId, source, cursor: checked(newSyncCursor, request.body).cursor });
    const collection = await collections.byId(collectionId);
    if (!collection) throw new CollectionNotFound();
    response.json(cursorOf(collection, source));
  }) satisfies Handler,
});

/** Throws InvalidInput. */
const sourceOf = ({ params: { source } }: Request): string => {
  if (isSyncSource(source)) return source;
  throw new InvalidInput(
    `source must have 1 to ${syncLimits.source} small Latin letters, digits, hyphens and underscores`,
  );
};

const cursorOf = ({ syncCursors }: WholeCollection, source: string) => {
  const { cursor, at } = Object.hasOwn(syncCursors, source) ? (syncCursors[source] ?? nothing) : nothing;
  return syncCursor.toJson({ source, cursor, at });
};

const nothing = { cursor: null, at: null };

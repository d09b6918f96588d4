import { type Caller, mayUseCollection } from '../domain/access-key.ts';
import { CollectionNotFound } from '../domain/errors.ts';
import type { Collections, WholeCollection } from '../ports/collections.ts';

export type FindCollection = (caller: Caller, collectionId: string) => Promise<WholeCollection>;

/** A collection of the caller. Throws CollectionNotFound if it is unknown, deleted, another user’s or none of the key’s, without a difference. */
export const findCollection =
  (collections: Collections): FindCollection =>
  async (caller, collectionId) => {
    const collection = await collections.byId(collectionId.toLowerCase());
    if (collection?.userId !== caller.userId || !mayUseCollection(caller, collection.id))
      throw new CollectionNotFound();
    return collection;
  };

import { CollectionNotFound } from '../domain/errors.ts';
import type { Collections, WholeCollection } from '../ports/collections.ts';

export type FindCollection = (userId: string, collectionId: string) => Promise<WholeCollection>;

/** A collection of the user. Throws CollectionNotFound if it is unknown, deleted or another user’s, without a difference. */
export const findCollection =
  (collections: Collections): FindCollection =>
  async (userId, collectionId) => {
    const collection = await collections.byId(collectionId.toLowerCase());
    if (collection?.userId !== userId) throw new CollectionNotFound();
    return collection;
  };

import { CollectionNotFound } from '../domain/errors.ts';
import type { Collection, Collections } from '../ports/collections.ts';

export type FindCollection = (userId: string, collectionId: string) => Promise<Collection>;

/** A user's own collection. Unknown, deleted and another's are the same CollectionNotFound (rule 4 of "Authentication"). */
export const findCollection =
  (collections: Collections): FindCollection =>
  async (userId, collectionId) => {
    const collection = await collections.byId(collectionId.toLowerCase());
    if (collection?.userId !== userId) throw new CollectionNotFound();
    return collection;
  };

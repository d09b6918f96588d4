import type { Collection, Document, IndexDescription } from 'mongodb';
import { isStandalone } from './deployment.ts';

/**
 * Creates the indexes that are missing. One of a collection that holds data is ready when most members have built it: by default all must have, so that
 * one that is away would hold up the start. A standalone server knows no quorum.
 */
export const createIndexes = async <Stored extends Document>(
  collection: Collection<Stored>,
  indexes: IndexDescription[],
): Promise<void> => {
  const quorum = (await isStandalone(collection.db)) ? {} : { commitQuorum: 'majority' };
  await collection.createIndexes(indexes, quorum);
};

import { type Collection, MongoBulkWriteError, type OptionalUnlessRequiredId } from 'mongodb';

/** Every collection of ours has ids of its own making. */
export type WithId = { readonly _id: string };

const alreadyThere = 11_000;

/**
 * Stores those documents whose ids are new and leaves the others as they are: a repeat, or somebody who did the same at the same time, is
 * harmless. No collection has another unique index than that of its ids, so that a duplicate can be nothing else. Returns how many were new.
 */
export const insertNew = async <Document extends WithId>(
  collection: Collection<Document>,
  documents: readonly Document[],
): Promise<number> => {
  if (documents.length === 0) return 0;
  try {
    const some = documents as readonly OptionalUnlessRequiredId<Document>[];
    return (await collection.insertMany(some, { ordered: false })).insertedCount;
  } catch (error) {
    if (!(error instanceof MongoBulkWriteError) || !isRepeat(error)) throw error;
    return error.result.insertedCount;
  }
};

const isRepeat = ({ writeErrors, result }: MongoBulkWriteError): boolean => {
  const errors = Array.isArray(writeErrors) ? writeErrors : [writeErrors];
  return errors.every(({ code }) => code === alreadyThere) && result.getWriteConcernError() === undefined;
};

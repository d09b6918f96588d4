import {
  BSON,
  type Collection,
  MongoBulkWriteError,
  MongoInvalidArgumentError,
  MongoServerError,
  type OptionalUnlessRequiredId,
} from 'mongodb';
import { ContentRefused } from '../../ports/read-model.ts';

type WithId = { readonly _id: string };

/** The server's code for a duplicate key. */
const duplicateKey = 11_000;

/**
 * Inserts the documents whose ids are new and leaves the others unchanged, so that a repeat or a concurrent insert is harmless. No collection has
 * a unique index besides that of its ids, so that every duplicate is one of ids. Returns how many were inserted.
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

/** The driver reports a broken connection as a MongoBulkWriteError too, in which no document was refused. */
const isRepeat = ({ writeErrors, result }: MongoBulkWriteError): boolean => {
  const errors = Array.isArray(writeErrors) ? writeErrors : [writeErrors];
  const areDuplicates = errors.length > 0 && errors.every(({ code }) => code === duplicateKey);
  return areDuplicates && result.getWriteConcernError() === undefined;
};

/** The server's error codes for documents that it can never store, and the classes under which they are parked. */
const refusals: ReadonlyMap<unknown, string> = new Map([
  [22, 'InvalidBSON'],
  [121, 'DocumentValidationFailure'],
  [10_334, 'BSONObjectTooLarge'],
  [17_280, 'KeyTooLong'],
  [17_419, 'BSONObjectTooLarge'],
  [17_420, 'BSONObjectTooLarge'],
]);

/** Throws ContentRefused if a document can never be stored; other failures, which may pass, are thrown unchanged. */
export const mapRefusals = async (work: () => Promise<void>): Promise<void> => {
  try {
    await work();
  } catch (error) {
    const errorClass = refusalOf(error);
    throw errorClass === undefined ? error : new ContentRefused(errorClass);
  }
};

const refusalOf = (error: unknown): string | undefined => {
  if (error instanceof MongoBulkWriteError) {
    const errors = Array.isArray(error.writeErrors) ? error.writeErrors : [error.writeErrors];
    return errors.map(({ code }) => refusals.get(code)).find((name) => name !== undefined);
  }
  if (error instanceof MongoServerError) return refusals.get(error.code);
  // The driver checks the size of documents before it sends them.
  if (error instanceof MongoInvalidArgumentError && error.message.includes('larger than the maximum')) {
    return 'BSONObjectTooLarge';
  }
  return error instanceof BSON.BSONError ? error.name : undefined;
};

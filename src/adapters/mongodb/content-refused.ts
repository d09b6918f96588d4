import { BSON, MongoBulkWriteError, MongoInvalidArgumentError, MongoServerError } from 'mongodb';
import { ContentRefused } from '../../ports/read-model.ts';

/** What the server says of a document that it can never store: too large, not readable, against the collection's rules, a key too long. */
const refusals: ReadonlyMap<unknown, string> = new Map([
  [22, 'InvalidBSON'],
  [121, 'DocumentValidationFailure'],
  [10_334, 'BSONObjectTooLarge'],
  [17_280, 'KeyTooLong'],
  [17_419, 'BSONObjectTooLarge'],
  [17_420, 'BSONObjectTooLarge'],
]);

/** Rises as ContentRefused where one document was at fault and would be again; every other failure is the store's, and rises as it is. */
export const refusing = async (work: () => Promise<void>): Promise<void> => {
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
  // The driver measures and writes documents before it sends them.
  if (error instanceof MongoInvalidArgumentError && error.message.includes('larger than the maximum')) {
    return 'BSONObjectTooLarge';
  }
  return error instanceof BSON.BSONError ? error.name : undefined;
};

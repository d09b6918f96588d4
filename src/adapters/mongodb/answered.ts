import { MongoError } from 'mongodb';
import { Unavailable } from '../../domain/errors.ts';

/** What a request asked of MongoDB. Throws Unavailable, without any address, where MongoDB fails. */
export const answered = async <Result>(work: () => Promise<Result>): Promise<Result> => {
  try {
    return await work();
  } catch (error) {
    if (error instanceof MongoError) throw new Unavailable('MongoDB did not answer', { cause: error });
    throw error;
  }
};

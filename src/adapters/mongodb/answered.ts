import { MongoError } from 'mongodb';
import { Unavailable } from '../../domain/errors.ts';

/** Milliseconds that a request waits for MongoDB. The driver has limits for each of its steps, but was seen to wait without end after a server was killed. */
const patience = 30_000;

/** What a request asked of MongoDB. Throws Unavailable, without any address, where MongoDB fails or does not answer in time. */
export const answered = async <Result>(work: () => Promise<Result>, milliseconds = patience): Promise<Result> => {
  const { promise: late, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(new Unavailable('MongoDB did not answer in time')), milliseconds);
  try {
    return await Promise.race([work(), late]);
  } catch (error) {
    if (error instanceof MongoError) throw new Unavailable('MongoDB did not answer', { cause: error });
    throw error;
  } finally {
    clearTimeout(timer);
  }
};

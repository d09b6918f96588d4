import { MongoError } from 'mongodb';
import { Unavailable } from '../../domain/errors.ts';
import { withTimeout } from '../../concurrency/timeout.ts';

/** Milliseconds that a request waits for MongoDB: longer than one operation may take, and shorter than the sum of several. */
const patience = 30_000;

/** The driver lets errors of its sockets through where it writes to one whose other end has gone. */
const isOfSocket = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && /^(?:EPIPE|ECONN\w+|ERR_STREAM_\w+)$/.test(String(error.code));

/** What a request asked of MongoDB. Throws Unavailable, without any address, where MongoDB fails or does not answer in time. */
export const answered = async <Result>(work: () => Promise<Result>, milliseconds = patience): Promise<Result> => {
  try {
    return await withTimeout(work(), milliseconds, () => new Unavailable('MongoDB did not answer in time'));
  } catch (error) {
    if (error instanceof MongoError || isOfSocket(error)) {
      throw new Unavailable('MongoDB did not answer', { cause: error });
    }
    throw error;
  }
};

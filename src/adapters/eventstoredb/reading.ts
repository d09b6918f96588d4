import { type StreamingRead, StreamDeletedError, StreamNotFoundError } from '@eventstore/db-client';
import { Unavailable } from '../../domain/errors.ts';
import { patience } from './within.ts';

/** What a read gives, nothing where its stream does not exist; throws Unavailable where the server fails or is too slow. However it is left, the call ends. */
export const reading = async function* <Result>(read: StreamingRead<Result>): AsyncGenerator<Result> {
  // The client emits errors also when nobody iterates any more.
  read.on('error', () => undefined);
  const timer = setTimeout(() => read.destroy(new Error('timed out')), patience);
  try {
    yield* read.iterator({ destroyOnReturn: false }) as AsyncIterable<Result>;
  } catch (error) {
    if (error instanceof StreamNotFoundError || error instanceof StreamDeletedError) return;
    throw new Unavailable('EventStoreDB did not answer');
  } finally {
    clearTimeout(timer);
    // A call that never came to be cannot be cancelled, and need not be; one whose answers nobody takes would never end.
    read.cancel().catch(() => undefined);
    read.resume();
  }
};

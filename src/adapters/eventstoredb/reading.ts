import { type StreamingRead, StreamDeletedError, StreamNotFoundError } from '@eventstore/db-client';
import { Unavailable } from '../../domain/errors.ts';
import { patience, within } from './within.ts';

/** What a read gives, nothing where its stream does not exist; throws Unavailable where the server fails or is too slow. However it is left, the call ends. */
export const reading = async function* <Result>(read: StreamingRead<Result>): AsyncGenerator<Result> {
  // The client emits errors also when nobody iterates any more.
  read.on('error', () => undefined);
  const until = performance.now() + patience;
  const answers = read.iterator({ destroyOnReturn: false }) as AsyncIterator<Result>;
  try {
    for (;;) {
      // A read whose call never comes to be neither answers nor lets itself be destroyed, so that its time is kept from outside.
      const answer = await within(answers.next(), until - performance.now());
      if (answer.done) return;
      yield answer.value;
    }
  } catch (error) {
    if (error instanceof StreamNotFoundError || error instanceof StreamDeletedError) return;
    throw new Unavailable('EventStoreDB did not answer');
  } finally {
    // A call that never came to be cannot be cancelled, and need not be; one whose answers nobody takes would never end.
    read.cancel().catch(() => undefined);
    read.resume();
  }
};

import {
  type EventStoreDBClient,
  StreamDeletedError,
  StreamNotFoundError,
  WrongExpectedVersionError,
} from '@eventstore/db-client';
import type { AppendOutcome, EventStore } from '../../ports/event-store.ts';
import type { BatchAppender } from './batch-append.ts';
import { callTimeoutMs, noAnswer, withCallTimeout } from './client.ts';

/**
 * Sends appends concurrently, those to one stream in sequence. After an append of unknown outcome, later ones to its stream are not sent: they would be
 * conflicts if it was not written.
 */
export const appendAll =
  ({ append }: Pick<BatchAppender, 'append'>): EventStore['appendAll'] =>
  (appends) => {
    const lastOfStream = new Map<string, Promise<AppendOutcome>>();
    const outcomes = appends.map((one) => {
      const previous = lastOfStream.get(one.stream);
      const outcome = previous
        ? previous.then((before) => (before.outcome === 'unknown' ? before : append(one)))
        : append(one);
      lastOfStream.set(one.stream, outcome);
      return outcome;
    });
    return Promise.all(outcomes);
  };

/** Soft-deletes a stream: readers no longer see it, the next scavenge removes its events. A missing stream is no error; throws Unavailable. */
export const erase = async (client: EventStoreDBClient, stream: string): Promise<void> => {
  try {
    await withCallTimeout(client.deleteStream(stream, { deadline: callTimeoutMs }));
  } catch (error) {
    // The server refuses to delete a stream that never was, or that a scavenge has removed, since it has no revision.
    const isMissing = error instanceof WrongExpectedVersionError || error instanceof StreamNotFoundError;
    if (isMissing || error instanceof StreamDeletedError) return;
    throw noAnswer();
  }
};

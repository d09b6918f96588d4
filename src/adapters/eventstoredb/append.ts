import {
  type EventStoreDBClient,
  jsonEvent,
  MaxAppendSizeExceededError,
  NO_STREAM,
  StreamDeletedError,
  StreamNotFoundError,
  WrongExpectedVersionError,
} from '@eventstore/db-client';
import type { Limit } from '../../concurrency/limit.ts';
import type { Append, AppendOutcome, EventStore } from '../../ports/event-store.ts';
import { callTimeoutMs, noAnswer, withCallTimeout } from './client.ts';
import { positionOf } from './recorded-event.ts';

/**
 * Appends once; `onFailure` gets the reason for an unknown outcome. The expected revision is always explicit, so that the server answers a
 * repeat with the position of the first write. Throws if the append is too large for the server.
 */
export const append = async (
  client: EventStoreDBClient,
  { stream, expected, events }: Append,
  onFailure: (error: unknown) => void,
): Promise<AppendOutcome> => {
  const data = events.map(({ id, type, data, metadata }) => jsonEvent({ id, type, data: data, metadata }));
  const expectedRevision = expected === 'no stream' ? NO_STREAM : BigInt(expected);
  try {
    const call = client.appendToStream(stream, data, { expectedRevision, deadline: callTimeoutMs });
    const result = await withCallTimeout(call);
    if (!result.success) return { outcome: 'conflict' };
    // The server sends no position for a repeat whose events were erased meanwhile: there is nothing to wait for.
    return { outcome: 'appended', position: positionOf(result) ?? 0n };
  } catch (error) {
    if (error instanceof WrongExpectedVersionError || error instanceof StreamDeletedError)
      return { outcome: 'conflict' };
    if (error instanceof MaxAppendSizeExceededError) throw error;
    onFailure(error);
    return { outcome: 'unknown' };
  }
};

type Connection = {
  readonly client: EventStoreDBClient;
  readonly limit: Limit;
  readonly onFailure: (error: unknown) => void;
};

/**
 * Sends appends concurrently, those to one stream in sequence. After the first unknown outcome of a call the rest is not sent: the caller
 * repeats, and an unresponsive server does not cost a time-out for each of them.
 */
export const appendAll =
  ({ client, limit, onFailure }: Connection): EventStore['appendAll'] =>
  (appends) => {
    let hasFailed = false;
    const fail = (error: unknown) => {
      hasFailed = true;
      onFailure(error);
    };
    const send = async (one: Append): Promise<AppendOutcome> =>
      hasFailed ? { outcome: 'unknown' } : append(client, one, fail);
    const lastOfStream = new Map<string, Promise<AppendOutcome>>();
    const outcomes = appends.map((one) => {
      const previous = Promise.resolve(lastOfStream.get(one.stream));
      const outcome = previous.then(() => limit(() => send(one)));
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

import {
  BACKWARDS,
  END,
  type EventStoreDBClient,
  FORWARDS,
  START,
  StreamDeletedError,
  type StreamingRead,
  StreamNotFoundError,
} from '@eventstore/db-client';
import type { RecordedEvent } from '../../domain/events.ts';
import {
  type Append,
  type EventHeader,
  type EventStore,
  type LogProgress,
  pageCharacters,
} from '../../ports/event-store.ts';
import type { BatchAppender } from './batch-append.ts';
import { callTimeoutMs, logUnavailable, withCallTimeout } from './client.ts';
import { charactersOf, ownStreams, positionOf, recorded, serverPosition } from './recorded-event.ts';

type AppendOne = BatchAppender['append'];

/** The reads of one stream; empty if it does not exist. All throw Unavailable. The server sends no event without its data, which at least no other thread gets. */
export const streamReads = (
  client: EventStoreDBClient,
  append: AppendOne,
): Pick<EventStore, 'read' | 'readPage' | 'readHeaders'> => {
  const readPage: EventStore['readPage'] = (stream, { direction, from, limit }) => {
    const start =
      direction === 'forwards'
        ? ({ direction: FORWARDS, fromRevision: from === undefined ? START : BigInt(from) } as const)
        : ({ direction: BACKWARDS, fromRevision: from === undefined ? END : BigInt(from) } as const);
    return eventsOf(client.readStream(stream, { ...start, maxCount: limit }), append, pageCharacters);
  };
  return {
    read: (stream) => eventsOf(client.readStream(stream), append),
    readPage,
    readHeaders: async (stream, page) => (await readPage(stream, page)).map(headerOf),
  };
};

const headerOf = ({ id, type, stream, revision, position, metadata }: RecordedEvent): EventHeader => ({
  ...{ id, type, stream, revision, position, metadata },
});

/** Up to the event in which their data has so many characters. */
const eventsOf = async (
  read: ReturnType<EventStoreDBClient['readStream']>,
  append: AppendOne,
  maxCharacters = Infinity,
): Promise<readonly RecordedEvent[]> => {
  const events: RecordedEvent[] = [];
  let characters = 0;
  for await (const { event } of resultsOf(read)) {
    if (!event) continue;
    const position = positionOf(event);
    const one = position === undefined ? await withPosition(append, recorded(event, 0n)) : recorded(event, position);
    events.push(one);
    characters += charactersOf(one);
    if (characters >= maxCharacters) break;
  }
  return events;
};

/** Yields the results of a read, none if its stream does not exist. Throws Unavailable if the server fails or is too slow; always ends the call. */
export const resultsOf = async function* <Result>(read: StreamingRead<Result>): AsyncGenerator<Result> {
  // The client also emits errors after the iteration has ended.
  read.on('error', () => undefined);
  const end = performance.now() + callTimeoutMs;
  const results = read.iterator({ destroyOnReturn: false }) as AsyncIterator<Result>;
  try {
    for (;;) {
      // A call that is never established neither fails nor can be destroyed: the time-out must not depend on it.
      const result = await withCallTimeout(results.next(), end - performance.now());
      if (result.done) return;
      yield result.value;
    }
  } catch (error) {
    if (error instanceof StreamNotFoundError || error instanceof StreamDeletedError) return;
    throw logUnavailable(error);
  } finally {
    // A call that was never established cannot be cancelled; one whose results are not consumed would never end.
    read.cancel().catch(() => undefined);
    read.resume();
  }
};

/**
 * Servers before 22.6 send positions only in reads of the whole log and in responses to appends. Appending the stored event once more at its
 * own revision changes nothing and returns its position.
 */
const withPosition = async (append: AppendOne, event: RecordedEvent): Promise<RecordedEvent> => {
  const { stream, revision } = event;
  const repeat: Append = { stream, expected: revision === 0 ? 'no stream' : revision - 1, events: [event] };
  const outcome = await append(repeat);
  if (outcome.outcome !== 'appended') throw logUnavailable();
  return { ...event, position: outcome.position };
};

/** Returns the position of this application's newest event; undefined if it is not after the given position. Throws Unavailable. */
export const newestAfter = async (client: EventStoreDBClient, after: bigint): Promise<bigint | undefined> => {
  // The newest event is mostly this application's. The pages grow, because a scavenge or statistics may have added thousands of others.
  for (let size = 8; ; size *= 16) {
    let seen = 0;
    const page = client.readAll({ direction: BACKWARDS, fromPosition: END, maxCount: size });
    for await (const { event } of resultsOf(page)) {
      seen += 1;
      if (!event) continue;
      if (event.position.commit <= after) return undefined;
      if (ownStreams.test(event.streamId)) return event.position.commit;
    }
    if (seen < size) return undefined;
  }
};

/** The lag is counted up to this many events. */
const maxCounted = 1_000;

/** The log's head and the lag of a reader; all throw LogUnavailable. */
export const logProgress = (client: EventStoreDBClient): LogProgress => {
  /** There is no event of this application after `from` up to `to`: other events need not be read again. */
  let skipped = { from: 0n, to: 0n };

  const head = async () => {
    const newest = client.readAll({ direction: BACKWARDS, fromPosition: END, maxCount: 1 });
    for await (const { event } of resultsOf(newest)) return event?.position.commit ?? 0n;
    return 0n;
  };
  return {
    head,
    probe: async () => {
      await head();
    },
    behind: async (after) => {
      const isSkipped = after >= skipped.from && after < skipped.to;
      const { from, to: start } = isSkipped ? skipped : { from: after, to: after };
      let events = 0;
      let since: string | undefined;
      for await (const { event } of resultsOf(client.readAll({ fromPosition: serverPosition(start) }))) {
        if (!event || event.position.commit <= start) continue;
        if (ownStreams.test(event.streamId)) {
          events += 1;
          since ??= recorded(event, event.position.commit).metadata.at;
          if (events === maxCounted) break;
        } else if (events === 0) skipped = { from, to: event.position.commit };
      }
      return { events, since };
    },
  };
};

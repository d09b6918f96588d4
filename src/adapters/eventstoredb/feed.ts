import { type EventStoreDBClient, START, streamNameFilter } from '@eventstore/db-client';
import type { AllStreamResolvedEvent } from '@eventstore/db-client';
import type { RecordedEvent } from '../../domain/events.ts';
import { ourStreams, placeAt, positionOf, recorded } from './recorded.ts';

/** How many events wait in memory at the most; the server is not asked for more before they are taken. */
const buffered = 200;

/** A batch is some milliseconds of work for whoever projects it. */
const batchSize = 100;

/** A server that has not even confirmed a subscription after this many milliseconds is frozen. */
const confirmation = 20_000;

/** One subscription on one connection, from after a position until it drops. */
export type Feed = {
  /** What has arrived by now, at most a batch. */
  readonly take: () => readonly RecordedEvent[];
  /** Why no more will arrive; undefined while it is well or something can be taken. */
  readonly dropped: () => Error | undefined;
  readonly close: () => void;
};

/** Opens a feed; `ring` is called whenever something has changed. Events up to the last position taken are left out, should a server send them again. */
export const openFeed = (client: EventStoreDBClient, after: bigint | undefined, ring: () => void): Feed => {
  const subscription = client.subscribeToAll(
    {
      fromPosition: after === undefined ? START : placeAt(after),
      filter: streamNameFilter({ regex: ourStreams.source }),
    },
    { highWaterMark: buffered },
  );
  let last = after ?? -1n;
  let dropped: Error | undefined;
  const drop = (reason: string) => (error?: Error) => {
    dropped ??= error ?? new Error(reason);
    ring();
  };
  const timer = setTimeout(drop('The subscription was not confirmed'), confirmation);
  subscription.on('confirmation', () => clearTimeout(timer));
  subscription.on('readable', ring);
  subscription.on('error', drop('The subscription failed'));
  subscription.on('end', drop('The subscription ended'));
  subscription.on('close', drop('The subscription was closed'));

  return {
    take: () => {
      const events: RecordedEvent[] = [];
      while (events.length < batchSize) {
        const next = subscription.read() as AllStreamResolvedEvent | null;
        if (next === null) break;
        const position = next.event && positionOf(next.event);
        if (!next.event || position === undefined || position <= last) continue;
        last = position;
        events.push(recorded(next.event, position));
      }
      return events;
    },
    dropped: () => dropped,
    close: () => {
      clearTimeout(timer);
      // A call that never came to be cannot be cancelled, and need not be; one whose events nobody takes would never end.
      subscription.unsubscribe().catch(() => undefined);
      subscription.removeAllListeners('readable');
      subscription.resume();
    },
  };
};

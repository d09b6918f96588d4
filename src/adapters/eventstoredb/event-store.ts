import { limitConcurrency } from '../../concurrency/limit.ts';
import type { ErasedEvents, EventStore, LogProgress, StreamVersion } from '../../ports/event-store.ts';
import { appendAll, appender } from './append.ts';
import { withSeparateConnection, connect, withCallTimeout } from './client.ts';
import { erasedEvents, tombstone, truncateStream } from './erase.ts';
import { logProgress, newestAfter, streamReads } from './read.ts';
import { sharedSubscription } from './shared-subscription.ts';
import { subscribe } from './subscribe.ts';

/** Largest number of deletions at a time. */
const maxDeletions = 64;

const closeTimeoutMs = 1_000;

/** `close` ends all open calls, those of appends once they are answered. */
export type ServerEventStore = EventStore &
  LogProgress & { readonly erased: ErasedEvents; readonly close: () => Promise<void> };

/** Receives the events of an EventStoreDB. */
export type Subscriptions = Pick<EventStore, 'subscribe'> & { readonly close: () => Promise<unknown> };

/** Subscriptions on a separate connection, so that neither their failures nor unread events affect appends. */
export const subscriptions = (url: string, onFailure: (error: unknown) => void): Subscriptions => {
  const client = connect(withSeparateConnection(url));
  return { subscribe: subscribe({ client, onFailure }), close: () => client.dispose() };
};

/**
 * The event log in EventStoreDB 21.10 and later, or KurrentDB. `onFailure` gets the reason for every unknown append and dropped subscription,
 * never with the connection string. Throws if that string is not valid; connects at the first call. Closes the subscriptions, which may be those of
 * another thread.
 */
export const eventStoreDbEventStore = (
  url: string,
  onFailure: (error: unknown) => void,
  received: Subscriptions = subscriptions(url, onFailure),
): ServerEventStore => {
  const client = connect(url);
  const { append, close } = appender(client, onFailure);
  const limit = limitConcurrency(maxDeletions);
  const reads = streamReads(client, append);
  return {
    appendAll: appendAll(append),
    ...reads,
    erase: async (streams) => {
      const isEnded = await Promise.all(streams.map((stream) => limit(() => tombstone(client, stream))));
      return isEnded.filter(Boolean).length;
    },
    eraseUnchanged: async (streams) => {
      const erase = ({ stream, revision }: StreamVersion) => limit(() => tombstone(client, stream, BigInt(revision)));
      const isErased = await Promise.all(streams.map(erase));
      return streams.flatMap(({ stream }, index) => (isErased[index] ? [] : [stream]));
    },
    truncate: async (streams) => {
      await Promise.all(streams.map((stream) => limit(() => truncateStream(client, stream))));
    },
    erased: erasedEvents({ client, limit, read: reads.read }),
    subscribe: sharedSubscription({
      subscribe: received.subscribe,
      newestAfter: (position) => newestAfter(client, position),
    }),
    ...logProgress(client),
    close: async () => {
      await withCallTimeout(close(), closeTimeoutMs).catch(() => undefined);
      // A call that has timed out may never end.
      const closed = Promise.all([client.dispose(), received.close()]);
      await withCallTimeout(closed, closeTimeoutMs).catch(() => undefined);
    },
  };
};

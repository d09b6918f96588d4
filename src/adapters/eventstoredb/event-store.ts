import { limitConcurrency } from '../../concurrency/limit.ts';
import type { EventStore, LogProgress } from '../../ports/event-store.ts';
import { appendAll, erase } from './append.ts';
import { batchAppender } from './batch-append.ts';
import { openBatchCall } from './batch-call.ts';
import { connect, withCallTimeout } from './client.ts';
import { logProgress, newestAfter, readStream } from './read.ts';
import { sharedSubscription } from './shared-subscription.ts';
import { subscribe } from './subscribe.ts';

/** Largest number of deletions at a time. */
const maxDeletions = 64;

const closeTimeoutMs = 1_000;

/** `close` ends all open calls, those of appends once they are answered. */
export type ServerEventStore = EventStore & LogProgress & { readonly close: () => Promise<void> };

/**
 * The event log in EventStoreDB 21.10 and later, or KurrentDB. `onFailure` gets the reason for every unknown append and dropped subscription,
 * never with the connection string. Throws if that string is not valid; connects at the first call.
 */
export const eventStoreDbEventStore = (url: string, onFailure: (error: unknown) => void): ServerEventStore => {
  // Subscriptions have a connection of their own, so that their failures do not affect appends.
  const client = connect(url);
  const subscriber = connect(url);
  const appender = batchAppender((events) => openBatchCall(client, events), onFailure);
  const limit = limitConcurrency(maxDeletions);
  return {
    appendAll: appendAll(appender),
    read: (stream) => readStream(client, stream, appender.append),
    erase: async (streams) => {
      await Promise.all(streams.map((stream) => limit(() => erase(client, stream))));
    },
    subscribe: sharedSubscription({
      subscribe: subscribe({ client: subscriber, onFailure }),
      newestAfter: (position) => newestAfter(client, position),
    }),
    ...logProgress(client),
    close: async () => {
      await withCallTimeout(appender.close(), closeTimeoutMs).catch(() => undefined);
      // A call that has timed out may never end.
      const closed = Promise.all([client.dispose(), subscriber.dispose()]);
      await withCallTimeout(closed, closeTimeoutMs).catch(() => undefined);
    },
  };
};

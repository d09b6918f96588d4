import type { EventStore, LogProgress } from '../../ports/event-store.ts';
import { appendAll } from './append-all.ts';
import { connect } from './connect.ts';
import { erase } from './erase.ts';
import { limitConcurrency } from '../../concurrency/limit.ts';
import { logProgress } from './log-progress.ts';
import { readStream } from './read-stream.ts';
import { subscribe } from './subscribe.ts';
import { within } from './within.ts';

/** How many appends and deletions are under way at a time. */
const mostInFlight = 64;

/** What a server's log needs beyond the port: `close` ends whatever is still open. */
export type ServerEventStore = EventStore & LogProgress & { readonly close: () => Promise<void> };

/**
 * The event log in EventStoreDB 20.10 and later, or KurrentDB. `failed` is told why an append is `unknown` and why a subscription had to be opened
 * again, never with the connection string. Throws where the string cannot be read; nothing is asked of the server before the first call.
 */
export const eventStoreDbEventStore = (url: string, failed: (error: unknown) => void): ServerEventStore => {
  // Subscriptions have a connection of their own, so that what one fails with does not touch appends.
  const client = connect(url);
  const subscriber = connect(url);
  const slot = limitConcurrency(mostInFlight);
  return {
    appendAll: appendAll({ client, slot, failed }),
    read: (stream) => readStream(client, stream),
    erase: async (streams) => {
      await Promise.all(streams.map((stream) => slot(() => erase(client, stream))));
    },
    subscribe: subscribe({ client: subscriber, failed }),
    ...logProgress(client),
    close: async () => {
      // A call that was given up because of its time may never end.
      await within(Promise.all([client.dispose(), subscriber.dispose()]), 1_000).catch(() => undefined);
    },
  };
};

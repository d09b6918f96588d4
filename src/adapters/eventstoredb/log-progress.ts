import { BACKWARDS, END, type EventStoreDBClient } from '@eventstore/db-client';
import type { Metadata } from '../../domain/events.ts';
import type { LogProgress } from '../../ports/event-store.ts';
import { reading } from './reading.ts';
import { ourStreams, placeAt } from './recorded.ts';

/** Beyond this it does not matter how many. */
const mostCounted = 1_000;

/** Position of the newest of our events, where it is after the one given. */
export const newestAfter = async (client: EventStoreDBClient, after: bigint): Promise<bigint | undefined> => {
  // Mostly the newest event is one of ours. The pages grow, since a mass deletion or statistics may have put thousands of others on top.
  for (let size = 8; ; size *= 16) {
    let seen = 0;
    const page = client.readAll({ direction: BACKWARDS, fromPosition: END, maxCount: size });
    for await (const { event } of reading(page)) {
      seen += 1;
      if (!event) continue;
      if (event.position.commit <= after) return undefined;
      if (ourStreams.test(event.streamId)) return event.position.commit;
    }
    if (seen < size) return undefined;
  }
};

/** Where the log stands; throws Unavailable. */
export const logProgress = (client: EventStoreDBClient): LogProgress => {
  /** No event of ours lies after `from` up to `to`: what other events were passed once is not read again. */
  let quiet = { from: 0n, to: 0n };

  return {
    head: async () => {
      const newest = client.readAll({ direction: BACKWARDS, fromPosition: END, maxCount: 1 });
      for await (const { event } of reading(newest)) return event?.position.commit ?? 0n;
      return 0n;
    },
    behind: async (after) => {
      const known = after >= quiet.from && after < quiet.to;
      const start = known ? quiet.to : after;
      const from = known ? quiet.from : after;
      let events = 0;
      let since: string | undefined;
      for await (const { event } of reading(client.readAll({ fromPosition: placeAt(start) }))) {
        if (!event || event.position.commit <= start) continue;
        if (ourStreams.test(event.streamId)) {
          events += 1;
          since ??= (event.metadata as Metadata).at;
          if (events === mostCounted) break;
        } else if (events === 0) quiet = { from, to: event.position.commit };
      }
      return { events, since };
    },
  };
};

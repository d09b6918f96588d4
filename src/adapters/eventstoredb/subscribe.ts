import { setTimeout as pause } from 'node:timers/promises';
import type { EventStoreDBClient } from '@eventstore/db-client';
import type { EventBatch, EventStore } from '../../ports/event-store.ts';
import { type Feed, openFeed } from './feed.ts';
import { newestAfter } from './log-progress.ts';
import { lookout } from './lookout.ts';

/** Milliseconds before a dropped subscription is opened again: doubled from the first to the last. */
const backOff = { first: 100, last: 2_000 };

type Subscriber = {
  readonly client: EventStoreDBClient;
  /** Hears why a subscription has dropped, before it is opened again. */
  readonly failed: (error: unknown) => void;
};

/**
 * All our events after a position, then the new ones as they come, until the signal aborts. A subscription that drops (restart, freeze, lost
 * network) is opened again after the last event that was given, and only there: what the server says of checkpoints runs ahead of what was taken.
 */
export const subscribe = ({ client, failed }: Subscriber): EventStore['subscribe'] =>
  async function* (after, signal) {
    let position = after;
    let failures = 0;
    while (!signal.aborted) {
      try {
        for await (const batch of follow(client, position, signal)) {
          failures = 0;
          position = batch.events.at(-1)?.position ?? position;
          yield batch;
        }
      } catch (error) {
        failed(error);
        await pause(Math.min(backOff.last, backOff.first * 2 ** failures), undefined, { signal }).catch(
          () => undefined,
        );
        failures += 1;
      }
    }
  };

/** One feed as batches; ends when the signal aborts and throws when the feed drops. */
const follow = async function* (
  client: EventStoreDBClient,
  after: bigint | undefined,
  signal: AbortSignal,
): AsyncGenerator<EventBatch> {
  const { ring, heard } = bell();
  signal.addEventListener('abort', ring);
  const feed = openFeed(client, after, ring);
  const watch = lookout({
    newestAfter: (position) => newestAfter(client, position),
    ring,
    now: () => performance.now(),
  });
  let position = after ?? -1n;
  try {
    while (!signal.aborted) {
      const events = feed.take();
      const last = events.at(-1);
      if (last) {
        position = last.position;
        yield { events, caughtUp: watch.arrived(position) };
      } else {
        throwIfDropped(feed);
        if (watch.idle(position)) yield { events, caughtUp: true };
        else await heard(watch.due());
      }
    }
  } finally {
    signal.removeEventListener('abort', ring);
    feed.close();
  }
};

const throwIfDropped = (feed: Feed) => {
  const error = feed.dropped();
  if (error) throw error;
};

/** Wakes the one who waits for it, who also wakes after some milliseconds. */
const bell = () => {
  let wake = (): void => undefined;
  return {
    ring: () => wake(),
    heard: (milliseconds: number) =>
      new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, milliseconds);
        wake = () => {
          clearTimeout(timer);
          resolve();
        };
      }),
  };
};

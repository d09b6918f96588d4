import { setTimeout as sleep } from 'node:timers/promises';
import {
  type AllStreamResolvedEvent,
  type AllStreamSubscription,
  type EventStoreDBClient,
  START,
  streamNameFilter,
} from '@eventstore/db-client';
import { backOffMs } from '../../concurrency/retry.ts';
import type { RecordedEvent } from '../../domain/events.ts';
import type { EventBatch, EventStore } from '../../ports/event-store.ts';
import { caughtUpDetector } from './caught-up-detector.ts';
import { newestAfter } from './read.ts';
import { ownStreams, positionOf, recorded, serverPosition } from './recorded-event.ts';

/** Wait before a dropped subscription is opened again. */
const reopenAfter = { firstMs: 100, maxMs: 2_000 };

/** Largest number of events buffered in memory; the server sends more as they are taken. */
const maxBuffered = 200;

/** Projecting a batch takes some milliseconds. */
const maxBatch = 100;

/** A server that does not confirm a subscription within this time is frozen. */
const confirmationTimeoutMs = 20_000;

type Subscriber = {
  readonly client: EventStoreDBClient;
  /** Gets the reason before a dropped subscription is opened again. */
  readonly onFailure: (error: unknown) => void;
};

/**
 * Yields all events of this application after a position, then new ones as they arrive, until the signal aborts. A dropped subscription
 * (restart, freeze, lost network) resumes after the last event that was yielded: the server's checkpoints run ahead of that.
 */
export const subscribe = ({ client, onFailure }: Subscriber): EventStore['subscribe'] =>
  async function* (after, signal) {
    let position = after;
    let failures = 0;
    while (!signal.aborted) {
      try {
        for await (const batch of batchesOf(client, position, signal)) {
          failures = 0;
          position = batch.events.at(-1)?.position ?? position;
          yield batch;
        }
      } catch (error) {
        onFailure(error);
        failures += 1;
        await sleep(backOffMs(failures, reopenAfter), undefined, { signal }).catch(() => undefined);
      }
    }
  };

/** Yields the batches of one subscription; returns when the signal aborts and throws when the subscription drops. */
const batchesOf = async function* (
  client: EventStoreDBClient,
  after: bigint | undefined,
  abort: AbortSignal,
): AsyncGenerator<EventBatch> {
  const changed = signal();
  abort.addEventListener('abort', changed.notify);
  const buffer = subscriptionBuffer(client, after, changed.notify);
  const detector = caughtUpDetector({
    newestAfter: (position) => newestAfter(client, position),
    onChecked: changed.notify,
    now: () => performance.now(),
  });
  let position = after ?? -1n;
  try {
    while (!abort.aborted) {
      const events = buffer.take();
      const last = events.at(-1);
      if (last) {
        position = last.position;
        yield { events, caughtUp: detector.onEvents(position) };
      } else {
        buffer.throwIfDropped();
        if (detector.onIdle(position)) yield { events, caughtUp: true };
        else await changed.wait(detector.waitMs());
      }
    }
  } finally {
    abort.removeEventListener('abort', changed.notify);
    buffer.close();
  }
};

/** Lets one waiter sleep until `notify` is called or a time in ms has passed. */
const signal = () => {
  let wake = (): void => undefined;
  return {
    notify: () => wake(),
    wait: (milliseconds: number) =>
      new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, milliseconds);
        wake = () => {
          clearTimeout(timer);
          resolve();
        };
      }),
  };
};

/** The events that one subscription has delivered and that were not taken yet. */
type SubscriptionBuffer = {
  /** Returns up to a batch of events. */
  readonly take: () => readonly RecordedEvent[];
  readonly throwIfDropped: () => void;
  readonly close: () => void;
};

/** Opens a subscription after a position; `notify` is called after each change. Events that the server sends twice are taken once. */
const subscriptionBuffer = (
  client: EventStoreDBClient,
  after: bigint | undefined,
  notify: () => void,
): SubscriptionBuffer => {
  const fromPosition = after === undefined ? START : serverPosition(after);
  const filter = streamNameFilter({ regex: ownStreams.source });
  const subscription = client.subscribeToAll({ fromPosition, filter }, { highWaterMark: maxBuffered });
  const drops = watchDrops(subscription, notify);
  subscription.on('readable', notify);
  let last = after ?? -1n;

  return {
    take: () => {
      const events: RecordedEvent[] = [];
      while (events.length < maxBatch) {
        const next = subscription.read() as AllStreamResolvedEvent | null;
        if (next === null) break;
        const position = next.event && positionOf(next.event);
        if (!next.event || position === undefined || position <= last) continue;
        last = position;
        events.push(recorded(next.event, position));
      }
      return events;
    },
    throwIfDropped: drops.throwIfDropped,
    close: () => {
      drops.close();
      // A call that was never established cannot be cancelled; one whose events are not consumed would never end.
      subscription.unsubscribe().catch(() => undefined);
      subscription.removeAllListeners('readable');
      subscription.resume();
    },
  };
};

/** Keeps the reason why a subscription delivers no more events; a missing confirmation is one. */
const watchDrops = (subscription: AllStreamSubscription, notify: () => void) => {
  let reason: Error | undefined;
  const drop = (message: string) => (error?: Error) => {
    reason ??= error ?? new Error(message);
    notify();
  };
  const timer = setTimeout(drop('The subscription was not confirmed'), confirmationTimeoutMs);
  subscription.on('confirmation', () => clearTimeout(timer));
  subscription.on('error', drop('The subscription failed'));
  subscription.on('end', drop('The subscription ended'));
  subscription.on('close', drop('The subscription was closed'));
  return {
    throwIfDropped: () => {
      if (reason) throw reason;
    },
    close: () => clearTimeout(timer),
  };
};

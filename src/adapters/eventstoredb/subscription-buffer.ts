import {
  type AllStreamResolvedEvent,
  type AllStreamSubscription,
  type EventStoreDBClient,
  START,
  streamNameFilter,
} from '@eventstore/db-client';
import type { RecordedEvent } from '../../domain/events.ts';
import { charactersOf, ownStreams, positionOf, recorded, serverPosition } from './recorded-event.ts';

/** Largest number of events that the client buffers; the server sends more as they are taken. */
const maxBuffered = 200;

/** Limits of a batch, in events and in characters of their data: some ten milliseconds of work for a projection. */
export const batchLimits = { events: 1_000, characters: 1_000_000 };

/** A server that does not confirm a subscription within this time is frozen. */
const confirmationTimeoutMs = 20_000;

/** The next batch of a subscription, which is filled with the events that have arrived. */
export type SubscriptionBuffer = Batch & {
  /** Adds what has arrived until the batch is full. */
  readonly fill: () => void;
  readonly hasDropped: () => boolean;
  readonly throwIfDropped: () => void;
  readonly close: () => void;
};

/** Opens a subscription after a position; `notify` is called after each change. Events that the server sends twice are added once. */
export const subscriptionBuffer = (
  client: EventStoreDBClient,
  after: bigint | undefined,
  notify: () => void,
): SubscriptionBuffer => {
  const fromPosition = after === undefined ? START : serverPosition(after);
  const filter = streamNameFilter({ regex: ownStreams.source });
  const subscription = client.subscribeToAll({ fromPosition, filter }, { highWaterMark: maxBuffered });
  const drops = watchDrops(subscription, notify);
  subscription.on('readable', notify);
  const batch = newBatch(after ?? -1n);

  return {
    ...batch,
    fill: () => {
      while (!batch.isFull()) {
        const next = subscription.read() as AllStreamResolvedEvent | null;
        if (next === null) break;
        const position = next.event && positionOf(next.event);
        if (next.event && position !== undefined && position > batch.position()) {
          batch.add(recorded(next.event, position));
        }
      }
    },
    hasDropped: drops.hasDropped,
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

type Batch = {
  readonly isEmpty: () => boolean;
  readonly isFull: () => boolean;
  /** How long ago its first event was added, in ms; 0 if it is empty. */
  readonly ageMs: () => number;
  /** The position of the last event that has been added. */
  readonly position: () => bigint;
  /** Returns the events of the batch and begins the next one. */
  readonly take: () => readonly RecordedEvent[];
};

const newBatch = (after: bigint): Batch & { readonly add: (event: RecordedEvent) => void } => {
  let position = after;
  let events: RecordedEvent[] = [];
  let characters = 0;
  let begunAt = 0;
  return {
    add: (event) => {
      if (events.length === 0) begunAt = performance.now();
      position = event.position;
      characters += charactersOf(event);
      events.push(event);
    },
    isEmpty: () => events.length === 0,
    isFull: () => events.length >= batchLimits.events || characters >= batchLimits.characters,
    ageMs: () => (events.length === 0 ? 0 : performance.now() - begunAt),
    position: () => position,
    take: () => {
      const taken = events;
      events = [];
      characters = 0;
      return taken;
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
    hasDropped: () => reason !== undefined,
    throwIfDropped: () => {
      if (reason) throw reason;
    },
    close: () => clearTimeout(timer),
  };
};

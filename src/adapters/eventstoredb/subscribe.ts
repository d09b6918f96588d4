import { setImmediate } from 'node:timers/promises';
import type { EventStoreDBClient } from '@eventstore/db-client';
import { changeSignal } from '../../concurrency/change-signal.ts';
import { backOffMs } from '../../concurrency/retry.ts';
import { sleep } from '../../concurrency/sleep.ts';
import type { EventBatch, EventStore } from '../../ports/event-store.ts';
import { caughtUpDetector } from './caught-up-detector.ts';
import { newestAfter } from './read.ts';
import { subscriptionBuffer } from './subscription-buffer.ts';

/** Wait before a dropped subscription is opened again. */
const reopenAfter = { firstMs: 100, maxMs: 2_000 };

/** While a reader is behind, a batch waits this long for more events after its first one. */
const defaultFillMs = 100;

type Subscriber = {
  readonly client: EventStoreDBClient;
  /** Gets the reason before a dropped subscription is opened again. */
  readonly onFailure: (error: unknown) => void;
  readonly fillMs?: number;
};

/**
 * Yields all events of this application after a position, then new ones as they arrive, until the signal aborts. While it is behind the log,
 * batches are filled; once it has caught up, no event waits for others.
 */
export const subscribe = ({ client, onFailure, fillMs = defaultFillMs }: Subscriber): EventStore['subscribe'] =>
  resuming((after, signal) => batchesOf({ client, fillMs }, after, signal), onFailure);

/**
 * Opens a subscription that dropped (restart, freeze, lost network) again, until the signal aborts. It resumes after the last event that was yielded: the
 * server's checkpoints run ahead of that.
 */
export const resuming = (open: EventStore['subscribe'], onFailure: (error: unknown) => void): EventStore['subscribe'] =>
  async function* (after, signal) {
    let position = after;
    let failures = 0;
    while (!signal.aborted) {
      try {
        for await (const batch of open(position, signal)) {
          failures = 0;
          position = batch.events.at(-1)?.position ?? position;
          yield batch;
        }
      } catch (error) {
        onFailure(error);
        failures += 1;
        await sleep(backOffMs(failures, reopenAfter), signal);
      }
    }
  };

/** Yields the batches of one subscription; returns when the signal aborts and throws when the subscription drops. */
const batchesOf = async function* (
  { client, fillMs }: Required<Pick<Subscriber, 'client' | 'fillMs'>>,
  after: bigint | undefined,
  abort: AbortSignal,
): AsyncGenerator<EventBatch> {
  const changed = changeSignal();
  abort.addEventListener('abort', changed.notify);
  const buffer = subscriptionBuffer(client, after, changed.notify);
  const detector = caughtUpDetector({
    newestAfter: (position) => newestAfter(client, position),
    onChecked: changed.notify,
    now: () => performance.now(),
  });
  try {
    while (!abort.aborted) {
      buffer.fill();
      const fillLeftMs = fillMs - buffer.ageMs();
      const mayWait = detector.isBehind() && !buffer.isFull() && !buffer.hasDropped() && fillLeftMs > 0;
      if (!buffer.isEmpty() && !mayWait) {
        yield { caughtUp: detector.onEvents(buffer.position()), events: buffer.take() };
        continue;
      }
      if (buffer.isEmpty()) buffer.throwIfDropped();
      if (detector.onIdle(buffer.position())) yield { events: buffer.take(), caughtUp: true };
      else await changed.wait(buffer.isEmpty() ? detector.waitMs() : Math.min(detector.waitMs(), fillLeftMs));
      // The events that arrive together become available one after the other in this turn of the event loop.
      await setImmediate();
    }
  } finally {
    abort.removeEventListener('abort', changed.notify);
    buffer.close();
  }
};

import { changeSignal } from '../../concurrency/change-signal.ts';
import type { EventStore } from '../../ports/event-store.ts';
import { logStart, type FanOut, openFanOut, type Source } from './fan-out.ts';

/**
 * Lets readers of the log that are near one another share one subscription, so that every event is received and decoded once. Each reads at its own
 * pace: one that is too far behind the others leaves for a subscription of its own, and comes back when it is near.
 */
export const sharedSubscription = (source: Source): EventStore['subscribe'] => {
  const changed = changeSignal();
  /** Oldest first: readers take the first that covers their position, so that they converge on one subscription. */
  const fanOuts: FanOut[] = [];
  const covering = (position: bigint) => fanOuts.find((fanOut) => fanOut.covers(position));
  const open = (after: bigint | undefined): FanOut => {
    const fanOut = openFanOut(source, after, changed);
    fanOuts.push(fanOut);
    void fanOut.closed.then(() => {
      fanOuts.splice(fanOuts.indexOf(fanOut), 1);
      changed.notify();
    });
    return fanOut;
  };

  /** Reads from a subscription while it is the first that covers the position; returns the position reached. */
  const readFrom = async function* (fanOut: FanOut, position: bigint, signal: AbortSignal) {
    const reader = fanOut.join(position);
    try {
      while (!signal.aborted && covering(reader.position()) === fanOut) {
        const batch = reader.take();
        if (batch) yield batch;
        else await changed.wait();
      }
      return reader.position();
    } finally {
      reader.leave();
    }
  };

  return async function* (after, signal) {
    // A new function for each reader: they share the signal, and removing a listener must not remove that of another.
    const wake = () => changed.notify();
    signal.addEventListener('abort', wake);
    try {
      for (let position = after ?? logStart; !signal.aborted;) {
        const fanOut = covering(position) ?? open(position === logStart ? undefined : position);
        position = yield* readFrom(fanOut, position, signal);
      }
    } finally {
      signal.removeEventListener('abort', wake);
    }
  };
};

import { changeSignal } from '../../concurrency/change-signal.ts';
import type { EventStore } from '../../ports/event-store.ts';
import { beginning, type Feed, openFeed, type Source } from './feed.ts';

/**
 * Lets readers of the log that are near one another share one subscription, so that every event is received and decoded once. Each reads at its own
 * pace: one that is too far behind the others leaves for a subscription of its own, and comes back when it is near.
 */
export const sharedSubscription = (source: Source): EventStore['subscribe'] => {
  const changed = changeSignal();
  /** The oldest first: a reader takes the first one that it can, so that those of separate ones come together. */
  const feeds: Feed[] = [];
  const covering = (position: bigint) => feeds.find((feed) => feed.covers(position));
  const open = (after: bigint | undefined): Feed => {
    const feed = openFeed(source, after, changed);
    feeds.push(feed);
    void feed.closed.then(() => {
      feeds.splice(feeds.indexOf(feed), 1);
      changed.notify();
    });
    return feed;
  };

  /** Reads from a subscription while it is the one to take; returns the position that was reached. */
  const readFrom = async function* (feed: Feed, position: bigint, signal: AbortSignal) {
    const reader = feed.join(position);
    try {
      while (!signal.aborted && covering(reader.position()) === feed) {
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
    // A listener of its own: readers share the signal, and one that leaves must not remove that of another.
    const wake = () => changed.notify();
    signal.addEventListener('abort', wake);
    try {
      for (let position = after ?? beginning; !signal.aborted;) {
        const feed = covering(position) ?? open(position === beginning ? undefined : position);
        position = yield* readFrom(feed, position, signal);
      }
    } finally {
      signal.removeEventListener('abort', wake);
    }
  };
};

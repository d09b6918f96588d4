import type { ChangeSignal } from '../../concurrency/change-signal.ts';
import { sleep } from '../../concurrency/sleep.ts';
import type { EventBatch } from '../../ports/event-store.ts';
import type { EventWindow } from './event-window.ts';
import { batchLimits } from './subscription-buffer.ts';

/** The newest event that was looked up is looked up again if it is reached later than this, or if the log did not answer. */
const lookUpAgainMs = 1_000;

/** A subscription that several readers share. */
export type FeedState = {
  readonly window: EventWindow;
  /** How often the log had nothing newer than the window. */
  caughtUpTimes: number;
  /** That is so now. */
  isCaughtUp: boolean;
  /** It, or one of its readers, has caught up once. */
  isLive: boolean;
  /** Why the subscription has ended. */
  failure: Error | undefined;
};

/** A reader of a shared subscription. */
export type FeedReader = {
  /** The position of the last event that was taken. */
  readonly position: () => bigint;
  /** Returns the next batch, when the previous one has been processed; undefined if there is none yet: `changed` notifies of it. */
  readonly take: () => EventBatch | undefined;
  /** It has processed everything that the subscription has delivered. */
  readonly isWaiting: () => boolean;
  /** How long it has been processing its last batch, in ms; 0 if it has processed it. */
  readonly busyForMs: () => number;
};

type Options = {
  readonly position: bigint;
  readonly changed: ChangeSignal;
  /** Returns the position of the newest event after another one; undefined if there is none. */
  readonly newestAfter: (after: bigint) => Promise<bigint | undefined>;
  /** Aborts when the reader leaves. */
  readonly left: AbortSignal;
  /** The subscription was opened for this reader. */
  readonly isFirst: boolean;
};

export const feedReader = (state: FeedState, options: Options): FeedReader => {
  const { position: after, changed } = options;
  const { window } = state;
  let position = after;
  let busySince: number | undefined;
  const end = logEnd(state, options);

  return {
    position: () => position,
    isWaiting: () => busySince === undefined && position >= window.end(),
    busyForMs: () => (busySince === undefined ? 0 : performance.now() - busySince),
    take: () => {
      if (state.failure) throw state.failure;
      const wasBusy = busySince !== undefined;
      const events = window.after(position, batchLimits);
      position = events.at(-1)?.position ?? position;
      const caughtUp = position >= window.end() && end.isReached(position);
      const isBatch = events.length > 0 || caughtUp;
      busySince = isBatch ? performance.now() : undefined;
      if (isBatch || wasBusy) changed.notify();
      return isBatch ? { events, caughtUp } : undefined;
    },
  };
};

/**
 * Detects that a reader has reached the end of the log: when the subscription says so, but for one that has joined it the first time at an event that
 * is looked up. What the subscription had found before it came does not count, since it may want an event that was appended in between.
 */
const logEnd = (state: FeedState, { newestAfter, left, isFirst, changed }: Options) => {
  let newest: bigint | undefined;
  let lookedUpAt = -Infinity;
  let isLookingUp = false;
  let hasReached = isFirst;
  let timesSeen = state.caughtUpTimes;

  const lookUp = async (position: bigint) => {
    isLookingUp = true;
    timesSeen = state.caughtUpTimes;
    for (newest = undefined; newest === undefined && !left.aborted;) {
      try {
        newest = (await newestAfter(position)) ?? position;
        lookedUpAt = performance.now();
      } catch {
        await sleep(lookUpAgainMs, left);
      }
    }
    isLookingUp = false;
    changed.notify();
  };
  /** Whether the subscription has caught up since this was asked. */
  const isNews = () => {
    const before = timesSeen;
    timesSeen = state.caughtUpTimes;
    return timesSeen > before;
  };
  return {
    /** Returns true once when the position, which is at the end of the window, is at the end of the log. */
    isReached: (position: bigint): boolean => {
      if (hasReached) return state.isCaughtUp && isNews();
      if (isLookingUp) return false;
      const isBefore = newest !== undefined && position < newest;
      // An event that was erased never arrives.
      if (isBefore && !isNews()) return false;
      hasReached = !isBefore && performance.now() - lookedUpAt < lookUpAgainMs;
      if (hasReached) {
        timesSeen = state.caughtUpTimes;
        state.isLive = true;
      } else void lookUp(position);
      return hasReached;
    },
  };
};

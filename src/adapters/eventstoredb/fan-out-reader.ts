import type { ChangeSignal } from '../../concurrency/change-signal.ts';
import { sleep } from '../../concurrency/sleep.ts';
import type { EventBatch } from '../../ports/event-store.ts';
import type { EventWindow } from './event-window.ts';
import { batchLimits } from './subscription-buffer.ts';

/** The newest event is looked up again if the reader reaches it later than this, or if the look-up failed. */
const lookUpIntervalMs = 1_000;

/** The state of a subscription that several readers share. */
export type FanOutState = {
  readonly window: EventWindow;
  /** How often the log had nothing newer than the window. */
  caughtUpTimes: number;
  /** Whether it has nothing newer now. */
  isCaughtUp: boolean;
  /** Whether it, or one of its readers, has caught up once. */
  isLive: boolean;
  /** Why the subscription has ended. */
  failure: Error | undefined;
};

export type FanOutReader = {
  /** The position of the last event that was taken. */
  readonly position: () => bigint;
  /** Acknowledges the previous batch and returns the next; undefined if there is none yet: `changed` then notifies. */
  readonly take: () => EventBatch | undefined;
  /** Whether it has processed everything that the subscription has delivered. */
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

export const fanOutReader = (state: FanOutState, options: Options): FanOutReader => {
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
 * Detects that a reader has reached the end of the log. The subscription's own signal counts only if it comes after the reader has joined, since events may
 * have been appended in between; until then the newest event of the log is looked up.
 */
const logEnd = (state: FanOutState, { newestAfter, left, isFirst, changed }: Options) => {
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
        await sleep(lookUpIntervalMs, left);
      }
    }
    isLookingUp = false;
    changed.notify();
  };
  /** Whether the subscription has caught up since this was asked. */
  const hasCaughtUpAgain = () => {
    const before = timesSeen;
    timesSeen = state.caughtUpTimes;
    return timesSeen > before;
  };
  return {
    /** Returns true once when the position, which is at the end of the window, is at the end of the log. */
    isReached: (position: bigint): boolean => {
      if (hasReached) return state.isCaughtUp && hasCaughtUpAgain();
      if (isLookingUp) return false;
      const isBefore = newest !== undefined && position < newest;
      // An event that was erased never arrives.
      if (isBefore && !hasCaughtUpAgain()) return false;
      hasReached = !isBefore && performance.now() - lookedUpAt < lookUpIntervalMs;
      if (hasReached) {
        timesSeen = state.caughtUpTimes;
        state.isLive = true;
      } else void lookUp(position);
      return hasReached;
    },
  };
};
